import { createHash } from 'node:crypto'
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
import { formOf } from './column-type.ts'
import { versionColumn } from './entity.ts'

/** The tables that a charter's own PostgreSQL database has. */
export const structureOf = (charter: Charter): Structure => ({
  tables: charter.entities.filter((entity) => isOwned(charter, entity)).map((entity) => tableOf(charter, entity)),
})

const tableOf = (charter: Charter, entity: Entity): TableStructure => {
  const named = (names: readonly string[], of = entity) => names.map((name) => columnName(fieldOf(of, name)))
  return {
    id: entity.id,
    schema: entity.binding?.schema ?? 'public',
    name: tableName(entity),
    columns: [
      ...entity.fields.map((field) => columnOf(charter, field)),
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
    indexes: indexesOf(charter, entity).map((index) => indexOf(entity, index)),
  }
}

const columnOf = (charter: Charter, field: Field): ColumnStructure => {
  const name = columnName(field)
  const check = valueCheck(charter, field, quoted(name))
  return {
    id: field.id,
    name,
    sqlType: columnTypeOf(charter, field),
    isRequired: !field.isOptional,
    ...(field.default?.kind === 'sequence' && { isNumbered: true }),
    ...(check !== null && { check }),
    value: storedValue(charter, field),
  }
}

const columnTypeOf = (charter: Charter, field: Field): string => {
  const { type, cast } = formOf(charter, field, true)
  if (type.kind === 'decimal') return `numeric(${type.precision},${type.scale})`
  // Order and equality by code point, whatever the database's own collation.
  return cast === 'text' ? collatedText : cast
}

const collatedText = 'text COLLATE "C"'

/** What the type of the column does not say itself. NaN and infinity are no values of ours. */
const valueCheck = (charter: Charter, field: Field, name: string): string | null => {
  if (isSealed(field)) return sealedCheck(field, name)
  const type = resolved(charter, field.type)
  switch (type.kind) {
    case 'enum':
      return `${name} IN (${type.values.map(literal).join(', ')})`
    case 'decimal':
      return `${name} <> 'NaN'`
    case 'float64':
      return `${name} > '-Infinity' AND ${name} < 'Infinity'`
    default:
      return null
  }
}

const blindIndexColumn = (field: Field): ColumnStructure => ({
  id: `${field.id}#index`,
  name: indexColumnName(field),
  sqlType: collatedText,
  isRequired: false,
  value: { kind: 'token' },
})

const version = (entity: Entity): ColumnStructure => ({
  id: `${entity.id}#version`,
  name: versionColumn,
  sqlType: 'bigint',
  isRequired: true,
  default: '1',
  value: { kind: 'version' },
})

const indexOf = (entity: Entity, { fields, isUnique, among }: Index): IndexStructure => {
  const columns = fields.map((name) => indexedName(fieldOf(entity, name)))
  const where = among === undefined ? undefined : `${quoted(columnName(fieldOf(entity, among)))} IS NULL`
  return {
    name: bounded(`${tableName(entity)}_by_${columns.join('_')}`, isUnique),
    columns,
    isUnique,
    ...(where !== undefined && { where }),
  }
}

const nameBytesMax = 63

/** PostgreSQL cuts names at 63 bytes, and indexes share their names with tables: a digest tells long ones apart. */
const bounded = (wanted: string, isUnique: boolean): string => {
  const name = isUnique ? `${wanted}_key` : `${wanted}_idx`
  if (Buffer.byteLength(name) <= nameBytesMax) return name
  const digest = createHash('sha256').update(name).digest('hex').slice(0, 12)
  let start = wanted
  while (Buffer.byteLength(start) > nameBytesMax - digest.length - 1) start = [...start].slice(0, -1).join('')
  return `${start}_${digest}`
}

/** Equality of an encrypted field is its blind index's. */
const indexedName = (field: Field): string => (hasIndex(field) ? indexColumnName(field) : columnName(field))
