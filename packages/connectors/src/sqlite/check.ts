import { type Charter, type Diagnostic, type Entity, type Field, type Place, resolved } from '@charter/charter'
import { columnName, hasIndex, indexColumnName, isOwned, tableName, versionColumn } from '@charter/sql'
import { type SqliteDiagnosticCode, sqliteDiagnostics } from './diagnostics.ts'

/** What SQLite cannot hold of a charter's entities, by name. */
export const check = (charter: Charter): readonly Diagnostic[] => {
  const isHere = (entity: Entity) => charter.sources.some((each) => each.name === entity.source && isSqlite(each))
  const here = charter.entities.filter(isHere)
  return [
    ...clashes(
      here.filter((entity) => isOwned(charter, entity)),
      (entity) => `${entity.source}.${tableName(entity)}`,
      (entity, other) => `Entities ${entity.name} and ${other.name} would share the table "${tableName(entity)}".`,
    ),
    ...here.flatMap((entity) => [
      ...reservedTable(entity),
      ...clashes(
        [
          ...entity.fields,
          ...entity.fields.filter(hasIndex).map((field) => ({ ...field, column: indexColumnName(field) })),
        ],
        columnName,
        (field, other) =>
          `Fields ${field.name} and ${other.name} of ${entity.name} would share a column: SQLite ignores case.`,
        `entities.${entity.name}.fields`,
      ),
      ...entity.fields.flatMap((field) => fieldFindings(charter, entity, field)),
      ...blobRelations(charter, entity),
      ...manyFields(entity),
    ]),
  ]
}

const isSqlite = (source: Charter['sources'][number]): boolean =>
  source.kind === 'own' ? source.database === 'sqlite' : /^(?:file:|sqlite:|:memory:)/.test(source.url)

interface Named {
  readonly name: string
  readonly place: Place
}

/** Names that differ in case only are one name to SQLite. */
const clashes = <Item extends Named>(
  items: readonly Item[],
  nameOf: (item: Item) => string,
  sentence: (item: Item, other: Item) => string,
  path = 'entities',
): readonly Diagnostic[] => {
  const first = new Map<string, Item>()
  return items.flatMap((item) => {
    const name = nameOf(item).toLowerCase()
    const other = first.get(name)
    if (other) {
      return [
        finding('sqlite-name-clash', sentence(item, other), 'Rename one of them.', item.place, `${path}.${item.name}`),
      ]
    }
    first.set(name, item)
    return []
  })
}

const reservedTable = (entity: Entity): readonly Diagnostic[] =>
  /^(?:sqlite_|_charter_)/i.test(tableName(entity))
    ? [
        finding(
          'sqlite-reserved-name',
          `Table names that begin with "sqlite_" or "_charter_" are reserved, and ${entity.name} would be one.`,
          'Give the entity another name.',
          entity.place,
          `entities.${entity.name}`,
        ),
      ]
    : []

const fieldFindings = (charter: Charter, entity: Entity, field: Field): readonly Diagnostic[] => {
  const type = resolved(charter, field.type)
  const owned = isOwned(charter, entity)
  const at = (code: SqliteDiagnosticCode, message: string, hint: string) =>
    finding(code, message, hint, field.place, `entities.${entity.name}.fields.${field.name}`)
  const name = `${entity.name}.${field.name}`
  const found: Diagnostic[] = []
  const digitsMax = owned ? 18 : 15
  if (type.kind === 'decimal' && type.precision > digitsMax) {
    const why = owned ? 'a 64-bit integer holds' : 'a float64 column holds exactly'
    found.push(
      at(
        'sqlite-decimal-precision',
        `${name} has ${type.precision} digits; ${why} at most ${digitsMax}.`,
        `Lower the precision to ${digitsMax} or less.`,
      ),
    )
  }
  if (owned && field.default?.kind === 'sequence' && (entity.key.join() !== field.name || !type.kind.startsWith('int')))
    found.push(
      at(
        'sqlite-sequence',
        `${name} cannot be numbered: SQLite numbers only a whole number that is the whole key.`,
        'Make it the key, or give it another default.',
      ),
    )
  if (owned && columnName(field).toLowerCase() === versionColumn)
    found.push(at('sqlite-reserved-name', `The column name "${versionColumn}" is reserved.`, 'Rename the field.'))
  return found
}

/**
 * A statement selects at most 2,000 columns (SQLITE_MAX_COLUMN, sqlite.org/limits.html): a row's fields, and up to a hundred that it is sorted by.
 */
const columnsMax = 1850

const manyFields = (entity: Entity): readonly Diagnostic[] => {
  const count = entity.fields.length + entity.fields.filter(hasIndex).length
  if (count <= columnsMax) return []
  return [
    finding(
      'sqlite-field-count',
      `${entity.name} has ${count} columns; SQLite selects at most 2,000 at once, of which a row may be ${columnsMax}.`,
      'Leave out what no client needs, or share the fields between entities.',
      entity.place,
      `entities.${entity.name}`,
    ),
  ]
}

/** Batches of keys travel as JSON, which has no bytes. */
const blobRelations = (charter: Charter, entity: Entity): readonly Diagnostic[] =>
  entity.relations
    .filter((relation) =>
      relation.from.some((name) =>
        isBlob(
          charter,
          entity.fields.find((each) => each.name === name),
        ),
      ),
    )
    .map((relation) =>
      finding(
        'sqlite-blob-relation',
        `${entity.name}.${relation.name} joins over bytes, which SQLite cannot look up in batches here.`,
        'Relate the entities over text or numbers.',
        relation.place,
        `entities.${entity.name}.relations.${relation.name}`,
      ),
    )

const isBlob = (charter: Charter, field: Field | undefined): boolean => {
  if (!field) return false
  const { kind } = resolved(charter, field.type)
  return kind === 'bytes' || (kind === 'uuid' && /^blob\b/i.test(field.columnType ?? ''))
}

const finding = (
  code: SqliteDiagnosticCode,
  message: string,
  hint: string,
  place: Place,
  path: string,
): Diagnostic => ({
  code,
  severity: sqliteDiagnostics[code],
  message,
  hint,
  place,
  path,
})
