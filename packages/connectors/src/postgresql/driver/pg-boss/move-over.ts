import type { Queue } from '@charter/runtime'
import type { PrimaryDatabase } from '@charter/sql/server'
import { namedIn, readOf, type SqlTransaction } from '@charter/sql/store'
import { stateName } from '../state-name.ts'

/** Pieces of work in one transaction. */
const atOnce = 500

/**
 * What waited in the table of the service's own when pg-boss was chosen waits there from then on. Whoever holds it does nothing more of it,
 * and it is begun again. `makeQueues`: of another major, where what is its own waits. Gives how many went over.
 */
export const moveOver = async (
  database: PrimaryDatabase,
  queue: Pick<Queue, 'putWork'>,
  makeQueues: (major: number) => Promise<void>,
): Promise<number> => {
  const majors = (await database.all(marked, [])).map(([name]) => namedIn(String(name)).major)
  for (const major of new Set(majors)) if (major !== undefined) await makeQueues(major)
  let all = 0
  for (;;) {
    const moved = await database.within('brief', (on) => moveSome(on, queue))
    all += moved
    if (moved < atOnce) return all
  }
}

const marked = readOf(`SELECT DISTINCT "operation" FROM ${stateName}."work" WHERE "operation" LIKE '%@%'`)

const take = `DELETE FROM ${stateName}."work" WHERE "id" IN (SELECT "id" FROM ${stateName}."work" LIMIT ${atOnce} FOR UPDATE SKIP LOCKED)
RETURNING "id", "operation", "sealed", "due_ms"`

const moveSome = async (on: SqlTransaction, queue: Pick<Queue, 'putWork'>): Promise<number> => {
  const rows = await on.all(take, [])
  for (const [id, operation, sealed, dueMs] of rows)
    await queue.putWork(
      { id: String(id), ...namedIn(String(operation)), sealed: String(sealed), dueMs: Number(dueMs) },
      on,
    )
  return rows.length
}
