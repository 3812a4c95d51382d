import { wordsOf } from './reading.ts'

/** What a charter is made of: who asks for one of these asks for a part of the charter, not for a field called so. */
const parts = new Set(
  'relation relationship link reference connection association pointer state check rule constraint validation condition role right permission list value operation action field column attribute property entity table type something anything thing stuff'.split(
    ' ',
  ),
)
/** Kinds of things that charters say otherwise, whatever stands before them: `an approval step`. */
const partLast =
  /\bforeign keys?\b|\b(?:step|state machine|workflow|index|validation|constraint|relation|relationship|association|permission)s?\b(?:\s+(?:on|for|to|of|in)\b.*)?$/i
/** `approval by a manager` is what somebody does. */
const doneBySomebody = /\sby\s+(?:an?|the|one)\s/i
const partsSaid =
  /^(?:an?\s+|the\s+|some\s+|new\s+)*(?:relation|relationship|link|reference|connection|state|check|rule|constraint|condition|role|right|permission|operation)s?\s+(?:called|named|that|to|from|between|for|of|with|saying|which)\b/i

/** Words of sentences: a name that has one was cut out of what was not understood. */
const sentenceWords = new Set(
  'who whom whose which that than to be been am are was were may can could must should shall will would might cannot has have had do does not no if when while unless until because also optionally only several many another other owned belonging pointing referring everyone everybody anyone nobody someone we you they he she it i there here this these those great please might so as with without or and need needs get gets give gives'.split(
    ' ',
  ),
)

/** Whether words for a new field say only what kind of thing it would be (`a rule`, `a link to bookings`). */
export const isPartOfCharter = (item: string): boolean => {
  if (/\b(?:field|column)\s+(?:called|named)\b/i.test(item)) return false
  const words = wordsOf(item.replace(/^(?:(?:an?|the|some|new|any|more|optional|required)\s+)+/i, ''))
  const [word = '', more] = words
  return (
    partsSaid.test(item) ||
    partLast.test(item) ||
    doneBySomebody.test(item) ||
    (more === undefined && (parts.has(word) || parts.has(word.replace(/s$/, ''))))
  )
}

/** Whether words cannot be a name of anything, as one of them belongs to a sentence. */
export const isNoName = (name: string): boolean => wordsOf(name).some((word) => sentenceWords.has(word.toLowerCase()))
