import type { Charter, Entity, Field } from '@charter/charter'
import { indexOf } from '@charter/runtime'
import { type ColumnSql, type EntitySql, indexColumnSuffix } from '../store/entity-sql.ts'
import { named } from '../store/identifier.ts'
import { slotless } from '../store/slots.ts'
import type { Dialect } from './dialect.ts'
import { columnName, isOwned } from './names.ts'

/** Whether a column beside it holds the field's blind index. A token is found by itself. */
export const hasIndex = (field: Pick<Field, 'protect' | 'search'>): boolean =>
  field.protect === 'encrypt' && field.search === 'equals'

/** The column that holds a field's blind index. */
export const indexColumnName = (field: Field): string => `${columnName(field)}${indexColumnSuffix}`

/** A column of ours takes nothing but ciphertexts or tokens; a schema with other protection is another schema. */
export const sealedCheck = ({ protect }: Pick<Field, 'protect'>, column: string): string =>
  `${column} LIKE '${protect === 'tokenize' ? 'tok_%' : 'c1.%'}'`

/** Filters of a column of ciphertexts or tokens: a token that can be searched is found by equality, nothing else is. */
export const sealedFilters = (
  dialect: Pick<Dialect, 'isMember'>,
  field: Field,
  column: string,
): ColumnSql['filters'] =>
  field.protect === 'tokenize' && field.search === 'equals' ? { in: dialect.isMember(column) } : {}

/** `columns` of an entity's blind indexes. */
export const indexColumns = (dialect: Dialect, entity: Entity): Readonly<Record<string, ColumnSql>> =>
  Object.fromEntries(
    entity.fields.filter(hasIndex).map((field) => {
      const column = `t.${named(indexColumnName(field))}`
      const sql: ColumnSql = {
        select: column,
        sort: column,
        storage: { kind: 'text' },
        filters: { in: dialect.isMember(column) },
        isNullable: true,
        name: indexColumnName(field),
      }
      return [indexOf(field.name), sql]
    }),
  )

/** Names and columns of what a write sets beside the fields themselves. */
export const indexWrites = (entity: Entity): readonly { readonly name: string; readonly column: string }[] =>
  entity.fields.filter(hasIndex).map((field) => ({ name: indexOf(field.name), column: named(indexColumnName(field)) }))

/** `EntitySql.reseal`, where the entity has encrypted fields. Tokens stay; what they stand for is sealed in the vault. */
export const resealOf = (
  dialect: Dialect,
  charter: Charter,
  entity: Entity,
  isRow: string,
): Pick<EntitySql, 'reseal'> => {
  const encrypted = entity.fields.filter((field) => field.protect === 'encrypt')
  if (encrypted.length === 0 || !isOwned(charter, entity) || entity.key.length === 0) return {}
  const columns = [
    ...encrypted.map((field) => ({ name: field.name, column: named(columnName(field)) })),
    ...indexWrites(entity),
  ]
  const sets = columns.map(({ column }) => `${column} = ?`).join(', ')
  const same = columns.map(({ column }) => `t.${column} ${dialect.same} ?`).join(' AND ')
  return {
    reseal: {
      sql: `UPDATE ${slotless(dialect.table(entity))} AS t SET ${sets} WHERE ${isRow} AND ${same}`,
      fields: columns.map(({ name }) => name),
    },
  }
}
