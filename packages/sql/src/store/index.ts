export { type Condition, ruled } from './condition.ts'
export { Course } from './course.ts'
export { type SqlEntity, sqlEntities } from './entity.ts'
export type { AggregateSql, ColumnSql, EntitySql, RelationSql, UpdateSql } from './entity-sql.ts'
export { indexColumnSuffix } from './entity-sql.ts'
export type { Fragment, Param } from './fragment.ts'
export { named, quoted } from './identifier.ts'
export { oncePerText } from './once-per-text.ts'
export { type OpenedSql, openedSql } from './opened-sql.ts'
export { refusedIn, refusedSomewhere, required, ruleBroken, taken } from './refusals.ts'
export { settingOnly } from './setting-only.ts'
export { slotless, slotsOf } from './slots.ts'
export type { Database } from './sql-database.ts'
export { databaseOf, sqlStore } from './sql-store.ts'
export { type SqlTransaction, sqlTransaction } from './sql-transaction.ts'
export { jsonArrayText, type SqlRow, type SqlValue } from './sql-value.ts'
export { bodyOf, bodyText, linesByNumber, linesMax, linesOf, storeBodies } from './state/audit-lines.ts'
export { claimedAudit } from './state/claimed-audit.ts'
export { type CountedOutbox, countedChanges } from './state/counted-outbox.ts'
export { deleteFrom, insertInto, insertUnlessThere, names, type StateDialect, updateSetting } from './state/dialect.ts'
export { notAllowed, stateNotAllowed } from './state/not-allowed.ts'
export { namedIn } from './state/queue.ts'
export {
  type CompanionOptions,
  digestOf,
  ensureCompanion,
  ensureSchema,
  keepsTenants,
  keptOf,
  type Piecewise,
  type SchemaDialect,
  statementsOf,
} from './state/schema.ts'
export { sharedState } from './state/state.ts'
export { type SqlSteps, stepsOf } from './state/steps.ts'
export { newestTable, newestTables, type StateTypes, sharedTables } from './state/tables.ts'
export { isRead, readOf, type Sql, type Statement, statementIn, textOf, writeOf } from './statement.ts'
export { decode, encode, isUnsaid } from './storage.ts'
export type { Storage } from './stored-as.ts'
export { withoutValues } from './without-values.ts'
export { setting } from './writes.ts'
