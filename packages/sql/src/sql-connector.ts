import type { Charter, Connector, IntrospectOptions, OpenSource } from '@charter/charter'
import type { StateTables } from './carry/state-tables.ts'
import type { SqlIntrospection } from './introspection/sql-introspection.ts'
import type { SqlStep } from './migrate/step.ts'
import type { PrintedRows } from './printing/printed-rows.ts'
import type { EntitySql } from './store/entity-sql.ts'
import type { Database } from './store/sql-database.ts'

/** A connector of a database that speaks SQL. */
export interface SqlConnector extends Connector<EntitySql, Database, SqlSchema, SqlStep> {
  introspect(url: string, options: IntrospectOptions): Promise<SqlIntrospection>
  /** What the database's own program prints of its rows, where it has one. */
  print?(url: string): Promise<PrintedRows>
  /** DDL of what `open` makes for state in an attached database, with tables of a charter that lie with it, for its owner to make instead. */
  stateDdl(charter?: Charter): Promise<StateDdl>
  /** Where state lies in a database of ours, where rows and state are carried from and to it. */
  readonly stateTables?: StateTables
}

/** DDL that makes a schema, one statement each, in order; before it the structure as data, in comments. */
export type SqlSchema = readonly string[]

export interface StateDdl {
  readonly statements: readonly string[]
  /** What whoever the service signs in as is granted on it; none where nobody signs in. */
  readonly grants: readonly string[]
}

export type OpenSqlSource = OpenSource<EntitySql, Database>

/** Files of a driver's folder, by their names with blanks between. */
export const driverFiles = (names: string): readonly string[] =>
  names
    .split(/\s+/)
    .filter((name) => name !== '')
    .map((name) => `driver/${name}.ts`)
