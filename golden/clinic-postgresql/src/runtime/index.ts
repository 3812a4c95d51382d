export * from './allowed-alike.ts'
export * from './answer-length.ts'
export { withArticle } from './article.ts'
export * from './call.ts'
export { canonicalJson } from './canonical-json.ts'
export { addressPast, type ClientAddress, directAddress, type ForwardedHeader } from './client-address.ts'
export { countedRefusal } from './counted-refusal.ts'
export { credentialBy, credentialHeaders, credentialIn, gatewayHeader } from './credential.ts'
export { evaluate, type Subject, type Truth } from './evaluate.ts'
export { exactNumber, isExactNumber, parseExact } from './exact-json.ts'
export { conditionOf, filterOperators, isSortableType } from './filter.ts'
export { type Followers, followersOf, itemMsMax, tooManyStreams } from './followers.ts'
export * from './input-errors.ts'
export * from './json.ts'
export { compileLike, type Like, likeMemory, likePattern, patternPointsMax } from './like.ts'
export { maskedText, shownOf } from './mask.ts'
export { type Memory, type MemoryOptions, memoryOf } from './memory.ts'
export * from './model.ts'
export * from './page.ts'
export { type Parsed, parseJson } from './parse-json.ts'
export { compilePattern, type Pattern } from './pattern.ts'
export { type Places, type PlacesOptions, placesOf } from './places.ts'
export * from './predicate.ts'
export { principalKey } from './principal-key.ts'
export * from './problem.ts'
export { comesBefore, referenceOrder } from './reference-order.ts'
export { answerBytesMax, bodyBytes, bodyText } from './response-body.ts'
export { doing, nounOf, nounsOf, oneOf } from './said.ts'
export { knownScopes, missingScopes, scopesFor } from './scope.ts'
export { type Directory, directoryOf, type Entry, entryOf } from './selection/directory.ts'
export {
  condition,
  filterValue,
  isObject,
  isOperator,
  isProtected,
  operatorList,
  readFilter,
} from './selection/filter.ts'
export { fieldOf, filterJson, isUnsaid, leafOf, selectionJson } from './selection/json.ts'
export { readSearch, sortOf } from './selection/search.ts'
export * from './service-log.ts'
export * from './serving.ts'
export * from './sql.ts'
export * from './state.ts'
export * from './store.ts'
export {
  joinedText,
  pageRows,
  type TextMember,
  type TextPage,
  type TextPart,
  type TextRow,
  toldOf,
} from './text-part.ts'
export { type Turns, turnsOf } from './turns.ts'
export * from './type.ts'
export { byDeadline, isLate, longestTimerMs, msLeft, type Until, whyOver } from './until.ts'
export { comparePoints, compareValues } from './values/compare.ts'
export { decimalText, scaledOf } from './values/number.ts'
export { pathStep, stepText } from './values/path-step.ts'
export { readMember, readMembers, readValue } from './values/read.ts'
export { readText, textOf } from './values/read-text.ts'
export { type Reading, readingAt } from './values/reading.ts'
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
export { type Denied, whyDenied } from './why.ts'
export { withoutValues } from './without-values.ts'
export { type InputMode, isNeeded, isWritten, ownedEntity, ownedRelations, writtenFields } from './written.ts'
