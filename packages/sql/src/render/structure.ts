import { type Charter, type Entity, type Field, isSealed, resolved, tenantFieldOf } from '@charter/charter'
import type { Type } from '@charter/runtime'
import { quoted } from '../store/identifier.ts'
import { literal } from '../store/text.ts'
import type { ColumnStructure, IndexStructure, Structure, TableStructure } from '../structure.ts'
import { foreignKeysOf, type Index, indexesOf } from './indexes.ts'
import { columnName, fieldOf, isOwned, placedWithState, type StatePlace, tableName, versionColumn } from './names.ts'
import { hasIndex, indexColumnName, sealedCheck } from './protect.ts'
import { tenantOfKey } from './row-key.ts'
import { storedValue } from './stored-value.ts'

/** How one database spells the tables that a charter wants in it. */
export interface StructureSpelling {
  readonly statePlace: StatePlace
  /** The schema of an entity's table, where the database has schemas. */
  readonly place: (entity: Entity) => Pick<TableStructure, 'schema'>
  readonly columnType: (charter: Charter, field: Field) => string
  /** Types of what Charter adds: blind indexes, and the row's version. */
  readonly tokenType: string
  readonly versionType: string
  readonly isNumbered: (entity: Entity, field: Field) => boolean
  /** What the type of the column does not say itself, enums apart; null for nothing. */
  readonly check: (type: Type, name: string) => string | null
  readonly indexName: (entity: Entity, columns: readonly string[], isUnique: boolean) => string
}

/** The tables that are a charter's own: all of them in a database of ours, those that lie with the state elsewhere. */
export const structureIn = (spelling: StructureSpelling, given: Charter): Structure => {
  const charter = placedWithState(given, spelling.statePlace)
  const owned = charter.entities.filter((entity) => isOwned(charter, entity))
  return { tables: owned.map((entity) => tableOf(spelling, charter, entity)) }
}

const tableOf = (spelling: StructureSpelling, charter: Charter, entity: Entity): TableStructure => {
  const named = (names: readonly string[], of = entity) => names.map((name) => columnName(fieldOf(of, name)))
  const [tenant] = named(tenantOfKey(charter, entity))
  const keptBy = charter.access.tenancy?.rowSecurity === true ? tenantFieldOf(charter, entity) : undefined
  return {
    id: entity.id,
    ...spelling.place(entity),
    name: tableName(entity),
    columns: [
      ...entity.fields.map((field) => columnOf(spelling, charter, entity, field)),
      ...entity.fields.filter(hasIndex).map((field) => blindIndexColumn(spelling, field)),
      version(spelling, entity),
    ],
    key: named(entity.key),
    ...(tenant !== undefined && { within: tenant }),
    ...(keptBy !== undefined && { tenant: columnName(keptBy) }),
    foreignKeys: foreignKeysOf(charter, entity).map(({ target, from, to, onDelete }) => ({
      columns: named(from),
      table: target.id,
      references: named(to, target),
      onDelete,
    })),
    indexes: indexesOf(charter, entity).map((index) => indexOf(spelling, entity, index)),
  }
}

const columnOf = (spelling: StructureSpelling, charter: Charter, entity: Entity, field: Field): ColumnStructure => {
  const name = columnName(field)
  const check = checkOf(spelling, charter, field, quoted(name))
  return {
    id: field.id,
    name,
    sqlType: spelling.columnType(charter, field),
    isRequired: !field.isOptional,
    ...(spelling.isNumbered(entity, field) && { isNumbered: true }),
    ...(check !== null && { check }),
    value: storedValue(charter, field),
  }
}

const checkOf = (spelling: StructureSpelling, charter: Charter, field: Field, name: string): string | null => {
  if (isSealed(field)) return sealedCheck(field, name)
  const type = resolved(charter, field.type)
  return type.kind === 'enum' ? `${name} IN (${type.values.map(literal).join(', ')})` : spelling.check(type, name)
}

const blindIndexColumn = ({ tokenType }: StructureSpelling, field: Field): ColumnStructure => ({
  id: `${field.id}#index`,
  name: indexColumnName(field),
  sqlType: tokenType,
  isRequired: false,
  value: { kind: 'token' },
})

const version = ({ versionType }: StructureSpelling, entity: Entity): ColumnStructure => ({
  id: `${entity.id}#version`,
  name: versionColumn,
  sqlType: versionType,
  isRequired: true,
  default: '1',
  value: { kind: 'version' },
})

const indexOf = (spelling: StructureSpelling, entity: Entity, { fields, isUnique, among }: Index): IndexStructure => {
  const columns = fields.map((name) => indexedName(fieldOf(entity, name)))
  const where = among === undefined ? undefined : `${quoted(columnName(fieldOf(entity, among)))} IS NULL`
  return {
    name: spelling.indexName(entity, columns, isUnique),
    columns,
    isUnique,
    ...(where !== undefined && { where }),
  }
}

/** Equality of an encrypted field is its blind index's. */
const indexedName = (field: Field): string => (hasIndex(field) ? indexColumnName(field) : columnName(field))
