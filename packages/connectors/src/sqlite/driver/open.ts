import { statSync } from 'node:fs'
import { ProblemError, problem, type State } from '@charter/runtime'
import { type OpenedSql, openedSql } from '@charter/sql/store'
import { openDatabase } from './database.ts'
import { pathOf } from './path-of.ts'
import { ensureSchema } from './schema.ts'
import { openState } from './state.ts'

export interface SqliteOptions {
  /** `file:clinic.db`, `file:///srv/clinic.db`, a path, or `:memory:`. */
  readonly url: string
  readonly isReadOnly: boolean
  /** Where state goes when it may not go into the rows' file; closed with it. Absent: beside the rows, in the same transactions. */
  readonly state?: State
  /** DDL of a schema that is ours: made in a new file, checked in an existing one. Null: an attached file. */
  readonly schema: readonly string[] | null
  /** How long a write waits for another process's write, and a read takes at most, unless its call's deadline is earlier. */
  readonly statementTimeoutMs: number
}

/**
 * Opens a SQLite file for a service. Rejects with a ProblemError (`unavailable`) when the file cannot be opened, or holds
 * another schema than the one given. Nothing is created in an attached file: it needs a `state` of its own.
 */
export const openSqlite = async (options: SqliteOptions): Promise<OpenedSql> => {
  const { url, isReadOnly, state, schema, statementTimeoutMs: waitMs } = options
  if (schema === null && state === undefined)
    throw new ProblemError(
      problem('unavailable', {
        cause: new Error(
          'Nothing is created in a SQLite file that is there already, so its service keeps state elsewhere: leave `state: source` out of the charter, or name a database for it.',
        ),
      }),
    )
  if (schema === null) requireFile(pathOf(url))
  const database = openDatabase({ path: pathOf(url), isReadOnly, isOwned: schema !== null, waitMs })
  try {
    if (schema && !isReadOnly) await ensureSchema(database, schema)
    return openedSql(database, state ?? (await openState({ database, isTransactional: true })))
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
  const state = await openState({ database, isTransactional: false })
  return { ...state, close: () => state.close().then(() => database.close()) }
}
