export { type AccessRow, type Verdict, verdictText } from './access-row.ts'
export * from './charter.ts'
export { checkCharter, isRefused } from './check.ts'
export { actionsOf, revealsOf } from './check-access.ts'
export type { CheckContext, PlannedNames } from './check-context.ts'
export { composedText, fileAt } from './compose.ts'
export * from './connector.ts'
export * from './diagnostic.ts'
export { type CharterDiagnosticCode, charterDiagnostics } from './diagnostics.ts'
export { type Diff, type DiffContext, diffCharters, type StructureChange } from './diff.ts'
export type { AccessChange } from './diff-access.ts'
export { markdownOfDiff, type ReviewOptions } from './diff-markdown.ts'
export { type CharterEdit, editCharter } from './edit.ts'
export { doubledOf, gerundOf } from './english/gerund.ts'
export { pluralNoun, singularNoun } from './english/number.ts'
export { isClock } from './examples/clock.ts'
export { type ExampleQuestion, inDevelopment, isAllowedExample } from './examples/example-access.ts'
export { examplePrincipal } from './examples/example-principal.ts'
export { type ExampleRows, exampleRows } from './examples/example-rows.ts'
export { type ExampleOptions, exampleValue } from './examples/example-value.ts'
export { isChecked, isValueOf, meetsChecks } from './examples/meet-checks.ts'
export { rowAround } from './examples/row-around.ts'
export { rowsOfOne } from './examples/rows-of-one.ts'
export { textOfPattern } from './examples/text-of-pattern.ts'
export { parseExpression } from './expression.ts'
export { formatDiff } from './format-diff.ts'
export { includesIn, withIncluded } from './includes.ts'
export { isKeyType } from './key-type.ts'
export * from './language.ts'
export {
  emptyLock,
  formatLock,
  type Lock,
  type LockedEntity,
  type LockedName,
  type Provenance,
  readLock,
  updateLock,
} from './lock.ts'
export * from './migration.ts'
export { membershipModel, toModel, writableOf } from './model.ts'
export { didYouMean, nearest } from './near.ts'
export { isKeptWithState, isOfEngine, isOurs, isStateWith } from './ours.ts'
export * from './own-listener.ts'
export { type CharterDocument, type ParsedCharter, type ParseOptions, parseCharter } from './parse.ts'
export { kebabOf, pluralOf } from './plural.ts'
export { type ResolvedSet, relatedSet } from './related-set.ts'
export {
  createReporter,
  type Declarations,
  error,
  hasErrors,
  type Location,
  type Reporter,
  sortDiagnostics,
  warning,
} from './report.ts'
export { resolved } from './resolved.ts'
export { charterSchema } from './schema.ts'
export { sha256 } from './sha256.ts'
export { shapes } from './shapes.ts'
export { moveOf, moveProse, stateProse } from './state-prose.ts'
export * from './style.ts'
export * from './style-settings.ts'
export { isKeyWithinTenant, tenantFieldOf } from './tenant-key.ts'
export type { Transport, TransportListener } from './transport.ts'
export { isTrueAt, member, type Tree, textAt, textsAt } from './tree.ts'
export type { Widening } from './widening.ts'
