import { randomUUID } from 'node:crypto'
import { type Queue, type QueueOptions, type Transaction, type Work, webhookNames } from '../../runtime/index.ts'
import type { Database } from '../sql-database.ts'
import { sqlTransaction } from '../sql-transaction.ts'
import type { SqlValue } from '../sql-value.ts'
import { readOf, type Statement } from '../statement.ts'
import { deleteFrom, names, type StateDialect, updateSetting } from './dialect.ts'
import type { SqlSteps } from './steps.ts'

export interface OwnQueueOptions extends Pick<QueueOptions, 'major' | 'holdMs' | 'nowMs'> {
  readonly steps: SqlSteps
}

const columns = ['id', 'operation', 'sealed', 'due_ms', 'holder', 'taken']

/**
 * Work that waits in a table. `due_ms` of what is held is when it may be taken by another: what nobody finishes comes up again by itself, and
 * one condition finds both.
 */
export const ownQueue = (
  database: Database,
  dialect: StateDialect,
  { steps, major, holdMs, nowMs }: OwnQueueOptions,
): Queue => {
  const work = dialect.table('work')
  const dueWhere = (more: string) =>
    readOf(`SELECT ${names(columns)} FROM ${work} WHERE "due_ms" <= ?${more} ORDER BY "due_ms" LIMIT ?`, work)
  const ours = ` AND ("operation" NOT LIKE '%@%' OR "operation" LIKE '%@${major}')`
  const deliveries = [webhookNames.delivery, columnOf({ operation: webhookNames.delivery, major })]
  const due = dueWhere(ours)
  const dueOf = {
    deliveries: dueWhere(' AND "operation" IN (?, ?)'),
    others: dueWhere(`${ours} AND "operation" NOT IN (?, ?)`),
  }
  const take = updateSetting(work, ['holder', 'due_ms', 'taken'], '"id" = ? AND "due_ms" = ? AND "taken" = ?')
  const hold = updateSetting(work, ['due_ms'], '"id" = ? AND "holder" = ?')
  const free = updateSetting(work, ['due_ms', 'holder', 'taken'], '"id" = ? AND "holder" = ?')
  const hurry = updateSetting(work, ['due_ms'], '"id" = ? AND "holder" IS NULL AND "due_ms" > ?')
  const end = deleteFrom(work, '"id" = ? AND "holder" = ?')
  const change = (statement: Statement, values: readonly SqlValue[], transaction: Transaction | null) =>
    dialect.change(database, statement, values, transaction && sqlTransaction(transaction))
  return {
    async putWork(of, transaction) {
      await change(dialect.upsert(work, 'id', columns), waiting(of), transaction)
    },
    async ensureWork(of) {
      await change(dialect.insertNew(work, columns), waiting(of), null)
    },
    async takeWork({ limit, of }) {
      const now = nowMs()
      const [holder, untilMs] = [randomUUID(), now + holdMs]
      const found = of
        ? await database.all(dueOf[of], [now, ...deliveries, limit])
        : await database.all(due, [now, limit])
      const taken = await Promise.all(
        found.map(async ([id, operation, sealed, dueMs, , before]) => {
          const times = Number(before) + 1
          // Of several that found it one finds it still as it was.
          const values = [holder, untilMs, times, String(id), Number(dueMs), Number(before)]
          if ((await change(take, values, null)) === 0) return []
          const is = { id: String(id), ...namedIn(String(operation)), sealed: String(sealed) }
          return [{ ...is, dueMs: Number(dueMs), holder, taken: times }]
        }),
      )
      return taken.flat()
    },
    holdWork: async ({ id, holder }, transaction) =>
      (await change(hold, [nowMs() + holdMs, id, holder], transaction)) === 1,
    delayWork: async ({ id, holder }, dueMs, transaction) =>
      (await change(free, [dueMs, null, 0, id, holder], transaction)) === 1,
    clockMs: async () => nowMs(),
    async hurryWork(id, transaction) {
      const now = nowMs()
      await change(hurry, [now, id, now], transaction)
    },
    async endWork({ id, holder }, transaction) {
      const isHeld = (await change(end, [id, holder], transaction)) === 1
      if (isHeld) await steps.dropSteps(id, transaction)
      return isHeld
    },
    close: async () => {},
  }
}

/** As nobody holds it. */
const waiting = (work: Work): readonly SqlValue[] => [work.id, columnOf(work), work.sealed, work.dueMs, null, 0]

type OfMajor = Pick<Work, 'operation' | 'major'>

/** `importPrices@2`, of a major; no name of an operation has the sign. */
const columnOf = ({ operation, major }: OfMajor): string => (major === undefined ? operation : `${operation}@${major}`)

/** What a column of the queue's table says. */
export const namedIn = (column: string): OfMajor => {
  const [operation = '', major] = column.split('@')
  return { operation, ...(major !== undefined && { major: Number(major) }) }
}
