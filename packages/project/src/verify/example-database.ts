import type { ExampleRows } from '@charter/charter'
import type { Database, State } from '@charter/runtime'
import { openProtection } from '@charter/runtime/service'
import { type Derived, serverNear } from '@charter/service'
import { replaceRows } from './replace-rows.ts'
import type { Scenario } from './scenario.ts'

/** A throw-away database of a charter's own schema, beside the service that uses it. */
export interface ExampleDatabase {
  readonly url: string
  /** The same database, past the service: to look into, and to do what no API does. */
  readonly database: Database
  /** Where the service keeps its record. */
  readonly state: State
  reset(rows: Scenario['rows']): Promise<void>
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
    statementTimeoutMs: 10_000,
  })
  const protection = await openProtection({
    model: derived.model,
    state: opened.state,
    env: {},
    mode: 'development',
    dataFolder,
    nowMs: Date.now,
  })
  return {
    url: temporary.url,
    database: opened.database,
    state: opened.state,
    reset: (rows) =>
      replaceRows({ ...derived, database: opened.database, protection }, rows === 'example' ? examples.rows : {}),
    close: async () => {
      protection?.keyring.close()
      await opened.close().finally(temporary.remove)
    },
  }
}
