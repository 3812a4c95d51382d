import type { Connector, OpenSource } from '@charter/charter'
import type { EntitySql } from './store/entity-sql.ts'
import type { Database } from './store/sql-database.ts'

/** A connector of a database that speaks SQL. */
export type SqlConnector = Connector<EntitySql, Database>

export type OpenSqlSource = OpenSource<Database>
