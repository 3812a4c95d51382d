import { statSync } from 'node:fs'
import { ProblemError, problem, type State } from '../runtime/index.ts'
import { type OpenedSql, openedSql } from '../sql-store/index.ts'
import { openDatabase } from './database.ts'
import { pathOf } from './path-of.ts'
import { ensureCompanion, ensureSchema } from './schema.ts'
import { openState } from './state.ts'

export interface SqliteOptions {
  /** `file:clinic.db`, `file:///srv/clinic.db`, a path, or `:memory:`. */
  readonly url: string
  readonly isReadOnly: boolean
  /** Where state goes when it may not go into the rows' file; closed with it. Absent: beside the rows, in the same transactions. */
  readonly state?: State
  /** DDL of a schema that is ours: made in a new file, checked in an existing one. Null: an attached file. */
  readonly schema: readonly string[] | null
  /** DDL of tables of ours that lie with the state in an attached file; absent: there are none. */
  readonly companion?: readonly string[] | null
  /** Whether tables for state, and those that lie with it, may be made in an attached file. Absent: no. */
  readonly mayCreate?: boolean
  /** How long a write waits for another process's write, and a read takes at most, unless its call's deadline is earlier. */
  readonly statementTimeoutMs: number
}

/**
 * Opens a SQLite file for a service. Rejects with a ProblemError (`unavailable`) when the file cannot be opened, or holds
 * another schema than the one given. Nothing is created in an attached file but tables with the reserved prefix, and only with `mayCreate`.
 */
export const openSqlite = async (options: SqliteOptions): Promise<OpenedSql> => {
  const { url, isReadOnly, state, schema, companion, statementTimeoutMs: waitMs } = options
  const mayCreate = schema !== null || options.mayCreate === true
  if (schema === null) requireFile(pathOf(url))
  const database = openDatabase({ path: pathOf(url), isReadOnly, isOwned: schema !== null, waitMs })
  try {
    if (schema && !isReadOnly) await ensureSchema(database, schema)
    const opened = state ?? (await openState({ database, isTransactional: true, mayCreate }))
    if (companion && !isReadOnly) await ensureCompanion(database, { schema: companion, mayCreate })
    return openedSql(database, opened)
  } catch (error) {
    await database.close()
    throw error
  }
}

/** SQLite makes a file that is not there, also for who only wants to read it. */
export const requireFile = (path: string): void => {
  if (statSync(path, { throwIfNoEntry: false })?.isFile()) return
  throw new ProblemError(problem('unavailable', { cause: new Error(`There is no SQLite file ${path}.`) }))
}

const stateWaitMs = 10_000

/** A SQLite file that holds service state alone. Rejects with a ProblemError (`unavailable`) when it cannot be opened. */
export const openSqliteState = async (url: string): Promise<State> => {
  const database = openDatabase({ path: pathOf(url), isReadOnly: false, isOwned: true, waitMs: stateWaitMs })
  const state = await openState({ database, isTransactional: false, mayCreate: true })
  return { ...state, close: () => state.close().then(() => database.close()) }
}
