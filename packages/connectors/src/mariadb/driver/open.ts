import type { Database, State } from '@charter/runtime'
import { openDatabase } from './database.ts'
import { ensureSchema } from './schema.ts'
import { openState } from './state.ts'

export interface MariadbOptions {
  /** `mariadb://user@host:3306/database?sslmode=verify-full`. */
  readonly url: string
  readonly isReadOnly: boolean
  /** Where state goes when it may not go into the rows' database; closed with it. Absent: in tables beside the rows, in the same transactions. */
  readonly state?: State
  /** DDL of a schema that is ours: made in an empty database, checked in one that is there. Null: an attached database. */
  readonly schema: readonly string[] | null
  readonly statementTimeoutMs: number
  /** Whether the tables that hold state may be made in an attached database. Absent: no. */
  readonly mayCreate?: boolean
  /** Read-only copies that reads outside a transaction may go to: they may lag behind. */
  readonly replicaUrls?: readonly string[]
  /** Sessions with the server, at most; 10 where absent. */
  readonly connectionsMax?: number
}

export interface OpenedMariadb {
  readonly database: Database
  readonly state: State
  close(): Promise<void>
}

/**
 * Opens a MariaDB database for a service. Rejects with a ProblemError (`unavailable`) when the server cannot be reached,
 * or the database holds another schema than the one given, or would have to hold tables for state that may not be made.
 */
export const openMariadb = async (options: MariadbOptions): Promise<OpenedMariadb> => {
  const database = openDatabase(options)
  try {
    // Says now, not with the first request, that a server cannot be reached.
    await database.primary.all('SELECT 1', [])
    if (options.schema && !options.isReadOnly) await ensureSchema(database.primary, options.schema)
    const mayCreate = options.schema !== null || options.mayCreate === true
    const state = options.state ?? (await openState({ database: database.primary, isTransactional: true, mayCreate }))
    return {
      database,
      state,
      async close() {
        await state.close()
        await database.close()
      },
    }
  } catch (error) {
    await database.close()
    throw error
  }
}

const stateTimeoutMs = 10_000

/** A MariaDB database that holds service state alone. Rejects with a ProblemError (`unavailable`) when it cannot be opened. */
export const openMariadbState = async (url: string): Promise<State> => {
  const database = openDatabase({ url, isReadOnly: false, statementTimeoutMs: stateTimeoutMs })
  try {
    const state = await openState({ database: database.primary, isTransactional: false, mayCreate: true })
    return { ...state, close: () => state.close().then(() => database.close()) }
  } catch (error) {
    await database.close()
    throw error
  }
}
