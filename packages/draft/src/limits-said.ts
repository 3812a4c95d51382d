import type { AnalysedAccess, AnalysedEntity, Analysis } from './analysis.ts'
import { actionsOf } from './language/actions.ts'
import { wordsOf } from './read/names.ts'
import { type Said, sentencesSaid } from './sentences-said.ts'
import { type Mention, mentionsIn } from './words-of-names.ts'

/** Which rows of which entities a sentence keeps a right to. */
interface Limit {
  readonly entities: readonly string[]
  /** The words that limit, as a right has them. */
  readonly when: string
  /** Where the limit begins in the sentence. */
  readonly at: number
}

/**
 * Limits that stand away from what they limit, or before it: `bales and sales, but only sales whose status is offered`, `their own
 * analyses`, `offered sales`. A right that was read without one gets it, so that it is a rule or a question and never every row.
 */
export const withSaidLimits = (analysis: Analysis, words: string): Analysis =>
  sentencesSaid(words).reduce(
    (so, said) => limitsIn(said.text, so).reduce((limited, limit) => withLimit(limited, said, limit), so),
    analysis,
  )

const withLimit = (analysis: Analysis, { text, start }: Said, { entities, when, at }: Limit): Analysis => {
  const role = mentionsIn(text.slice(0, at), analysis.roles).at(-1)?.name
  const actions = actionsBefore(text.slice(0, at))
  const isMeant = (right: AnalysedAccess): boolean =>
    isUnlimited(right.when) &&
    entities.includes(right.on) &&
    (role === undefined ? isWithin(right, start, start + text.length) : right.role === role)
  return {
    ...analysis,
    access: analysis.access.flatMap((right) => {
      if (!isMeant(right)) return [right]
      const limited = right.do.filter((action) => actions.length === 0 || actions.includes(action))
      const free = right.do.filter((action) => !limited.includes(action))
      return [
        ...(free.length > 0 ? [{ ...right, do: free }] : []),
        ...(limited.length > 0 ? [{ ...right, do: limited, when }] : []),
      ]
    }),
  }
}

const isWithin = ({ offset }: AnalysedAccess, start: number, end: number): boolean =>
  offset !== undefined && start <= offset && offset < end

/** No words, or what is left of `which are not archived` once the denial is cut off. */
const isUnlimited = (when: string | null): boolean =>
  when === null || /^(?:(?:that|which|who|is|are|was|were|be|been|has|have|do|does)\s*)+$/i.test(when)

/** What the verbs before a limit allow: a limit on seeing is none on making. */
const actionsBefore = (text: string): readonly string[] =>
  [...new Set(wordsOf(text))].flatMap(
    (word) =>
      [word, word.replace(/s$/, ''), word.replace(/es$/, '')].map(actionsOf).find((each) => each !== null) ?? [],
  )

/** Words that a limit begins with: a sentence without one is not looked at further. */
const mayLimit =
  /\b(?:own|only|just|solely|exclusively|provided|long as|condition|but|except|excepting|excluding|other|apart|unless|save|status|state|stage|not|no longer|never)\b|n['’]t\b/i

const limitsIn = (text: string, analysis: Analysis): readonly Limit[] => {
  const values = analysis.entities.flatMap(valuesOf)
  if (!mayLimit.test(text) && !values.some((value) => text.toLowerCase().includes(value.toLowerCase()))) return []
  const things = mentionsIn(text, analysis.entities).filter(
    ({ start, end }) => !isActor(text, { start, end }, analysis),
  )
  return [
    ...ownIn(text, things),
    ...onlyIn(text, things, analysis),
    ...butIn(text, things, analysis),
    ...valuesIn(text, things, analysis),
    ...deniedIn(text, things),
  ]
}

/** `Brokers` of `Brokers see sales` acts, whatever else it may be. */
const isActor = (text: string, { start, end }: Pick<Mention, 'start' | 'end'>, { roles }: Analysis): boolean =>
  /^\W*(?:(?:an?|the|each|every|all|only)\s+)?$/i.test(text.slice(0, start)) &&
  mentionsIn(text, roles).some((role) => role.start <= start && end <= role.end)

const own = /\b(?:their|his or her|his|her|my|one's)(?: very)? own\b/gi

/** `their own analyses`, `analyses, but only their own`. */
const ownIn = (text: string, things: readonly Mention[]): readonly Limit[] =>
  [...text.matchAll(own)].flatMap((match) => {
    const end = match.index + match[0].length
    const named = things.find(({ start }) => /^\s+(?:[\p{L}-]+\s+)?$/u.test(text.slice(end, start)))
    const isAlone = /^\s*(?:ones?\b|[,.;!?)]|$)/i.test(text.slice(end))
    const meant = named ?? (isAlone ? things.findLast(({ end: before }) => before <= match.index) : undefined)
    return meant ? [{ entities: [meant.name], when: `only ${match[0]}`, at: match.index }] : []
  })

const only =
  /\b(?:only|just|solely|exclusively|provided(?: that)?|as long as|so long as|on condition that)\b(?!\s+(?:to\s+)?(?:be|able|allowed)\b)/gi

/** `but only those that are offered`, `sales only while they are offered`: on what is named after it, else before. */
const onlyIn = (text: string, things: readonly Mention[], analysis: Analysis): readonly Limit[] =>
  [...text.matchAll(only)].flatMap((match) => {
    const tail = tailOf(text.slice(match.index), analysis)
    const after = tail.slice(match[0].length)
    const before = text.slice(0, match.index)
    const end = match.index + tail.length
    const named = things.filter(({ start }) => start > match.index && start < end)
    const kind = named[0] === undefined ? '' : text.slice(match.index + match[0].length, named[0].start)
    if (isSomebodyElse(before, after, analysis) || !(isRows.test(after) || isKind(kind))) return []
    const isOfBefore =
      /^\s*(?:those|the ones|ones|them|they|it|these|if|when|while|once|after|until|before|whose|that|which)\b/i
    const meant =
      named.length > 0 && !isOfBefore.test(after)
        ? named.slice(0, 1)
        : /[,–—-]\s*(?:but|though|although|yet|and|albeit|if)?\s*$|\b(?:but|though|although|yet)\s*$/i.test(before)
          ? things.filter(({ end: at }) => at <= match.index)
          : things.filter(({ end: at }) => at <= match.index).slice(-1)
    return meant.length > 0
      ? [{ entities: meant.map(({ name }) => name), when: `only ${after.trim()}`, at: match.index }]
      : []
  })

/** Words that tell rows apart: a clause, a place, or a property before the noun. */
const isRows =
  /^\s*(?:[\p{L}-]+\s+){1,2}ones?\b|^\s*(?:(?:the|those|these|them|ones?|any|all|such)\s+)*(?:[\p{L}-]+\s+){0,3}?(?:whose|that|which|who|where|if|when|while|once|until|after|before|in|with|of|from|for|marked|flagged|tagged|having|above|below|over|under|older|newer|younger|assigned|belonging|created|made|are|is|during|within|at|not)\b/iu

/** `only the offered sales`, where `only see the sales` says what is done. */
const isKind = (between: string): boolean => {
  const words = wordsOf(between).filter((word) => !/^(?:the|those|these|any|all|an?|such)$/.test(word))
  return (
    words.length > 0 &&
    words.length < 3 &&
    !words.some((word) => /^(?:ever|be|on|at|to|and|or)$/.test(word) || actionsBefore(word).length > 0)
  )
}

/** `only clerks may change them`, `can only see bales`: who, or what, but not which. */
const isSomebodyElse = (before: string, after: string, analysis: Analysis): boolean => {
  const [role] = mentionsIn(after, analysis.roles)
  const isRole = role !== undefined && /^\s*(?:(?:an?|the)\s+)?$/i.test(after.slice(0, role.start))
  return isRole || (/\b(?:not|n't)\s*$/i.test(before) && /^\s*\S+\s+but\b/i.test(after))
}

/** Up to where somebody else goes on. */
const tailOf = (text: string, { roles }: Analysis): string => {
  for (const match of text.matchAll(/,?\s+(?:and|but|while|whereas)\s+/gi)) {
    const rest = text.slice(match.index + match[0].length)
    const role = mentionsIn(rest, roles)[0]
    if (role && /^(?:(?:an?|the|only)\s+)*$/i.test(rest.slice(0, role.start))) return text.slice(0, match.index)
  }
  return text.replace(/[.;!?)\s]+$/, '')
}

const but =
  /\b(?:but (?:no|not|never|none of)|except(?:ing)?(?: for)?|excluding|other than|apart from|unless|save for)\s+/gi

/** `but no cancelled sales`, `except old ones`: every row but these. */
const butIn = (text: string, things: readonly Mention[], analysis: Analysis): readonly Limit[] =>
  [...text.matchAll(but)].flatMap((match) => {
    const after = tailOf(text.slice(match.index), analysis).slice(match[0].length)
    const end = match.index + match[0].length + after.length
    const before = things.filter((each) => each.end <= match.index)
    const named = things.find(({ start }) => start > match.index && start < end)
    const isKind =
      named !== undefined &&
      text
        .slice(match.index + match[0].length, named.start)
        .trim()
        .replace(/^(?:the|any|all)\b/i, '')
        .trim() !== ''
    const isRest = /\b(?:ones?|those|they|it|them)\b/i.test(after)
    const meant = isKind ? named : isRest ? before.at(-1) : undefined
    if (
      !meant ||
      actionsOf(wordsOf(after)[0] ?? '') !== null ||
      /\b(?:everything|anything|all)\s*,?\s*$/i.test(text.slice(0, match.index))
    )
      return []
    return [{ entities: [meant.name], when: `except ${after.trim()}`, at: match.index }]
  })

const denied =
  /^\s+(?:that|which|who)\s+(?:(?:is|are|was|were|has|have|had|do|does|did)\s*(?:not|n['’]t|no longer|never)|(?:isn|aren|wasn|weren|hasn|haven|don|doesn)['’]t)\s+(?:yet\s+)?(?:been\s+)?[\p{L}-]+/iu

/** `orders which are not archived`. */
const deniedIn = (text: string, things: readonly Mention[]): readonly Limit[] =>
  things.flatMap(({ name, start, end }) => {
    const [clause] = denied.exec(text.slice(end)) ?? []
    return clause === undefined ? [] : [{ entities: [name], when: `only those${clause}`, at: start }]
  })

/** `offered sales`, `sales with status offered`: a value of a closed list beside its entity. */
const valuesIn = (text: string, things: readonly Mention[], { entities }: Analysis): readonly Limit[] =>
  things.flatMap(({ name, start, end }) => {
    const values = entities.filter((each) => each.name === name).flatMap(valuesOf)
    const before = wordsOf(text.slice(0, start)).at(-1) ?? ''
    const [placed] =
      /^\s+(?:with|in|of)\s+(?:the\s+|a\s+)?(?:status|state|stage)\s+(?:of\s+)?[\p{L}-]+/iu.exec(text.slice(end)) ?? []
    const isValue = values.some((value) => wordsOf(value).join(' ') === before)
    const when = isValue ? `only ${before}` : placed === undefined ? null : `only ${placed.trim()}`
    return when === null ? [] : [{ entities: [name], when, at: start }]
  })

const valuesOf = ({ fields }: AnalysedEntity): readonly string[] => fields.flatMap((field) => field.enum ?? [])
