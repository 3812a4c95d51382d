import type { Type } from '@charter/runtime'
import type { PlannedField } from '@charter/sql'
import type { PlannedTable } from './planned-table.ts'

/** References of references are followed this far. */
const roundsMax = 8

/**
 * A reference is spelled as the key it refers to: an `integer` column that refers to a `bigint` one is an int64 too, and
 * keeps its column's own type for the statements.
 */
export const alike = (tables: readonly PlannedTable[]): readonly PlannedTable[] => {
  let now = tables
  for (let round = 0; round < roundsMax; round++) {
    const next = once(now)
    if (next.every((table, at) => table === now[at])) return next
    now = next
  }
  return now
}

const once = (tables: readonly PlannedTable[]): readonly PlannedTable[] => {
  const byId = new Map(tables.map((table) => [table.relation.id, table]))
  return tables.map((table) => {
    const types = targetTypes(table, byId)
    if (types.size === 0) return table
    const fields = table.entity.fields.map((field): PlannedField => {
      const type = types.get(field.column)
      const columnType = table.relation.columns.find(({ name }) => name === field.column)?.typeText
      return type ? { ...field, type, ...(columnType !== undefined && { columnType }) } : field
    })
    return { ...table, entity: { ...table.entity, fields } }
  })
}

/** By column, where the type it refers to spells its values otherwise. */
const targetTypes = (table: PlannedTable, byId: ReadonlyMap<number, PlannedTable>): ReadonlyMap<string, Type> => {
  const types = new Map<string, Type>()
  for (const { kind, columns, targetId, targetColumns } of table.relation.constraints) {
    if (kind !== 'foreign') continue
    columns.forEach((column, at) => {
      const here = fieldOf(table, column)
      const there = fieldOf(byId.get(targetId), targetColumns[at])
      if (here && there && isWhole(here.type) && isWhole(there.type) && isText(here.type) !== isText(there.type))
        types.set(here.column, there.type)
    })
  }
  return types
}

const isWhole = ({ kind }: Type): boolean => kind === 'int32' || kind === 'int64'

const isText = (type: Type): boolean => type.kind === 'int64' && !type.isNumber

const fieldOf = (table: PlannedTable | undefined, column: string | undefined): PlannedField | undefined =>
  table?.entity.fields.find((field) => field.column === column)
