// Drivers opened by name: apart from the index, whose connectors load theirs when a database is opened.
export { openMysql, openMysqlState } from './mariadb/driver/mysql-open.ts'
export { openMariadb, openMariadbState } from './mariadb/driver/open.ts'
export { openPostgresql, openPostgresqlState } from './postgresql/driver/open.ts'
export { openSqlite, openSqliteState, type SqliteOptions } from './sqlite/driver/open.ts'
