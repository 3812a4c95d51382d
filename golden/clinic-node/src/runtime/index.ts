export * from './call/allowed-alike.ts'
export { type AskedValue, askedValues, principalValue, type Subject } from './call/asked.ts'
export * from './call/call.ts'
export { type CarriedAnswer, isJsonType } from './call/carried-answer.ts'
export { addressPast, type ClientAddress, directAddress, type ForwardedHeader } from './call/client-address.ts'
export { networkOf } from './call/client-network.ts'
export { countedRefusal } from './call/counted-refusal.ts'
export {
  credentialBy,
  credentialHeaders,
  credentialIn,
  gatewayHeader,
  organisationHeader,
} from './call/credential.ts'
export { evaluate, type Truth } from './call/evaluate.ts'
export type { FileAsked, FileCalls, FileRange, FileSaid, OpenedFile, UploadProgress } from './call/file-calls.ts'
export type { FileValue } from './call/file-value.ts'
export { type FollowedRun, followedRun } from './call/followed-run.ts'
export { type Followers, followersOf, itemMsMax, tooManyStreams } from './call/followers.ts'
export { hasWork } from './call/has-work.ts'
export { keyEquals } from './call/key-equals.ts'
export { mayBeDerived } from './call/may-be-derived.ts'
export * from './call/model.ts'
export * from './call/predicate.ts'
export { principalKey } from './call/principal-key.ts'
export { comesBefore, referenceOrder } from './call/reference-order.ts'
export { routeInput } from './call/route-input.ts'
export { knownScopes, missingScopes, scopesFor } from './call/scope.ts'
export * from './call/service-backend.ts'
export * from './call/service-log.ts'
export type { FromPage, PageProof, Sessions } from './call/sessions.ts'
export {
  joinedText,
  pageRows,
  type TextMember,
  type TextPage,
  type TextPart,
  type TextRow,
  toldOf,
} from './call/text-part.ts'
export { hasWebhooks, webhookNames } from './call/webhook-names.ts'
export { type Denied, whyDenied } from './call/why.ts'
export {
  everyField,
  type InputMode,
  isDerived,
  isNeeded,
  isWritten,
  needsProtection,
  ownedEntity,
  ownedRelations,
  writtenFields,
} from './call/written.ts'
export { kindFamilies, knownKinds } from './files/sniff/known-kinds.ts'
export { standingOf } from './identity/standing.ts'
export * from './limits/answer-length.ts'
export { type Memory, type MemoryOptions, memoryOf } from './limits/memory.ts'
export { type Places, type PlacesOptions, placesOf } from './limits/places.ts'
export { answerBytesMax, bodyBytes, bodyText } from './limits/response-body.ts'
export { tokenBucket } from './limits/token-bucket.ts'
export { type Turns, turnsOf } from './limits/turns.ts'
export { byDeadline, isLate, longestTimerMs, msLeft, type Until, whyOver } from './limits/until.ts'
export { withArticle } from './problem/article.ts'
export * from './problem/input-errors.ts'
export * from './problem/problem.ts'
export { doing, nounOf, nounsOf, oneOf } from './problem/said.ts'
export { conditionOf, filterOperators, isSortableType } from './selection/condition.ts'
export { type Directory, directoryOf, type Entry, entryOf } from './selection/directory.ts'
export {
  condition,
  filterValue,
  isOperator,
  isProtected,
  operatorList,
  readFilter,
} from './selection/filter.ts'
export { fieldOf, filterJson, isUnsaid, leafOf, selectionJson } from './selection/json.ts'
export { readSearch, sortOf } from './selection/search.ts'
export { ConfigError } from './settings/config-error.ts'
export type { QueueKind } from './settings/jobs.ts'
export * from './store/queue.ts'
export * from './store/state.ts'
export * from './store/store.ts'
export type { TemporaryDatabase } from './store/temporary-database.ts'
export * from './store/transaction.ts'
export { canonicalJson } from './values/canonical-json.ts'
export { comparePoints, compareValues } from './values/compare.ts'
export { exactNumber, isExactNumber, parseExact } from './values/exact-json.ts'
export { instantAt } from './values/instant-at.ts'
export * from './values/json.ts'
export { compileLike, type Like, likeMemory, likePattern, patternPointsMax } from './values/like.ts'
export { maskedText, shownOf } from './values/mask.ts'
export { decimalText, scaledOf } from './values/number.ts'
export { type Parsed, parseJson } from './values/parse-json.ts'
export { pathStep, stepText } from './values/path-step.ts'
export { compilePattern, type Pattern } from './values/pattern.ts'
export { readMember, readMembers, readValue } from './values/read.ts'
export { type ReadContext, readingAt } from './values/read-context.ts'
export { readText, textOf } from './values/read-text.ts'
export {
  durationMicros,
  durationText,
  instantOf,
  instantOfDigits,
  instantOfMicros,
  isDate,
  microsOf,
} from './values/temporal.ts'
export { lengthOf, pointName } from './values/text.ts'
export * from './values/type.ts'
