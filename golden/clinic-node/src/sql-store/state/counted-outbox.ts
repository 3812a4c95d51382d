import type { Outbox, RowChange } from '../../runtime/index.ts'
import type { Database } from '../sql-database.ts'
import type { Statement } from '../statement.ts'

/** How an outbox is asked whose positions are whole numbers that grow in the order of commits. */
export interface CountedOutbox {
  /** `"position", "at_ms", "changes"` after a position, which is bound as text, at most so many. */
  readonly after: Statement
  /** The last position that was given out; no row where there was none. */
  readonly last: Statement
}

/** What was changed after a position; null where no such position was given out. */
export const countedChanges = (
  database: Pick<Database, 'all'>,
  { after, last }: CountedOutbox,
): Pick<Outbox, 'changesAfter' | 'isBehind' | 'newestChange'> => {
  const newest = async (): Promise<number> => Number((await database.all(last, []))[0]?.[0] ?? 0)
  return {
    async changesAfter(position, limit) {
      const rows = await database.all(after, [position, limit])
      if (rows.length === 0 && Number(position) > (await newest())) return null
      return rows.map((row) => ({
        position: String(row[0]),
        atMs: Number(row[1]),
        changes: JSON.parse(String(row[2])) as readonly RowChange[],
      }))
    },
    // In the order of commits none waits for another.
    isBehind: async () => false,
    newestChange: async () => String(await newest()),
  }
}
