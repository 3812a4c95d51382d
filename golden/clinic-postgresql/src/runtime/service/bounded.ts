import { answerRoom } from '../answer-length.ts'
import type { CallContext } from '../call.ts'
import type { Database, SqlRow, SqlValue, Transaction, TransactionOptions } from '../sql.ts'
import type { Until } from '../until.ts'
import type { Executing } from './executor.ts'

/** The same for one call: there is room for one answer, and each of its statements and transactions ends by the deadline of one call, the waiting for a turn included. */
export const boundedBy = (executing: Executing, context: CallContext): Executing => {
  const database = new BoundedDatabase(executing.database, context)
  return { ...executing, database, store: { ...executing.store, database, room: context.room ?? answerRoom() } }
}

class BoundedDatabase implements Database {
  readonly #database: Database
  readonly #until: Until
  readonly fateOf?: NonNullable<Database['fateOf']>

  constructor(database: Database, until: Until) {
    this.#database = database
    this.#until = until
    if (database.fateOf) this.fateOf = database.fateOf
  }

  all(sql: string, params: readonly SqlValue[]): Promise<readonly SqlRow[]> {
    return this.#database.all(sql, params, this.#until)
  }

  transaction<Result>(work: (on: Transaction) => Promise<Result>, options?: TransactionOptions): Promise<Result> {
    return this.#database.transaction(work, { ...options, until: this.#until })
  }

  get statementCount(): number {
    return this.#database.statementCount
  }

  close(): Promise<void> {
    return this.#database.close()
  }
}
