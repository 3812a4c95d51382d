import type { ServiceModel } from '@charter/runtime'
import type { Database, EntitySql, SqlTransaction } from '@charter/sql/store'

/** What each part of the suite works on. */
export interface Suite {
  readonly model: ServiceModel
  /** The open database; only inside a test, as it is opened before them. */
  database(): Database
  write<Result>(work: (transaction: SqlTransaction) => Promise<Result>): Promise<Result>
  /** What was rendered for an entity. */
  of(name: string): EntitySql
}
