// Drivers opened by name: apart from the index, whose connectors load theirs when a database is opened.
export { type MariadbOptions, type OpenedMariadb, openMariadb, openMariadbState } from './mariadb/driver/open.ts'
export {
  type OpenedPostgresql,
  openPostgresql,
  openPostgresqlState,
  type PostgresqlOptions,
} from './postgresql/driver/open.ts'
export { type OpenedSqlite, openSqlite, openSqliteState, type SqliteOptions } from './sqlite/driver/open.ts'
