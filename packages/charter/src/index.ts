export * from './charter.ts'
export { type CheckContext, checkCharter, isRefused } from './check.ts'
export { actionsOf, revealsOf } from './check-access.ts'
export * from './connector.ts'
export * from './diagnostic.ts'
export { type CharterDiagnosticCode, charterDiagnostics } from './diagnostics.ts'
export { parseExpression } from './expression.ts'
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
export { toModel } from './model.ts'
export { didYouMean, nearest } from './near.ts'
export { type CharterDocument, type ParsedCharter, parseCharter } from './parse.ts'
export { kebabOf, pluralOf } from './plural.ts'
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
export { sha256 } from './sha256.ts'
export * from './style.ts'
export { type ExampleRows, exampleRows } from './examples/example-rows.ts'
export { exampleValue, type Exampling } from './examples/example-value.ts'
export { textOfPattern } from './examples/text-of-pattern.ts'
