import { type Charter, type Entity, type Field, resolved } from '@charter/charter'
import { type ForeignKey, foreignKeysOf, type Index, indexesOf } from '../../render/indexes.ts'
import { columnName, fieldOf, isOwned, literal, quoted, tableName } from '../../render/names.ts'
import { hasIndex, indexColumnName, indexWrites, isSealed, sealedCheck } from '../../render/protect.ts'
import { versionColumn } from './entity.ts'
import { columnType, storageOf } from './storage.ts'

/** DDL of the tables that a charter's own SQLite database has: one statement each, tables before indexes. */
export const createSchema = (charter: Charter): readonly string[] => {
  const owned = charter.entities.filter((entity) => isOwned(charter, entity))
  const taken = new Set(owned.map((entity) => tableName(entity).toLowerCase()))
  return [
    ...owned.map((entity) => tableOf(charter, entity)),
    ...owned.flatMap((entity) => indexesOf(charter, entity).map((index) => indexText(entity, index, taken))),
  ]
}

const tableOf = (charter: Charter, entity: Entity): string => {
  const lines = [
    ...entity.fields.map((field) => columnText(charter, entity, field)),
    ...indexWrites(entity).map(({ column }) => `${column} TEXT`),
    `${quoted(versionColumn)} INTEGER NOT NULL DEFAULT 1`,
    ...(isNumbered(entity) ? [] : [`PRIMARY KEY ${columns(entity, entity.key)}`]),
    ...foreignKeysOf(charter, entity).map((each) => foreignKey(entity, each)),
  ]
  return `CREATE TABLE ${quoted(tableName(entity))} (\n  ${lines.join(',\n  ')}\n) STRICT`
}

/** The only key field, numbered by SQLite: then it must be declared right in the column. */
const isNumbered = (entity: Entity): boolean =>
  entity.key.length === 1 && fieldOf(entity, entity.key[0] ?? '').default?.kind === 'sequence'

const columnText = (charter: Charter, entity: Entity, field: Field): string => {
  const name = quoted(columnName(field))
  const type = columnType(storageOf(charter, field, true))
  // AUTOINCREMENT: the number of a deleted row is never given again, so an audit trail stays about one row.
  if (isNumbered(entity) && entity.key.includes(field.name)) return `${name} INTEGER PRIMARY KEY AUTOINCREMENT`
  return `${name} ${type}${field.isOptional ? '' : ' NOT NULL'}${valueCheck(charter, field, name)}`
}

const valueCheck = (charter: Charter, field: Field, name: string): string => {
  if (isSealed(field)) return sealedCheck(field, name)
  const type = resolved(charter, field.type)
  if (type.kind === 'enum') return ` CHECK (${name} IN (${type.values.map(literal).join(', ')}))`
  return type.kind === 'boolean' ? ` CHECK (${name} IN (0, 1))` : ''
}

const foreignKey = (entity: Entity, { target, from, to, onDelete }: ForeignKey): string =>
  `FOREIGN KEY ${columns(entity, from)} REFERENCES ${quoted(tableName(target))} ${columns(target, to)} ON DELETE ${onDelete}`

/** Indexes and tables share one name space, in which case does not count. */
const indexText = (entity: Entity, { fields, isUnique, among }: Index, taken: Set<string>): string => {
  const wanted = `${tableName(entity)}_by_${fields.map((name) => indexedName(fieldOf(entity, name))).join('_')}`
  let name = wanted
  for (let number = 2; taken.has(name.toLowerCase()); number++) name = `${wanted}_${number}`
  taken.add(name.toLowerCase())
  const kind = isUnique ? 'UNIQUE INDEX' : 'INDEX'
  return `CREATE ${kind} ${quoted(name)} ON ${quoted(tableName(entity))} ${columns(entity, fields, indexedName)}${among === undefined ? '' : ` WHERE ${quoted(columnName(fieldOf(entity, among)))} IS NULL`}`
}

/** Equality of an encrypted field is its blind index's. */
const indexedName = (field: Field): string => (hasIndex(field) ? indexColumnName(field) : columnName(field))

const columns = (entity: Entity, fields: readonly string[], nameOf = columnName): string =>
  `(${fields.map((name) => quoted(nameOf(fieldOf(entity, name)))).join(', ')})`
