export { compareIntrospection, type Drift, type DriftKind } from './introspection/drift.ts'
export { postgresqlDiagnostics } from './postgresql/diagnostics.ts'
export {
  type OpenedPostgresql,
  openPostgresql,
  openPostgresqlState,
  type PostgresqlOptions,
} from './postgresql/driver/open.ts'
export { postgresql } from './postgresql/index.ts'
export { connectors } from './registry.gen.ts'
export { type Unindexed, unindexed } from './render/unindexed.ts'
export { sqliteDiagnostics } from './sqlite/diagnostics.ts'
export { type OpenedSqlite, openSqlite, openSqliteState, type SqliteOptions } from './sqlite/driver/open.ts'
export { sqlite } from './sqlite/index.ts'
