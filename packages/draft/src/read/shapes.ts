import { entityName, isPlural, wordsOf } from './names.ts'
import { itemsOf, nounOf, type Statement } from './statements.ts'

/** `1..n sensors per machine: …`, `several lines per order`: many of the first belong to one of the second. */
export const perShape = ({ text }: Statement): { readonly part: string; readonly whole: string } | null => {
  const [, part, whole] =
    /^(?:there (?:can be|are|may be)\s+)?(?:1\.\.n|0\.\.n|n|many|several|multiple|one or more|any number of)\s+([a-z][\w -]{1,30}?) per ([a-z]\w+)\b/i.exec(
      text,
    ) ?? []
  return part !== undefined && whole !== undefined && isThing(part) && isThing(whole) ? { part, whole } : null
}

/** `a department (name, building)`: what is said of a thing where it is named. */
export const aside = (item: string): readonly string[] => {
  const [, inside] = /\(([^()]+,[^()]+)\)/.exec(item) ?? []
  return inside === undefined ? [] : itemsOf(inside)
}

/** A statement that says what something has. */
export interface HasShape {
  readonly subject: string
  readonly items: readonly string[]
}

const subject = `(?:(?:an?|each|every|all|any|the|our)\\s+)?([A-Za-z][\\w'’ -]{0,48}?)`
const hasVerb =
  '(?:has|have|keeps?|holds?|contains?|carr(?:y|ies)|consists? of|comprises?|includes?|shows?|stores?|comes with|is described by|is made up of|needs(?: columns for)?|should (?:have|include|contain)(?: columns(?: for)?)?|must have|shall (?:have|hold))'

const hasPatterns: readonly RegExp[] = [
  new RegExp(
    `^(?:define |create |also create |set up )?${subject} tables? (?:with|${hasVerb})\\s+(.+?)(?: columns?)?$`,
    'i',
  ),
  new RegExp(`^${subject} ${hasVerb}\\s+(.+)$`, 'i'),
  /^for (?:an?|each|every|the)\s+([A-Za-z][\w -]{0,40}?),? (?:we|they|it|the \w+) (?:also )?(?:keep|hold|store|record|need|want|note|track)s?\s+(.+)$/i,
  /^we (?:keep|hold|store|record|need|track) (?:the )?(.+?) of (?:an?|each|every) ([A-Za-z][\w -]{0,40})$/i,
]

/** `A patient has a name, …`, `For a nurse we hold …`, `The posts table needs …`, `Doors: number, …`, `branch = code and city`. */
export const hasShape = ({ text }: Statement): HasShape | null => {
  for (const [at, pattern] of hasPatterns.entries()) {
    const match = pattern.exec(text)
    const [name, list] = at === 3 ? [match?.[2], match?.[1]] : [match?.[1], match?.[2]]
    if (name !== undefined && list !== undefined && isThing(name) && !isSaying(name))
      return { subject: name, items: itemsOf(list) }
  }
  const [, called, columns] = /^(?:table |entity )?([A-Za-z]\w*)\s*\(([^()]+,[^()]+)\)$/.exec(text) ?? []
  if (called !== undefined && columns !== undefined && isThing(called))
    return { subject: called, items: itemsOf(columns) }
  const [, head, list] = /^([A-Za-z][A-Za-z _-]{1,40}?)(?:\s*\([^)]*\))?\s*(?::|=|–|—)\s+(.+)$/.exec(text) ?? []
  if (
    head === undefined ||
    list === undefined ||
    !isThing(head) ||
    / (?:an?|the) /.test(head) ||
    remarks.has(head.toLowerCase())
  )
    return null
  const items = itemsOf(list)
  return items.length > 1 || /^\w+\s+(?:y\/n|\()/.test(list) ? { subject: head, items } : null
}

/** More than a name: a sentence that has "has" somewhere later. */
const isSaying = (phrase: string): boolean =>
  /\b(?:is|are|can|may|must|who|that|which|if|when|sees?|needs?|wants?)\b/i.test(phrase)

/** Words that are about the system, not about what it keeps; a draft makes no entity of them. */
const notThings = new Set(
  (
    'id ids identifier identifiers system api app application service backend software website dashboard it its they he she we i you me us this that these those there everyone everything anyone ' +
    'nobody somebody anything nothing background authentication access role roles permission permissions interface entity entities field fields status state column columns ' +
    'who what which each data information detail details thing things way part one two other others many moment time date rest json csv integration response rule rules hi hello thanks screens'
  ).split(' '),
)

/** Words before a colon that only say what kind of remark follows. */
const remarks = new Set(
  'note notes priority page pages release version summary example case story stories type kind subject reporter owner distribution remark todo question answer table list'.split(
    ' ',
  ),
)

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

/** `A visit is for one patient and has exactly one nurse`: who refers to whom. */
export interface LinkShape {
  readonly subject: string
  readonly targets: readonly {
    readonly noun: string
    readonly has: readonly string[]
    readonly isOptional: boolean
    readonly isMany: boolean
  }[]
}

const linkVerb =
  '(?:(?:may |can |must )?(?:optionally )?(?:belongs? to|(?:is|are) (?:always |optionally )?(?:[a-z]+ed (?:by|for|on|in|to|from|at|under|with)|(?:taught|sold|held|led|kept|run|made|bought|sent|built|paid|hung) (?:by|for|on|in|to|from|at|under)|for|of|part of|in|on|about|made by|placed by|written by|taken by|given by|assigned to|linked to|tied to|booked by|issued by|issued to|owned by|borrowed by|recorded for|ordered by|sold by|attached to)|are for|be (?:in|on|part of)|(?:always )?(?:sits?|stands?|lives?|takes place|happens?|comes?|hangs?|works?) (?:in|on|at|from|with|for|under)|refers? to|concerns|covers))'
const linkPattern = new RegExp(`^${subject}(?:,)? (?:each |always |only )?${linkVerb}\\s+(.+)$`, 'i')

export const linkShape = ({ text }: Statement): LinkShape | null => {
  const [, name, rest] = linkPattern.exec(text) ?? []
  if (name === undefined || rest === undefined || !isThing(name) || isSaying(name)) return null
  const isOptionalAll = /\b(?:may|can|optionally)\b.* (?:belong|be)/i.test(text.slice(0, text.length - rest.length))
  const targets = itemsOf(rest.replace(/\b(?:has|have|is for|for|by|in|on)\s+(?=(?:exactly )?(?:one|an?)\b)/gi, ''))
    .map((item) => ({
      noun: nounOf(item.replace(manyMark, '').replace(oneMark, '')),
      has: aside(item),
      isOptional: isOptionalAll || /\b(?:optional|optionally|at most one)\b/i.test(item),
      isMany: manyMark.test(item),
    }))
    .filter(({ noun }) => isThing(noun))
  return targets.length > 0 ? { subject: name, targets } : null
}

/** `A library with members, books and loans`, `manage patients, visits and invoices`. */
export const openingList = ({ text }: Statement): readonly string[] => {
  const [, list] =
    /^(?:.{0,60}?\b)?(?:with|keeps?|manages?|tracks?|handles?|for managing|to manage|to track|stores?|of|for|around|about)\s+((?:(?:their|its|the|our)\s+)?[a-z][\w -]*(?:,\s*[\w -]+)*,?\s+(?:and|&)\s+[\w -]+)$/i.exec(
      text,
    ) ?? []
  if (list === undefined) return []
  const items = itemsOf(list).map(nounOf)
  const arePlural = items.every(
    (item) => isPlural(wordsOf(item).at(-1) ?? '') || /(?:staff|inventory|stock)$/i.test(item),
  )
  return items.length > 1 && arePlural && items.every(isThing) ? items : []
}
