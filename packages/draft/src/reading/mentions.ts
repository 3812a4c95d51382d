import { singularNoun } from '@charter/charter'
import { many } from './closed-words.ts'
import type { Word } from './word.ts'

export type Determiner = 'a' | 'the' | 'each' | 'own' | 'many' | 'one' | 'no' | 'any' | 'none'

/** A noun phrase where it stands: `each of their own bookings`. */
export interface Mention {
  /** In small letters, the last word singular, without articles: `wound assessment`. */
  readonly key: string
  /** Each word by itself, multiword entries of the lexicon as one. */
  readonly parts: readonly Word[]
  readonly head: Word
  readonly determiner: Determiner
  readonly isPlural: boolean
  readonly adjectives: readonly string[]
  /** `their`, `my`. */
  readonly possessive: string | null
  /** `client` of `client's name`. */
  readonly possessor: Mention | null
  /** Of `the owner of the dog`, the dog. */
  readonly of: Mention | null
  readonly start: number
  readonly end: number
  /** Index in the words of the sentence of its first and of what comes after. */
  readonly from: number
  readonly next: number
}

/** The last word of a phrase as one: `classes` is `class`. */
export const keyOf = (word: Word): string => {
  const form = word.nouns.find(({ isPlural }) => isPlural) ?? null
  const lower = word.lower.replace(/['’]s$/, '').replaceAll('-', ' ')
  if (form && !word.nouns.some(({ isPlural }) => !isPlural)) return form.name.replaceAll('-', ' ')
  if (word.nouns.length > 0 || word.pos !== 'noun') return lower
  return word.isPlural ? singularNoun(lower) : lower
}

/** The noun phrase that begins at a word, or null. */
export const mentionAt = (words: readonly Word[], from: number, takesOf = true): Mention | null => {
  let at = from
  let determiner: Determiner = 'none'
  let possessive: string | null = null
  const adjectives: string[] = []
  for (; at < words.length; at++) {
    const { pos, lower } = words[at] as Word
    if (pos === 'poss') {
      possessive = lower
      if (determiner === 'none') determiner = 'own'
    } else if (pos === 'det' || (pos === 'prep' && lower === 'every')) {
      if (/^(?:who|what|which|whose|that)$/.test(lower) && !startsNoun(words[at + 1])) return null
      if (/^(?:each|every)$/.test(lower)) determiner = 'each'
      else if (/^(?:an?)$/.test(lower)) determiner = 'a'
      else if (lower === 'no') determiner = 'no'
      else if (/^(?:any|some)$/.test(lower)) determiner = 'any'
      else if (/^(?:all|both)$/.test(lower)) determiner = 'many'
      else determiner = determiner === 'none' ? 'the' : determiner
    } else if (pos === 'num') {
      if (lower === 'one' || lower === '1') determiner = determiner === 'none' ? 'one' : determiner
      else if (/^(?:first|second|third|half|quarter)$/.test(lower)) adjectives.push(lower)
      else if (/^\d| or /.test(lower) || many.has(lower)) determiner = determiner === 'each' ? 'each' : 'many'
      if (words[at + 1]?.lower === 'of' && /^(?:the|our|their|its|these|those)$/.test(words[at + 2]?.lower ?? '')) at++
      else if (words[at + 1]?.lower === '-' && words[at + 2]?.pos === 'num') at++
      else if (/^(?:or|to)$/.test(words[at + 1]?.lower ?? '') && words[at + 2]?.pos === 'num') {
        at++
        determiner = 'many'
      }
    } else if (pos === 'adj') adjectives.push(lower)
    else if (pos === 'adv' && at > from && (words[at + 1]?.pos === 'adj' || words[at + 1]?.pos === 'noun')) continue
    else break
  }
  const begin = at
  while (at < words.length && isInside(words, at, begin)) at++
  while (at > begin && words[at - 1]?.pos !== 'noun') at--
  if (at === begin) return null
  const parts = words.slice(begin, at)
  const head = parts.at(-1) as Word
  const key = [...parts.slice(0, -1).map(({ lower }) => lower.replaceAll('-', ' ')), keyOf(head)].join(' ')
  const mention: Mention = {
    key,
    parts,
    head,
    determiner,
    isPlural: head.isPlural,
    adjectives,
    possessive,
    possessor: null,
    of: null,
    start: (parts[0] as Word).start,
    end: head.end,
    from,
    next: at,
  }
  if (words[at]?.lower === "'s" || (words[at]?.lower === "'" && head.isPlural)) {
    const owned = mentionAt(words, at + 1, takesOf)
    if (owned) return { ...owned, possessor: mention, determiner: 'own', from, next: owned.next }
    return { ...mention, next: at + 1 }
  }
  if (takesOf && words[at]?.lower === 'of') {
    const of = mentionAt(words, at + 1)
    if (of && isMeasureOf.test(key) && key !== 'type' && key !== 'kind')
      return { ...of, determiner: 'many', isPlural: true, from }
    if (of) return { ...mention, of, next: of.next, end: of.end }
  }
  return mention
}

/** `a list of guests` are guests. */
const isMeasureOf =
  /^(?:list|set|series|collection|lot|couple|bunch|pair|group|range|variety|pile|kind|type|sort|handful|register|catalogue|record|log)$/

const startsNoun = (word: Word | undefined): boolean => word !== undefined && /^(?:noun|adj)$/.test(word.pos)

const isInside = (words: readonly Word[], at: number, begin: number): boolean => {
  const { pos, tense } = words[at] as Word
  if (pos === 'noun') return true
  if (pos === 'adj') return at === begin || words[at + 1]?.pos === 'noun'
  return (
    pos === 'verb' &&
    tense === 'ing' &&
    at === begin &&
    words[at + 1]?.pos === 'noun' &&
    begin > 0 &&
    words[begin - 1]?.pos === 'det'
  )
}

/** All noun phrases of some words, in order. */
export const mentionsIn = (words: readonly Word[], from = 0, to = words.length): readonly Mention[] => {
  const found: Mention[] = []
  for (let at = from; at < to; ) {
    const mention = mentionAt(words.slice(0, to), at)
    if (mention) found.push(mention)
    at = mention ? Math.max(mention.next, at + 1) : at + 1
  }
  return found
}
