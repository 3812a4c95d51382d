import { setTimeout as wait } from 'node:timers/promises'
import type { ExampleRows, TemporaryDatabase } from '@charter/charter'
import type { Database, State } from '@charter/runtime'
import { openProtection } from '@charter/runtime/service'
import { type Derived, serverNear } from '@charter/service'
import { removeAll, replaceRows } from './replace-rows.ts'
import type { Scenario } from './scenario.ts'

/** Made by the service of another charter, or by somebody else altogether. */
export type Whose = 'another' | 'foreign'

/** A throw-away database of a charter's own schema, beside the service that uses it. */
export interface ExampleDatabase {
  readonly url: string
  /** The same database, past the service: to look into, and to do what no API does. */
  readonly database: Database
  /** Where the service keeps its record. */
  readonly state: State
  reset(rows: Scenario['rows']): Promise<void>
  /** Resolves when every row is taken, and gives them back untouched after so many milliseconds. */
  hold(ms: number): Promise<void>
  /** The address of a database that is not this charter's, made when it is first asked for. */
  another(whose: Whose): Promise<string>
  close(): Promise<void>
}

/** Opens (and makes) the database that a service under verification will open too, with the keys in its data folder. */
export const openExampleDatabase = async (
  derived: Derived,
  examples: ExampleRows,
  dataFolder: string,
): Promise<ExampleDatabase> => {
  const temporary = await derived.connector.makeTemporary(serverNear())
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
  })
  const others = new Map<Whose, TemporaryDatabase>()
  const other = async (whose: Whose): Promise<TemporaryDatabase> => {
    const made = await derived.connector.makeTemporary(serverNear())
    others.set(whose, made)
    const options = { isReadOnly: false, statementTimeoutMs }
    if (whose === 'another') {
      const schema = (derived.schema ?? []).slice(0, -1)
      await (await derived.connector.open(made.url, { ...options, schema })).close()
    } else {
      const state = { ...opened.state, close: async () => {} }
      const foreign = await derived.connector.open(made.url, { ...options, schema: null, state })
      const [table = ''] = (derived.schema ?? []).filter((each) => each.startsWith('CREATE TABLE'))
      await foreign.database.transaction((transaction) => transaction.run(table, []))
      await foreign.close()
    }
    return made
  }
  return {
    url: temporary.url,
    database: opened.database,
    state: opened.state,
    reset: (rows) =>
      replaceRows({ ...derived, database: opened.database, protection }, rows === 'example' ? examples.rows : {}),
    hold: (ms) => hold(derived, opened.database, ms),
    another: async (whose) => (others.get(whose) ?? (await other(whose))).url,
    close: async () => {
      protection?.keyring.close()
      await opened.close().finally(temporary.remove)
      for (const each of others.values()) await each.remove()
    },
  }
}

const statementTimeoutMs = 10_000

class Released extends Error {}

const hold = async (derived: Derived, database: Database, ms: number): Promise<void> => {
  const held = Promise.withResolvers<void>()
  const holding = database.transaction(async (transaction) => {
    await removeAll(transaction, derived)
    held.resolve()
    await wait(ms)
    throw new Released()
  })
  holding.catch((error) => {
    if (!(error instanceof Released)) held.reject(error)
  })
  await held.promise
}
