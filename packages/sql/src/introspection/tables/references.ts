import { type Reference, type ReferringEntity, planRelations as relate } from '../plan-relations.ts'
import type { ForeignKey } from './catalogue.ts'
import type { PlannedTable } from './planned-table.ts'
import type { TableLosses } from './table-losses.ts'

/** The relations of each entity, in the order given; a foreign key that refers to no key is a loss. */
export const planRelations = (tables: readonly PlannedTable[], losses: TableLosses): ReturnType<typeof relate> => {
  const byTable = new Map(tables.map((each) => [each.table.name.toLowerCase(), each]))
  return relate(
    tables.map((each): ReferringEntity => ({ ...each.entity, references: referencesOf(each, byTable, losses) })),
  )
}

const referencesOf = (
  from: PlannedTable,
  byTable: ReadonlyMap<string, PlannedTable>,
  losses: TableLosses,
): readonly Reference[] =>
  from.table.foreignKeys.flatMap((foreignKey) => {
    const to = byTable.get(foreignKey.table.toLowerCase())
    const by = to && fieldsBy(from, to, foreignKey)
    const about = `${from.table.name}.${foreignKey.from.join(', ')}`
    if (to && by)
      return [{ target: to.entity.name, columns: foreignKey.from, targetColumns: foreignKey.to ?? to.entity.key, by }]
    const why = to ? `columns of ${foreignKey.table} that are not its key` : `${foreignKey.table}, which is not there`
    losses.push({
      reason: 'dangling-reference',
      about,
      sentence: `${about} refers to ${why}; it is served as a plain field.`,
    })
    return []
  })

/** The referring fields in the order of the target's key, or null where the key is not what is referred to. */
const fieldsBy = (
  { entity: from }: PlannedTable,
  { entity: to }: PlannedTable,
  { from: columns, to: targets }: ForeignKey,
): readonly string[] | null => {
  const keyColumns = to.key.map((name) => to.fields.find((field) => field.name === name)?.column.toLowerCase())
  const referred = targets?.map((name) => name.toLowerCase()) ?? keyColumns
  if (keyColumns.length === 0 || referred.length !== columns.length || keyColumns.length !== columns.length) return null
  const by = keyColumns.map((name) => {
    const column = columns[referred.indexOf(name ?? '')]?.toLowerCase()
    return from.fields.find((field) => field.column.toLowerCase() === column)?.name
  })
  return by.every((name) => name !== undefined) ? by : null
}
