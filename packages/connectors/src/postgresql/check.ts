import { type Charter, type Diagnostic, type Entity, type Field, type Place, resolved } from '@charter/charter'
import { columnName, hasIndex, indexColumnName, isOwned, tableName, versionColumn } from '@charter/sql'
import { accepts } from './accepts.ts'
import { type PostgresqlDiagnosticCode, postgresqlDiagnostics } from './diagnostics.ts'
import { stateName } from './driver/state-schema.ts'
import { isColumnType } from './render/column-type.ts'
import { tableOf } from './render/dialect.ts'

/** What PostgreSQL cannot hold of a charter's entities, by name. */
export const check = (charter: Charter): readonly Diagnostic[] => {
  const isHere = (entity: Entity) => charter.sources.some((each) => each.name === entity.source && isPostgresql(each))
  const here = charter.entities.filter(isHere)
  return [
    ...clashes(
      here.filter((entity) => isOwned(charter, entity)),
      (entity) => `${entity.source}.${tableOf(entity)}`,
      (entity, other) => `Entities ${entity.name} and ${other.name} would share the table ${tableOf(entity)}.`,
    ),
    ...here.flatMap((entity) => [
      ...names(charter, entity),
      ...clashes(
        [
          ...entity.fields,
          ...entity.fields.filter(hasIndex).map((field) => ({ ...field, column: indexColumnName(field) })),
        ],
        columnName,
        (field, other) => `Fields ${field.name} and ${other.name} of ${entity.name} would share a column.`,
        `entities.${entity.name}.fields`,
      ),
      ...entity.fields.flatMap((field) => fieldFindings(charter, entity, field)),
      ...blobRelations(charter, entity),
      ...manyFields(entity),
    ]),
  ]
}

const isPostgresql = (source: Charter['sources'][number]): boolean =>
  source.database === undefined ? source.kind === 'url' && accepts(source.url) : source.database === 'postgresql'

interface Named {
  readonly name: string
  readonly place: Place
}

const clashes = <Item extends Named>(
  items: readonly Item[],
  nameOf: (item: Item) => string,
  sentence: (item: Item, other: Item) => string,
  path = 'entities',
): readonly Diagnostic[] => {
  const first = new Map<string, Item>()
  return items.flatMap((item) => {
    const other = first.get(nameOf(item))
    if (other)
      return [
        finding(
          'postgresql-name-clash',
          sentence(item, other),
          'Rename one of them.',
          item.place,
          `${path}.${item.name}`,
        ),
      ]
    first.set(nameOf(item), item)
    return []
  })
}

const nameBytesMax = 63

/** A longer name is cut without a word, and two may then be one. */
const names = (charter: Charter, entity: Entity): readonly Diagnostic[] => {
  const path = `entities.${entity.name}`
  const long = (name: string, { place }: { readonly place: Place }, at: string) =>
    Buffer.byteLength(name) <= nameBytesMax
      ? []
      : [
          finding(
            'postgresql-name-length',
            `The name "${name}" has ${Buffer.byteLength(name)} bytes; PostgreSQL keeps ${nameBytesMax}.`,
            'Give it a shorter name.',
            place,
            at,
          ),
        ]
  if (entity.binding?.schema === stateName.slice(1, -1))
    return [
      finding(
        'postgresql-reserved-name',
        `The schema ${stateName} is the service's own, and ${entity.name} would be in it.`,
        'Name another schema.',
        entity.place,
        path,
      ),
    ]
  if (!isOwned(charter, entity)) return []
  return [
    ...long(tableName(entity), entity, path),
    ...entity.fields.flatMap((field) =>
      long(hasIndex(field) ? indexColumnName(field) : columnName(field), field, `${path}.fields.${field.name}`),
    ),
  ]
}

/** Columns that every table has (postgresql.org/docs/current/ddl-system-columns.html), and the one that counts writes. */
const reserved = new Set(['tableoid', 'xmin', 'cmin', 'xmax', 'cmax', 'ctid', versionColumn])

const fieldFindings = (charter: Charter, entity: Entity, field: Field): readonly Diagnostic[] => {
  const owned = isOwned(charter, entity)
  const at = (code: PostgresqlDiagnosticCode, message: string, hint: string) =>
    finding(code, message, hint, field.place, `entities.${entity.name}.fields.${field.name}`)
  const found: Diagnostic[] = []
  if (owned && reserved.has(columnName(field)))
    found.push(
      at('postgresql-reserved-name', `The column name "${columnName(field)}" is reserved.`, 'Rename the field.'),
    )
  if (field.columnType !== undefined && !isColumnType(field.columnType))
    found.push(
      at(
        'postgresql-column-type',
        `"${field.columnType}", the column type of ${entity.name}.${field.name}, is not the name of a type.`,
        'Write it as format_type gives it: character varying(40), sales.mood, "Odd"."Type"[].',
      ),
    )
  return found
}

/**
 * A statement selects at most 1,664 columns (postgresql.org/docs/current/limits.html): a row's fields, and up to a hundred that it is sorted by (twice, for its NULLs).
 */
const columnsMax = 1400

const manyFields = (entity: Entity): readonly Diagnostic[] => {
  const count = entity.fields.length + entity.fields.filter(hasIndex).length
  if (count <= columnsMax) return []
  return [
    finding(
      'postgresql-field-count',
      `${entity.name} has ${count} columns; PostgreSQL selects at most 1,664 at once, of which a row may be ${columnsMax}.`,
      'Leave out what no client needs, or share the fields between entities.',
      entity.place,
      `entities.${entity.name}`,
    ),
  ]
}

/** Batches of keys travel as JSON, which has no bytes. */
const blobRelations = (charter: Charter, entity: Entity): readonly Diagnostic[] =>
  entity.relations
    .filter((relation) => entity.fields.some((each) => relation.from.includes(each.name) && isBlob(charter, each)))
    .map((relation) =>
      finding(
        'postgresql-blob-relation',
        `${entity.name}.${relation.name} joins over bytes, which PostgreSQL cannot look up in batches here.`,
        'Relate the entities over text, numbers or uuids.',
        relation.place,
        `entities.${entity.name}.relations.${relation.name}`,
      ),
    )

const isBlob = (charter: Charter, field: Field): boolean => resolved(charter, field.type).kind === 'bytes'

const finding = (
  code: PostgresqlDiagnosticCode,
  message: string,
  hint: string,
  place: Place,
  path: string,
): Diagnostic => ({ code, severity: postgresqlDiagnostics[code], message, hint, place, path })
