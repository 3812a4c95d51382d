import type { Connector, OpenSource } from '@charter/charter'
import type { PrintedRows } from './printing/printed-rows.ts'
import type { EntitySql } from './store/entity-sql.ts'
import type { Database } from './store/sql-database.ts'

/** A connector of a database that speaks SQL. */
export interface SqlConnector extends Connector<EntitySql, Database> {
  /** What the database's own program prints of its rows, where it has one. */
  print?(url: string): Promise<PrintedRows>
}

export type OpenSqlSource = OpenSource<Database>
