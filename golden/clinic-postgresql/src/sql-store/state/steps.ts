import { parseExact, type Steps, type Transaction } from '../../runtime/index.ts'
import type { Database } from '../sql-database.ts'
import { sqlTransaction } from '../sql-transaction.ts'
import { readOf } from '../statement.ts'
import { deleteFrom, insertInto, type StateDialect } from './dialect.ts'

export interface SqlSteps extends Steps {
  /** Whoever ends the work does so in the same transaction. */
  dropSteps(work: string, transaction: Transaction | null): Promise<void>
}

/** What steps gave, in a table beside the work, whatever queue that waits in. */
export const stepsOf = (database: Database, dialect: StateDialect): SqlSteps => {
  const step = dialect.table('work_step')
  const found = readOf(`SELECT "value" FROM ${step} WHERE "work" = ? AND "step" = ?`, step)
  const save = insertInto(step, ['work', 'step', 'value'])
  const drop = deleteFrom(step, '"work" = ?')
  return {
    async findStep(work, name, transaction) {
      const [row] = await (transaction ? sqlTransaction(transaction) : database).all(found, [work, name])
      return row ? { value: parseExact(String(row[0])) } : null
    },
    async saveStep(work, name, value, transaction) {
      const values = [work, name, JSON.stringify(value)]
      await dialect.change(database, save, values, transaction && sqlTransaction(transaction))
    },
    async dropSteps(work, transaction) {
      await dialect.change(database, drop, [work], transaction && sqlTransaction(transaction))
    },
  }
}
