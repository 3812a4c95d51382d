import type { State } from '../runtime/index.ts'
import {
  type Database,
  ensureCompanion,
  ensureSchema,
  keepsTenants,
  type OpenedSql,
  openedSql,
  readOf,
  type SchemaDialect,
  type SqlTransaction,
} from '../sql-store/index.ts'
import type { PrimaryDatabase, ServerDatabase } from './database.ts'

/** A database of a server, and how it is asked. */
export interface DatabaseOptions {
  /** `postgres://user@host:5432/database?sslmode=verify-full`, or with the scheme of another server. */
  readonly url: string
  readonly isReadOnly: boolean
  readonly statementTimeoutMs: number
  /** Read-only copies that reads outside a transaction may go to: they may lag behind. */
  readonly replicaUrls?: readonly string[]
  /** Sessions with the server, at most; 10 where absent. */
  readonly connectionsMax?: number
  /** How long work waits for a session before it is `unavailable`; as long as a statement may run where absent. */
  readonly waitMs?: number
  /** Tables are somebody else's, who may have triggers on them. */
  readonly isAttached?: boolean
  /** Its tables say themselves whose rows are there. */
  readonly keepsTenants?: boolean
}

export interface OpenOptions extends Omit<DatabaseOptions, 'isAttached' | 'keepsTenants'> {
  /** Where state goes when it may not go into the rows' database; closed with it. Absent: there, in the same transactions. */
  readonly state?: State
  /** DDL of a schema that is ours: made in an empty database, checked in one that is there. Null: an attached database. */
  readonly schema: readonly string[] | null
  /** DDL of tables of ours that lie with the state in an attached database; absent: there are none. */
  readonly companion?: readonly string[] | null
  /** Whether what holds state, and tables that lie with it, may be made in an attached database. Absent: no. */
  readonly mayCreate?: boolean
}

export interface StateOptions {
  /** Of the database, for who opens sessions of their own. */
  readonly url: string
  /** The database that holds the state: the server itself, never a replica. */
  readonly database: PrimaryDatabase
  /** The rows are in the same database, so a write's transaction carries the state too. */
  readonly isTransactional: boolean
  /** Whether what is missing may be made. */
  readonly mayCreate: boolean
}

/** A kind of server. */
export interface Server {
  openDatabase(options: DatabaseOptions): ServerDatabase
  /** How a database of ours keeps which structure it has. */
  readonly schema: SchemaDialect
  /** Work that makes structure: of replicas that start at once one does it at a time, and sees what the one before has made. */
  setUp(database: PrimaryDatabase, work: (transaction: SqlTransaction) => Promise<void>): Promise<void>
  openState(options: StateOptions): Promise<State>
}

/** Opens a database for a service. Rejects with a ProblemError (`unavailable`); nothing is left open then. */
export const openOn = async (server: Server, options: OpenOptions): Promise<OpenedSql> => {
  const { isReadOnly, schema, companion } = options
  const database = server.openDatabase({
    ...options,
    isAttached: schema === null && !isReadOnly,
    keepsTenants: keepsTenants(schema ?? []),
  })
  return orClosed(database, async () => {
    // Says now, not with the first request, that a server cannot be reached.
    await database.primary.all(readOf('SELECT 1'), [])
    if (schema && !isReadOnly) await ensureSchema(schemed(server, database.primary), schema, server.schema)
    const mayCreate = schema !== null || options.mayCreate === true
    const state =
      options.state ??
      (await server.openState({ url: options.url, database: database.primary, isTransactional: true, mayCreate }))
    if (companion && !isReadOnly)
      await ensureCompanion(schemed(server, database.primary), { schema: companion, dialect: server.schema, mayCreate })
    return openedSql(database, state)
  })
}

const schemed = ({ setUp }: Server, database: PrimaryDatabase): Parameters<typeof ensureSchema>[0] => ({
  all: (sql, values) => database.all(sql, values),
  setUp: (work) => setUp(database, work),
})

const stateTimeoutMs = 10_000

/** Opens a database that holds service state alone. Rejects with a ProblemError (`unavailable`). */
export const openStateOn = async (server: Server, url: string): Promise<State> => {
  const database = server.openDatabase({ url, isReadOnly: false, statementTimeoutMs: stateTimeoutMs })
  return orClosed(database, async () => {
    const state = await server.openState({ url, database: database.primary, isTransactional: false, mayCreate: true })
    return { ...state, close: () => state.close().then(() => database.close()) }
  })
}

const orClosed = async <Result>(database: Database, work: () => Promise<Result>): Promise<Result> => {
  try {
    return await work()
  } catch (error) {
    await database.close()
    throw error
  }
}
