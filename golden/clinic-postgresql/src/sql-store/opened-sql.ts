import type { ServiceModel, State, Store } from '../runtime/index.ts'
import type { EntitySql } from './entity-sql.ts'
import type { Database } from './sql-database.ts'
import { sqlStore } from './sql-store.ts'

/** A database with the state of a service, in it or elsewhere. */
export interface OpenedSql {
  /** Its rows as a service asks for them; `sql`: what the connector rendered of the charter. */
  store(model: ServiceModel, sql: readonly EntitySql[]): Store
  /** The same rows, for who speaks SQL. */
  readonly database: Database
  readonly state: State
  /** Of both: the state first, which may wait for what is still to be written. */
  close(): Promise<void>
}

/** A database that is open, and the state that goes with it and is closed with it. */
export const openedSql = (database: Database, state: State): OpenedSql => ({
  store: (model, sql) => sqlStore(model, sql, database),
  database,
  state,
  async close() {
    await state.close()
    await database.close()
  },
})
