import { type Hold, parseExact, type Queue, type Transaction, type Work } from '../../runtime/index.ts'
import type { Database } from '../sql-database.ts'
import { sqlTransaction } from '../sql-transaction.ts'
import type { SqlValue } from '../sql-value.ts'
import { readOf, type Statement } from '../statement.ts'
import { deleteFrom, insertInto, names, type StateDialect, updateSetting } from './dialect.ts'

const columns = ['id', 'operation', 'sealed', 'due_ms', 'holder', 'taken']

/**
 * Work that waits in a table. `due_ms` of what is held is when it may be taken by another: what nobody finishes comes up again by itself, and
 * one condition finds both.
 */
export const queueOf = (database: Database, dialect: StateDialect): Queue => {
  const [work, step] = [dialect.table('work'), dialect.table('work_step')]
  const dueWhere = (more: string) =>
    readOf(`SELECT ${names(columns)} FROM ${work} WHERE "due_ms" <= ?${more} ORDER BY "due_ms" LIMIT ?`, work)
  const [due, dueOf, dueBut] = [dueWhere(''), dueWhere(' AND "operation" = ?'), dueWhere(' AND "operation" <> ?')]
  const take = updateSetting(work, ['holder', 'due_ms', 'taken'], '"id" = ? AND "due_ms" = ? AND "taken" = ?')
  const hold = updateSetting(work, ['due_ms'], '"id" = ? AND "holder" = ?')
  const free = updateSetting(work, ['due_ms', 'holder', 'taken'], '"id" = ? AND "holder" = ?')
  const hurry = updateSetting(work, ['due_ms'], '"id" = ? AND "holder" IS NULL AND "due_ms" > ?')
  const end = deleteFrom(work, '"id" = ? AND "holder" = ?')
  const endSteps = deleteFrom(step, '"work" = ?')
  const stepOf = readOf(`SELECT "value" FROM ${step} WHERE "work" = ? AND "step" = ?`, step)
  const change = (statement: Statement, values: readonly SqlValue[], transaction: Transaction | null) =>
    dialect.change(database, statement, values, transaction && sqlTransaction(transaction))
  return {
    async putWork(of, transaction) {
      await change(dialect.upsert(work, 'id', columns), waiting(of), transaction)
    },
    async ensureWork(of) {
      await change(dialect.insertNew(work, columns), waiting(of), null)
    },
    async takeWork({ holder, nowMs, heldUntilMs, limit, of }) {
      const found = of
        ? await database.all(of.isThat ? dueOf : dueBut, [nowMs, of.operation, limit])
        : await database.all(due, [nowMs, limit])
      const taken = await Promise.all(
        found.map(async ([id, operation, sealed, dueMs, , before]) => {
          const times = Number(before) + 1
          // Of several that found it one finds it still as it was.
          const values = [holder, heldUntilMs, times, String(id), Number(dueMs), Number(before)]
          if ((await change(take, values, null)) === 0) return []
          const is = { id: String(id), operation: String(operation), sealed: String(sealed) }
          return [{ ...is, dueMs: Number(dueMs), holder, taken: times }]
        }),
      )
      return taken.flat()
    },
    holdWork: async ({ id, holder }, untilMs, transaction) =>
      (await change(hold, [untilMs, id, holder], transaction)) === 1,
    delayWork: async ({ id, holder }, dueMs, transaction) =>
      (await change(free, [dueMs, null, 0, id, holder], transaction)) === 1,
    async hurryWork(id, dueMs, transaction) {
      await change(hurry, [dueMs, id, dueMs], transaction)
    },
    async endWork({ id, holder }: Hold, transaction) {
      const isHeld = (await change(end, [id, holder], transaction)) === 1
      if (isHeld) await change(endSteps, [id], transaction)
      return isHeld
    },
    async findStep(id, name, transaction) {
      const [row] = await (transaction ? sqlTransaction(transaction) : database).all(stepOf, [id, name])
      return row ? { value: parseExact(String(row[0])) } : null
    },
    async saveStep(id, name, value, transaction) {
      const values = [id, name, JSON.stringify(value)]
      await change(insertInto(step, ['work', 'step', 'value']), values, transaction)
    },
  }
}

/** As nobody holds it. */
const waiting = ({ id, operation, sealed, dueMs }: Work): readonly SqlValue[] => [id, operation, sealed, dueMs, null, 0]
