export { connectors } from './registry.gen.ts'
export { sqliteDiagnostics } from './sqlite/diagnostics.ts'
export { type OpenedSqlite, openSqlite, openSqliteState, type SqliteOptions } from './sqlite/driver/open.ts'
export { sqlite } from './sqlite/index.ts'
