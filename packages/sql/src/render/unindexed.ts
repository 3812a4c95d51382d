import type { Charter } from '@charter/charter'
import type { TableIndexes } from '../introspection/sql-introspection.ts'
import { quoted } from '../store/identifier.ts'
import { foundBy } from './indexes.ts'
import { columnName, fieldOf, isOwned, tableName } from './names.ts'

/** What rows of somebody else's table are found by without an index: every row is then looked at. */
export interface Unindexed {
  /** `orders.customer_id`. */
  readonly about: string
  /** What its owner may run. */
  readonly sql: string
}

/**
 * Columns of a database that is not ours by which relations and rules of a charter find rows, and that no index of it begins with.
 * Columns of text without a bound are left out where only a rule asks for them, as in databases of ours.
 */
export const unindexed = (charter: Charter, tables: readonly TableIndexes[]): readonly Unindexed[] => {
  const found = new Map<string, Unindexed>()
  for (const entity of charter.entities.filter((each) => !isOwned(charter, each))) {
    const [table, schema] = [tableName(entity), entity.binding?.schema]
    const has = tables.find((each) => each.table === table && (schema ?? each.schema) === each.schema)
    if (!has) continue
    for (const fields of foundBy(charter, entity)) {
      const columns = fields.map((name) => columnName(fieldOf(entity, name)))
      if (has.indexes.some((index) => columns.every((column) => index.slice(0, columns.length).includes(column))))
        continue
      const place = has.schema === undefined ? quoted(table) : `${quoted(has.schema)}.${quoted(table)}`
      const name = has.schema === undefined ? `${quoted(`${table}_by_${columns.join('_')}`)} ` : ''
      const about = `${table}.${columns.join(', ')}`
      found.set(about, { about, sql: `CREATE INDEX ${name}ON ${place} (${columns.map(quoted).join(', ')})` })
    }
  }
  return [...found.values()]
}
