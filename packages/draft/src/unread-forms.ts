import { singularNoun } from '@charter/charter'
import type { Analysis } from './analysis.ts'
import { fieldsNamed } from './field-named.ts'
import { actionsOf } from './language/actions.ts'
import { fieldNouns } from './language/lexicon.ts'
import { type Token, tokensOf } from './language/tokens.ts'
import { entityName } from './read/names.ts'
import { type Spoken, thingsOf } from './things-of.ts'
import { type Mention, mentionsIn } from './words-of-names.ts'

/** Words that may limit a right, and where they stand in the sentence. */
export interface Mark {
  readonly at: number
  readonly text: string
}

const time =
  /\b(?:until|till|no later than|not later than|by the latest|within|during|whenever|as long as|so long as|outside|at most|ahead of|prior to)\b/giu
const timeOfDeeds = /\b(?:up to|before|after|while|whilst|(?<!at )once(?! (?:an?|every|in)\b)|as soon as|at least)\b/giu
const allows = /\b(?:may|can|could|might|only|allowed|able|permitted)\b/i

/** `until one day before the start`: a right that holds then. `The tutor logs the time after a lesson` only tells when it is made. */
export const timesIn = (text: string, actions: readonly string[]): readonly Mark[] => {
  const isTold = !allows.test(text) && actions.every((action) => !/^(?:read|list|update|delete)$/.test(action))
  return [...marksOf(text, time), ...(isTold ? [] : marksOf(text, timeOfDeeds))]
}

const others =
  /\b(?:(?:made|created|entered|booked|placed|written|owned|added|raised|submitted|reported|recorded|uploaded|posted) by (?:(?:an?|the|some|any) )?(?:others?|other \p{L}+|somebody else|someone else|anybody else|anyone else|colleagues)|of (?:others|other \p{L}+|somebody else|someone else|colleagues)|(?:others|other [\p{L}]+s|somebody else|someone else)['’]s?)(?!\p{L})/giu

/** `bookings made by others`: rows of somebody, and not of everybody. */
export const othersIn = (text: string): readonly Mark[] => marksOf(text, others)

export const marksOf = (text: string, pattern: RegExp): readonly Mark[] =>
  [...text.matchAll(pattern)].map((match) => ({ at: match.index, text: match[0] }))

/** `published recipes`: a kind of what is granted, of which nothing is kept. */
export const kindsIn = (text: string, spoken: Spoken): readonly Mark[] => {
  const { analysis } = spoken
  const things = thingsOf(text, spoken)
  if (things.length === 0) return []
  const names = [...mentionsIn(text, analysis.entities), ...mentionsIn(text, analysis.roles)]
  const tokens = tokensOf(text, 0)
  const found = things.map(
    ({ start, end }) =>
      kindBefore(text, tokens, start, names) ?? whoseBefore(text, start, names) ?? kindAfter(text, { start, end }),
  )
  return found.every((each) => each !== null) ? found : []
}

/** `children's books`, `their children's grades`: of somebody who is nobody here, or of theirs. */
const whoseBefore = (text: string, start: number, names: readonly Mention[]): Mark | null => {
  const before = text.slice(0, start)
  const [found, their, whose = ''] = /(?:\b(their|his|her) )?(\p{L}+)['’]s?\s+$/iu.exec(before) ?? []
  if (found === undefined) return null
  const at = start - found.length
  const isNamed = names.some((each) => each.end > at && each.start < at + (their?.length ?? -1) + 1 + whose.length)
  return isNamed && their === undefined ? null : { at, text: found.trim() }
}

/** `files marked public`, `files that are public`, `files they were shown`. */
const kindAfter = (text: string, { start, end }: Pick<Mention, 'start' | 'end'>): Mark | null => {
  if (becomes.test(text.slice(0, start))) return null
  const [found, clause = ''] =
    /^\s+((?:that|which|whose|where|they|he|she)\s+\p{L}+\s+\p{L}+|(?:\p{L}+ed|shown|sent|given|done|known)\s+(?!by\b)\p{L}+)/iu.exec(
      text.slice(end),
    ) ?? []
  return found === undefined || noClause.test(clause) ? null : { at: end + found.length - clause.length, text: clause }
}

/** `marks the order delivered`: what it becomes. */
const becomes = /\b(?:mark|flag|declare|report|set|put|record|keep)s?\s+(?:(?:an?|the|their|it|all)\s+)*$/i

/** What a thing has, or who does what with it. */
const noClause =
  /^(?:that|which) (?:ha(?:s|ve)|contains?|shows?|holds?|are used|is used)\b|^(?:they|he|she) (?:may|can|must|should)\b|^used\b|^needed\b|^(?:located|related)\b/i

const kindBefore = (text: string, tokens: readonly Token[], start: number, names: readonly Mention[]): Mark | null => {
  const at = tokens.findIndex((token) => token.start === start)
  const token = tokens[at - 1]
  if (!token || !isKind(token, tokens[at - 2]) || !/^\s+$/.test(text.slice(token.end, start))) return null
  if (names.some((each) => each.start <= token.start && token.end <= each.end)) return null
  return { at: token.start, text: text.slice(token.start, token.end) }
}

const isKind = ({ lower: word, pos }: Token, before: Token | undefined): boolean => {
  if (someOf.test(word)) return true
  if (noKind.test(word) || !/^[\p{L}-]+$/u.test(word)) return false
  const isVerb =
    isDeed(word) &&
    !/^(?:the|an?|all|any|every|each|only|just|of|their|own)$/.test(before?.lower ?? '') &&
    !isDeed(before?.lower ?? '')
  if (isVerb) return false
  return /^(?:ADJ|NOUN|PROPN)$/.test(pos) || /(?:ed|[^aeiou]en)$/.test(word)
}

const isDeed = (word: string): boolean =>
  [word, word.replace(/s$/, ''), word.replace(/es$/, '')].some((each) => actionsOf(each) !== null)

const someOf = /^(?:some|certain|specific|particular|selected|first|last|next|current|latest)$/

/** They stand before any thing, and tell no rows apart. */
const noKind =
  /^(?:new|all|any|every|each|other|own|their|many|much|several|more|few|such|same|full|whole|entire|complete|various|different|single|individual|simple|further|additional|only|just|able|available|respective|corresponding|associated|related|possible|necessary|important|good|daily|weekly|monthly|yearly|annual|both|two|three|one|main|general|normal|regular|usual|following|multiple|numerous|online|digital|electronic|medical|clinical|financial|personal|detailed|basic|existing)$/

const partOf =
  /\b(?<only>(?:only|just|solely|nothing but|no more than|at most) (?:\p{L}+ (?=(?:the|their|an?)\b))?)?(?:the |their |his |her |its |an? )?(?<part>\p{L}+(?: \p{L}+)?) (?:of|from|on) (?:(?:an?|the|all|any|every|each|their|other|our)\s+)*$/iu

/** `the name of patients`: a part of what would be seen as a whole. */
export const partsIn = (text: string, spoken: Spoken): readonly Mark[] =>
  thingsOf(text, spoken).flatMap(({ start, end }) => {
    const { entity, analysis } = spoken
    const before = partOf.exec(text.slice(0, start))
    const [, owned = ''] = /^['’]s?\s+(\p{L}+(?:\s\p{L}+)?)/iu.exec(text.slice(end)) ?? []
    const [, compound = ''] = /^\s(\p{L}+)/iu.exec(text.slice(end)) ?? []
    const own = { ...analysis, entities: [entity] }
    const { only = '', part: all = '' } = before?.groups ?? {}
    const part = all.replace(/^(?:and|or)\s+/i, '')
    const [, earlier = ''] = /(\p{L}+),?\s+(?:(?:and|or)\s+)?(?:the\s+)?$/iu.exec(text.slice(0, before?.index)) ?? []
    const said = part === '' ? [owned, compound] : [part, ...(part === all ? [] : [earlier])]
    const isPart = (words: string): boolean =>
      words !== '' && [words, words.split(' ')[0] ?? ''].some((each) => fieldsNamed(each, own).length > 0)
    const isUnknownPart = part !== '' && (only !== '' ? isNoun(part) : isFieldNoun(part)) && !isThing(part, analysis)
    if (!said.some(isPart) && !isUnknownPart) return []
    return [
      {
        at: before?.index ?? start,
        text: (before?.[0] ?? '') + text.slice(start, end) + (part === '' ? ` ${owned || compound}` : ''),
      },
    ]
  })

const isFieldNoun = (part: string): boolean => fieldNouns.has(singularNoun(part.toLowerCase().split(' ').at(-1) ?? ''))

const isNoun = (part: string): boolean =>
  !/\b(?:list|lists|details?|records?|data|information|overview|those|ones?|some|all)$/i.test(part)

const isThing = (part: string, { entities }: Analysis): boolean =>
  entities.some(({ name, aliases }) => [name, ...aliases].includes(entityName(part)))
