import { entityName, isPlural, wordsOf } from './names.ts'
import { nounOf } from './statements.ts'

/** An item that is a reference or a collection rather than a field. */
export interface Reference {
  readonly target: string
  readonly kind: 'one' | 'many'
  readonly isOptional: boolean
}

const manyMark =
  /^(?:zero or more|one or more|any number of|lots of|a (?:list|number) of|many|several|multiple|various|some|up to \w+)\s+/i
const oneMark =
  /^(?:exactly one|at most one|one|a single|an?|the|its|which|optionally an?|an optional|zero or one|maybe an?)\s+/i

/** Whether an item of a "has" means other things: `many prescriptions`, `one nurse`, a plural of something known. */
export const referenceOf = (item: string, isKnown: (entity: string) => boolean): Reference | null => {
  if (/^(?:an? |the )?(?:list|number) of/i.test(item) && !isKnown(entityName(item.replace(/^.*? of /i, ''))))
    return null
  const isMany = manyMark.test(item)
  const noun = nounOf(item.replace(manyMark, '').replace(oneMark, ''))
  const words = wordsOf(noun)
  const target = entityName(noun)
  const isPluralNoun = isPlural(words.at(-1) ?? '')
  if (target === '' || words.length > 3) return null
  if (isMany && isPluralNoun && isThing(noun) && (isKnown(target) || !/^(?:some|up to)/i.test(item)))
    return { target, kind: 'many', isOptional: false }
  if (!isKnown(target)) return null
  return {
    target,
    kind: isPluralNoun ? 'many' : 'one',
    isOptional: /\b(?:optional|optionally|at most one|zero or one|maybe|if any)\b/i.test(item),
  }
}

/** Whether a phrase may name something that is kept. */
export const isThing = (phrase: string): boolean => {
  const words = wordsOf(nounOf(phrase))
  const last = words.at(-1)
  return (
    last !== undefined &&
    words.length <= 4 &&
    !notThings.has(words.join('-')) &&
    !notThings.has(last) &&
    /^[a-z]/.test(words[0] ?? '')
  )
}

/** Words that are about the system, not about what it keeps; a draft makes no entity of them. */
const notThings = new Set(
  (
    'id ids identifier identifiers system api app application service backend software website dashboard it its they he she we i you me us this that these those there everyone everything anyone ' +
    'nobody somebody anything nothing background authentication access role roles permission permissions interface entity entities field fields status state column columns ' +
    'who what which each data information detail details thing things way part one two other others many moment time date rest json csv integration response rule rules hi hello thanks screens'
  ).split(' '),
)
