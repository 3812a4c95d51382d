/** Words that only say how something is kept, not what: of `the users table should have columns for name`, `table` and `columns for`. */
const schemaWords: readonly RegExp[] = [
  /(?<=\b(?:the|an?|each|every|also|create|define|add|named|called)\s+[a-z][\w-]*(?:[ _][a-z][\w-]*)?)\s+tables?\b(?=\s+(?:with|should|needs?|has|have|having|contains?|includes?|must|will|for|that|which|stores?|holds?|keeps?)\b|[,.:;(]|\s*$)/gi,
  /(?<=\b(?:have|has|with|needs?|includes?|contains?|having)\s+)(?:the\s+)?(?:following\s+)?(?:columns?|fields?|attributes?)(?:\s+(?:for|named|called|such as|like))?\s*:?(?=\s+[a-z])/gi,
  /(?<=\w)\s+(?:columns|fields|attributes)(?=\s*(?:[.;]|$))/gi,
  /(?<!\b(?:an?|the|one|each|every|per|no))(?<=\w)\s+column(?=\s*(?:[.,;]|$))/gi,
]

/** The words with such words blanked, so that everything stands where it stood. */
export const withoutSchemaWords = (words: string): string =>
  schemaWords.reduce((text, each) => text.replace(each, (found) => ' '.repeat(found.length)), words)
