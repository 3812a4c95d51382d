import { setTimeout as wait } from 'node:timers/promises'
import type { ExampleRows } from '@charter/charter'
import type { State } from '@charter/runtime'
import { type LogKeys, openProtection } from '@charter/runtime/service'
import { type Derived, serverNear } from '@charter/service'
import type { SqlConnector } from '@charter/sql'
import { type Database, readOf, type SqlTransaction } from '@charter/sql/store'
import type { Release } from './held.ts'
import { otherDatabases } from './other-databases.ts'
import { removeAll, replaceRows } from './replace-rows.ts'
import type { Scenario } from './scenario.ts'
import type { Whose } from './target.ts'

/** A throw-away database of a charter's own schema, beside the service that uses it. */
export interface ExampleDatabase {
  readonly url: string
  /** The same database, past the service: to look into, and to do what no API does. */
  readonly database: Database
  /** Where the service keeps its record. */
  readonly state: State
  /** What opens its log where that is sealed at rest; null where nothing is sealed. */
  readonly keys: LogKeys | null
  reset(rows: Scenario['rows']): Promise<void>
  /** Resolves when every row is taken; gives them back untouched when it is told to, and after so many milliseconds. */
  hold(ms: number): Promise<Release>
  /** The address of a database that is not as the charter wants it, made when it is first asked for. */
  another(whose: Whose): Promise<string>
  close(): Promise<void>
}

/** Opens (and makes, `near` says on which server) the database that a service under verification will open too, with the keys in its data folder. */
export const openExampleDatabase = async (
  derived: Derived<SqlConnector>,
  examples: ExampleRows,
  dataFolder: string,
  near = serverNear(),
): Promise<ExampleDatabase> => {
  const temporary = await derived.connector.makeTemporary(near)
  const opened = await derived.connector.open(temporary.url, {
    isReadOnly: false,
    schema: derived.schema,
    statementTimeoutMs,
  })
  const protection = await openProtection({
    model: derived.model,
    state: opened.state,
    env: {},
    mode: 'development',
    dataFolder,
    nowMs: Date.now,
    isAtRest: derived.model.atRest !== undefined,
  })
  const store = opened.store(derived.model, derived.plans)
  const others = otherDatabases(derived, { state: opened.state, near })
  return {
    url: temporary.url,
    database: opened.database,
    state: opened.state,
    keys: protection?.keyring ?? null,
    reset: (rows) => replaceRows({ ...derived, store, protection }, rows === 'example' ? examples.rows : {}),
    hold: (ms) => hold(derived, opened.database, ms),
    another: others.urlOf,
    close: async () => {
      protection?.keyring.close()
      await opened.close().finally(temporary.remove)
      await others.close()
    },
  }
}

const statementTimeoutMs = 10_000

class Released extends Error {}

const hold = async (derived: Derived<SqlConnector>, database: Database, ms: number): Promise<Release> => {
  const held = Promise.withResolvers<void>()
  const released = new AbortController()
  const take = async (transaction: SqlTransaction): Promise<void> => {
    await removeAll(transaction, derived)
    // What is said and not sent yet holds nothing.
    await transaction.all(readOf('SELECT 1'), [])
    held.resolve()
    await wait(ms, undefined, { signal: released.signal }).catch(() => {})
    throw new Released()
  }
  // What the service was asked before may still be under way, and come first.
  const holding = database.transaction(take, { isRepeatable: true })
  holding.catch((error) => {
    if (!(error instanceof Released)) held.reject(error)
  })
  await held.promise
  return async () => {
    released.abort()
    await holding.catch(() => {})
  }
}
