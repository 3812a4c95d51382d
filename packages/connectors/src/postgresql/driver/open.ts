import type { Database, State } from '@charter/runtime'
import { openDatabase } from './database.ts'
import { ensureSchema } from './schema.ts'
import { openState } from './state.ts'

export interface PostgresqlOptions {
  /** `postgres://user@host:5432/database?sslmode=verify-full`. */
  readonly url: string
  readonly isReadOnly: boolean
  /** Where state goes when it may not go into the rows' database; closed with it. Absent: in a companion schema there, in the same transactions. */
  readonly state?: State
  /** DDL of a schema that is ours: made in an empty database, checked in one that is there. Null: an attached database. */
  readonly schema: readonly string[] | null
  readonly statementTimeoutMs: number
  /** Whether the schema that holds state may be made in an attached database. Absent: no. */
  readonly mayCreate?: boolean
  /** Read-only copies that reads outside a transaction may go to: they may lag behind. */
  readonly replicaUrls?: readonly string[]
  /** Sessions with the server, at most; 10 where absent. */
  readonly connectionsMax?: number
  /** How long work waits for a session before it is `unavailable`; as long as a statement may run where absent. */
  readonly waitMs?: number
}

export interface OpenedPostgresql {
  readonly database: Database
  readonly state: State
  close(): Promise<void>
}

/**
 * Opens a PostgreSQL database for a service. Rejects with a ProblemError (`unavailable`) when the server cannot be reached,
 * or the database holds another schema than the one given, or would have to hold one for state that may not be made.
 * Nothing is created in an attached database but that, and only with `mayCreate`.
 */
export const openPostgresql = async (options: PostgresqlOptions): Promise<OpenedPostgresql> => {
  const database = openDatabase({ ...options, isAttached: options.schema === null && !options.isReadOnly })
  try {
    // Says now, not with the first request, that a server cannot be reached.
    await database.primary.all('SELECT 1', [])
    if (options.schema && !options.isReadOnly) await ensureSchema(database.primary, options.schema)
    const mayCreate = options.schema !== null || options.mayCreate === true
    const state = options.state ?? (await openState({ database: database.primary, isTransactional: true, mayCreate }))
    return opened(database, state)
  } catch (error) {
    await database.close()
    throw error
  }
}

const opened = (database: Database, state: State): OpenedPostgresql => ({
  database,
  state,
  async close() {
    await state.close()
    await database.close()
  },
})

const stateTimeoutMs = 10_000

/** A PostgreSQL database that holds service state alone. Rejects with a ProblemError (`unavailable`) when it cannot be opened. */
export const openPostgresqlState = async (url: string): Promise<State> => {
  const database = openDatabase({ url, isReadOnly: false, statementTimeoutMs: stateTimeoutMs })
  try {
    const state = await openState({ database: database.primary, isTransactional: false, mayCreate: true })
    return { ...state, close: () => state.close().then(() => database.close()) }
  } catch (error) {
    await database.close()
    throw error
  }
}
