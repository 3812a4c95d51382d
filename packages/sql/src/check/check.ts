import {
  type Charter,
  type Diagnostic,
  type Entity,
  type Field,
  isKeptWithState,
  type Place,
  resolved,
} from '@charter/charter'
import { columnName, isOwned, placedWithState, type StatePlace, versionColumn } from '../render/names.ts'
import { hasIndex, indexColumnName } from '../render/protect.ts'

/** What differs between databases in what they cannot hold of a charter. */
export interface CheckDialect {
  /** Name of the connector, with which the codes begin. */
  readonly name: string
  readonly title: string
  /** What else it finds than a database of any kind, each an error with a page `docs/diagnostics/<name>-<code>.md`. */
  readonly codes: readonly string[]
  accepts(url: string): boolean
  readonly statePlace: StatePlace
  /** Names that come out the same are one name to the database; `why` says so where that is not plain. */
  readonly folds: { readonly name: (name: string) => string; readonly why?: string }
  /** The table, as its owner would say it. */
  table(entity: Entity): string
  /** Why a table's name is none that a service may use; null where it is. */
  reservedTable(entity: Entity): { readonly message: string; readonly hint: string } | null
  /** Columns of a table of ours that are the database's own, beside the one that counts writes. */
  readonly reservedColumns: ReadonlySet<string>
  /** How long a name may be in a table of ours; null: as long as it likes. */
  readonly nameLength: { lengthOf(name: string): number; readonly most: number; readonly unit: string } | null
  /** Whether tables of ours can keep tenants apart themselves. */
  readonly keepsTenants?: boolean
  /** How many columns an entity may have at most, blind indexes among them, and what of the database it comes from. */
  readonly columns: { readonly most: number; readonly why: string }
  /** What else it cannot hold of a field. */
  field(charter: Charter, entity: Entity, field: Field): readonly Refused[]
  /** Whether values of a field do not fit into a JSON array, by which related rows are looked up. */
  isBlob(charter: Charter, field: Field): boolean
}

export interface Refused {
  /** Without the connector's name: `sequence`. */
  readonly code: string
  readonly message: string
  readonly hint: string
}

interface At {
  readonly place: Place
  readonly path: string
}

/** What is found in a charter of any database. */
const anyCodes = ['name-clash', 'name-length', 'reserved-name', 'blob-relation', 'field-count', 'row-security']

const codesOf = ({ codes, nameLength }: CheckDialect): readonly string[] => [
  ...anyCodes.filter((code) => code !== 'name-length' || nameLength !== null),
  ...codes,
]

/** `Connector.check` of a database whose entities are tables, with the codes that it finds. */
export const checkWith = (dialect: CheckDialect) =>
  Object.assign(
    (charter: Charter): readonly Diagnostic[] => found(dialect, placedWithState(charter, dialect.statePlace)),
    {
      codes: codesOf(dialect).map((code) => `${dialect.name}-${code}`),
    },
  )

const found = (dialect: CheckDialect, charter: Charter): readonly Diagnostic[] => {
  const here = charter.entities.filter((entity) =>
    charter.sources.some((source) => source.name === entity.source && isOf(dialect, source)),
  )
  return [
    ...clashes(
      dialect,
      here.filter((entity) => isOwned(charter, entity)),
      (entity) => `${entity.source}.${dialect.table(entity)}`,
      (entity, other) => `Entities ${entity.name} and ${other.name} would share the table ${dialect.table(entity)}.`,
    ),
    ...here.flatMap((entity) => checkEntity(dialect, charter, entity)),
    ...rowSecurity(dialect, charter, here),
  ]
}

/** Asked of tables that cannot say themselves whose rows are there, it would be believed of them; it is told once. */
const rowSecurity = (dialect: CheckDialect, charter: Charter, here: readonly Entity[]): readonly Diagnostic[] => {
  if (charter.access.tenancy?.rowSecurity !== true) return []
  const of = here.find((entity) => dialect.keepsTenants !== true || !isOwned(charter, entity))
  if (!of) return []
  const why =
    dialect.keepsTenants === true ? 'are somebody else’s' : `are in ${dialect.title}, which has no row-level security`
  const refused = {
    code: 'row-security',
    message: `Tables of ${of.source} ${why}: they keep no tenants apart themselves.`,
    hint: 'Leave `rowSecurity` out of `access.tenancy`, or use a PostgreSQL database of the service’s own.',
  }
  return [finding(dialect, refused, { place: of.place, path: 'access.tenancy.rowSecurity' })]
}

const isOf = ({ name, accepts }: CheckDialect, source: Charter['sources'][number]): boolean =>
  source.database === undefined ? source.kind === 'url' && accepts(source.url) : source.database === name

const checkEntity = (dialect: CheckDialect, charter: Charter, entity: Entity): readonly Diagnostic[] => {
  const path = `entities.${entity.name}`
  const reserved = isKeptWithState(charter, entity) ? null : dialect.reservedTable(entity)
  const { why = '' } = dialect.folds
  return [
    ...(reserved ? [finding(dialect, { ...reserved, code: 'reserved-name' }, { place: entity.place, path })] : []),
    ...(isOwned(charter, entity) ? lengths(dialect, entity) : []),
    ...clashes(
      dialect,
      [
        ...entity.fields,
        ...entity.fields.filter(hasIndex).map((field) => ({ ...field, column: indexColumnName(field) })),
      ],
      columnName,
      (field, other) => `Fields ${field.name} and ${other.name} of ${entity.name} would share a column${why}.`,
      `${path}.fields`,
    ),
    ...entity.fields.flatMap((field) => checkField(dialect, charter, entity, field)),
    ...blobRelations(dialect, charter, entity),
    ...manyFields(dialect, entity),
  ]
}

interface Named {
  readonly name: string
  readonly place: Place
}

const clashes = <Item extends Named>(
  dialect: CheckDialect,
  items: readonly Item[],
  nameOf: (item: Item) => string,
  sentence: (item: Item, other: Item) => string,
  path = 'entities',
): readonly Diagnostic[] => {
  const first = new Map<string, Item>()
  return items.flatMap((item) => {
    const name = dialect.folds.name(nameOf(item))
    const other = first.get(name)
    if (!other) {
      first.set(name, item)
      return []
    }
    const refused = { code: 'name-clash', message: sentence(item, other), hint: 'Rename one of them.' }
    return [finding(dialect, refused, { place: item.place, path: `${path}.${item.name}` })]
  })
}

/** A longer name is cut without a word, and two may then be one. */
const lengths = (dialect: CheckDialect, entity: Entity): readonly Diagnostic[] => {
  const { nameLength, title, table } = dialect
  if (nameLength === null) return []
  const { lengthOf, most, unit } = nameLength
  const path = `entities.${entity.name}`
  const names = [
    { name: lastName(table(entity)), place: entity.place, path },
    ...entity.fields.map((field) => ({
      name: hasIndex(field) ? indexColumnName(field) : columnName(field),
      place: field.place,
      path: `${path}.fields.${field.name}`,
    })),
  ]
  return names
    .filter(({ name }) => lengthOf(name) > most)
    .map(({ name, ...at }) =>
      finding(
        dialect,
        {
          code: 'name-length',
          message: `The name "${name}" has ${lengthOf(name)} ${unit}; ${title} keeps ${most}.`,
          hint: 'Give it a shorter name.',
        },
        at,
      ),
    )
}

/** `"public"."patient"` without the schema and the quotes. */
const lastName = (table: string): string => (/(?:^|\.)"((?:[^"]|"")*)"$/.exec(table)?.[1] ?? '').replaceAll('""', '"')

const checkField = (dialect: CheckDialect, charter: Charter, entity: Entity, field: Field): readonly Diagnostic[] => {
  const at = { place: field.place, path: `entities.${entity.name}.fields.${field.name}` }
  const column = columnName(field)
  const isReserved =
    isOwned(charter, entity) &&
    [...dialect.reservedColumns, versionColumn].map(dialect.folds.name).includes(dialect.folds.name(column))
  return [
    ...dialect.field(charter, entity, field),
    ...(isReserved
      ? [{ code: 'reserved-name', message: `The column name "${column}" is reserved.`, hint: 'Rename the field.' }]
      : []),
  ].map((refused) => finding(dialect, refused, at))
}

/** Batches of keys travel as JSON, which has no bytes. */
const blobRelations = (dialect: CheckDialect, charter: Charter, entity: Entity): readonly Diagnostic[] =>
  entity.relations
    .filter(({ from }) => entity.fields.some((field) => from.includes(field.name) && dialect.isBlob(charter, field)))
    .map(({ name, place }) =>
      finding(
        dialect,
        {
          code: 'blob-relation',
          message: `${entity.name}.${name} joins over bytes, which ${dialect.title} cannot look up in batches here.`,
          hint: 'Relate the entities over text, numbers or uuids.',
        },
        { place, path: `entities.${entity.name}.relations.${name}` },
      ),
    )

const manyFields = (dialect: CheckDialect, { name, fields, place }: Entity): readonly Diagnostic[] => {
  const { most, why } = dialect.columns
  const count = fields.length + fields.filter(hasIndex).length
  const refused = {
    code: 'field-count',
    message: `${name} has ${count} columns; ${why}, of which a row may be ${most}.`,
    hint: 'Leave out what no client needs, or share the fields between entities.',
  }
  return count <= most ? [] : [finding(dialect, refused, { place, path: `entities.${name}` })]
}

export const isBytes = (charter: Charter, field: Field): boolean => resolved(charter, field.type).kind === 'bytes'

const finding = (dialect: CheckDialect, { code, message, hint }: Refused, at: At): Diagnostic => {
  const { name } = dialect
  if (!codesOf(dialect).includes(code)) throw new Error(`${name} declares no diagnostic ${code}.`)
  return { code: `${name}-${code}`, severity: 'error', message, hint, ...at }
}
