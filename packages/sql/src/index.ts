export { type Carried, type CarryOptions, type CarryPlace, carry } from './carry/carry.ts'
export type { RowsProof } from './carry/prove.ts'
export type { StateTables } from './carry/state-tables.ts'
export { type CheckDialect, checkWith, isBytes, type Refused } from './check/check.ts'
export { boundedType } from './introspection/bounded-type.ts'
export { compareIntrospection } from './introspection/compare-introspection.ts'
export type { Drift } from './introspection/drift.ts'
export { firstKey } from './introspection/first-key.ts'
export { computed, partlyUnique, renamed } from './introspection/loss-sentences.ts'
export { losesLetters, type Naming, namingOf } from './introspection/naming.ts'
export type { Plan, PlannedEntity, PlannedField } from './introspection/plan.ts'
export { isNamedAsKey, planRelations, type Reference, type ReferringEntity } from './introspection/plan-relations.ts'
export { pluralFor } from './introspection/plural-for.ts'
export { introspectionOf, type SqlIntrospection, type TableIndexes } from './introspection/sql-introspection.ts'
export type {
  Catalogue,
  CatalogueDialect,
  Column,
  ForeignKey as CatalogueForeignKey,
  ReadType,
  Table,
  TableIndex,
} from './introspection/tables/catalogue.ts'
export type { Condition } from './introspection/tables/conditions.ts'
export { constrained } from './introspection/tables/constrain.ts'
export { planTables } from './introspection/tables/plan.ts'
export { tableLossReasons } from './introspection/tables/table-losses.ts'
export { closingAt, isSign, isWord, type Token, tokensOf } from './introspection/tables/tokens.ts'
export { cellText, indexesOfTable, titleOf } from './introspection/tables/told.ts'
export { camel, claim, entityNameOf, memberNameOf, wordsOf } from './introspection/words.ts'
export { scalar } from './introspection/yaml.ts'
export { castsAmong, changeOfKinds, type WiderKinds } from './migrate/change-of.ts'
export type {
  Alias,
  Alteration,
  Assigned,
  Bridge,
  Constraint,
  Fill,
  MigrationDialect,
  MigrationSession,
  On,
} from './migrate/dialect.ts'
export { beforeSuffix } from './migrate/expand-columns.ts'
export { fillWith } from './migrate/fill.ts'
export { matchById, matchByName } from './migrate/match.ts'
export { migrateWith } from './migrate/migrate.ts'
export { nullsRefused } from './migrate/refused.ts'
export { onAnswers, serverSession } from './migrate/server-session.ts'
export type { Batches, SqlStep } from './migrate/step.ts'
export {
  addStep,
  constraintNames,
  createStep,
  dropStep,
  missing,
  referenceName,
  referSentence,
  stepIn,
  unreferSteps,
} from './migrate/table-steps.ts'
export type { PrintedRows } from './printing/printed-rows.ts'
export { runProgram } from './printing/run-program.ts'
export { spelledWith, withoutZeros, withScale } from './printing/spelled.ts'
export { isNested, spoken } from './printing/spoken.ts'
export { floatSum, floatSums, twoTo64 } from './render/aggregate.ts'
export { columnWith, comparisons } from './render/column-sql.ts'
export { columnText, indexText, schemaWith, type TableDialect, tableText } from './render/declare.ts'
export type { ColumnAt, Compared, Dialect, RuleOperand } from './render/dialect.ts'
export { encoded } from './render/encode.ts'
export { type EntityDialect, isWritten, renderWith } from './render/entity.ts'
export { exactStorage, storageIn } from './render/exact-storage.ts'
export { foreignKeyText } from './render/foreign-key-text.ts'
export { raw, write } from './render/fragment.ts'
export { indexNameWithin } from './render/index-name.ts'
export { constrainedFields } from './render/indexes.ts'
export { insertedOf, insertText } from './render/inserted.ts'
export { nameList, primaryKey, tableIn } from './render/list.ts'
export {
  columnName,
  columnOf,
  entityOf,
  fieldOf,
  isOwned,
  placedWithState,
  prefixedPlace,
  type StatePlace,
  snakeCase,
  tableName,
  versionColumn,
} from './render/names.ts'
export {
  hasIndex,
  indexColumnName,
  indexColumns,
  indexWrites,
  resealOf,
  sealedFilters,
} from './render/protect.ts'
export { ruleFragment } from './render/rule.ts'
export { structureIn } from './render/structure.ts'
export { type Unindexed, unindexed } from './render/unindexed.ts'
export { driverFiles, type OpenSqlSource, type SqlConnector, type SqlSchema, type StateDdl } from './sql-connector.ts'
export { withCompanion } from './state-ddl.ts'
export { named, quoted } from './store/identifier.ts'
export { literal } from './store/text.ts'
export type {
  ColumnStructure,
  ForeignKeyStructure,
  IndexStructure,
  StoredValue,
  Structure,
  TableStructure,
} from './structure.ts'
