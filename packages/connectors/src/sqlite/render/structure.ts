import {
  type Charter,
  type ColumnStructure,
  type Entity,
  type Field,
  type IndexStructure,
  resolved,
  type Structure,
  type TableStructure,
} from '@charter/charter'
import { foreignKeysOf, type Index, indexesOf } from '../../render/indexes.ts'
import { columnName, fieldOf, isOwned, literal, quoted, tableName } from '../../render/names.ts'
import { hasIndex, indexColumnName, isSealed, sealedCheck } from '../../render/protect.ts'
import { storedValue } from '../../render/stored-value.ts'
import { versionColumn } from './entity.ts'
import { columnType, storageOf } from './storage.ts'

/** The tables that a charter's own SQLite database has. */
export const structureOf = (charter: Charter): Structure => {
  const owned = charter.entities.filter((entity) => isOwned(charter, entity))
  const taken = new Set(owned.map((entity) => tableName(entity).toLowerCase()))
  return { tables: owned.map((entity) => tableOf(charter, entity, taken)) }
}

const tableOf = (charter: Charter, entity: Entity, taken: Set<string>): TableStructure => {
  const named = (names: readonly string[], of = entity) => names.map((name) => columnName(fieldOf(of, name)))
  return {
    id: entity.id,
    name: tableName(entity),
    columns: [
      ...entity.fields.map((field) => columnOf(charter, entity, field)),
      ...entity.fields.filter(hasIndex).map(blindIndexColumn),
      version(entity),
    ],
    key: named(entity.key),
    foreignKeys: foreignKeysOf(charter, entity).map(({ target, from, to, onDelete }) => ({
      columns: named(from),
      table: target.id,
      references: named(to, target),
      onDelete,
    })),
    indexes: indexesOf(charter, entity).map((index) => indexOf(entity, index, taken)),
  }
}

/** The only key field, numbered by SQLite: then it must be declared right in the column. */
const isNumbered = (entity: Entity, field: Field): boolean =>
  entity.key.length === 1 && entity.key[0] === field.name && field.default?.kind === 'sequence'

const columnOf = (charter: Charter, entity: Entity, field: Field): ColumnStructure => {
  const name = columnName(field)
  const check = valueCheck(charter, field, quoted(name))
  return {
    id: field.id,
    name,
    sqlType: columnType(storageOf(charter, field, true)),
    isRequired: !field.isOptional,
    ...(isNumbered(entity, field) && { isNumbered: true }),
    ...(check !== null && { check }),
    value: storedValue(charter, field),
  }
}

const valueCheck = (charter: Charter, field: Field, name: string): string | null => {
  if (isSealed(field)) return sealedCheck(field, name)
  const type = resolved(charter, field.type)
  if (type.kind === 'enum') return `${name} IN (${type.values.map(literal).join(', ')})`
  return type.kind === 'boolean' ? `${name} IN (0, 1)` : null
}

const blindIndexColumn = (field: Field): ColumnStructure => ({
  id: `${field.id}#index`,
  name: indexColumnName(field),
  sqlType: 'TEXT',
  isRequired: false,
  value: { kind: 'token' },
})

const version = (entity: Entity): ColumnStructure => ({
  id: `${entity.id}#version`,
  name: versionColumn,
  sqlType: 'INTEGER',
  isRequired: true,
  default: '1',
  value: { kind: 'version' },
})

/** Indexes and tables share one name space, in which case does not count. */
const indexOf = (entity: Entity, { fields, isUnique, among }: Index, taken: Set<string>): IndexStructure => {
  const columns = fields.map((name) => indexedName(fieldOf(entity, name)))
  const wanted = `${tableName(entity)}_by_${columns.join('_')}`
  let name = wanted
  for (let number = 2; taken.has(name.toLowerCase()); number++) name = `${wanted}_${number}`
  taken.add(name.toLowerCase())
  const where = among === undefined ? undefined : `${quoted(columnName(fieldOf(entity, among)))} IS NULL`
  return { name, columns, isUnique, ...(where !== undefined && { where }) }
}

/** Equality of an encrypted field is its blind index's. */
const indexedName = (field: Field): string => (hasIndex(field) ? indexColumnName(field) : columnName(field))
