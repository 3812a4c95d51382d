import type { AnalysedEntity, Analysis } from './analysis.ts'
import { actionsOf } from './language/actions.ts'
import { concealed, seen } from './language/denials.ts'
import { wordsOf } from './read/names.ts'
import { type Mention, mentionsIn } from './words-of-names.ts'

/** Which rows of which entities a sentence keeps a right to. */
export interface LimitSaid {
  readonly entities: readonly string[]
  /** The words that limit, as a right has them. */
  readonly when: string
  /** Where the limit begins in the sentence, and where its words end. */
  readonly at: number
  readonly end: number
  /** What is limited, where the limit stands before its verbs; else the verbs before it say so. */
  readonly actions?: readonly string[]
}

/** A sentence, and where it names things and roles. */
interface Named {
  readonly text: string
  readonly things: readonly Mention[]
  readonly roles: readonly Mention[]
  readonly entities: readonly AnalysedEntity[]
}

/** Words that a limit begins with: a sentence without one is not looked at further. */
const mayLimit =
  /\b(?:own|only|just|solely|exclusively|provided|long as|if|when|while|once|until|after|before|where|condition|but|except|excepting|exception|excluding|excluded|excepted|omitted|left out|hidden|invisible|minus|barring|aside|including|omitting|leaving|other|apart|unless|save|status|state|stage|not|no longer|never|must|have to|has to|needs?)\b|n['’]t\b/i

/** Limits on rows that a sentence says, wherever they stand in it. */
export const limitsIn = (text: string, analysis: Analysis): readonly LimitSaid[] => {
  const { entities } = analysis
  if (!mayLimit.test(text) && !namesValue(text, entities)) return []
  const roles = mentionsIn(text, analysis.roles)
  const things = mentionsIn(text, entities).filter((thing) => !isActor(text, thing, roles))
  const named = { text, things, roles, entities }
  const ahead = aheadIn(named)
  const others = [ownIn, onlyIn, butIn, afterIn, mustIn, valuesIn, deniedIn].flatMap((form) => form(named))
  return [...ahead, ...others.filter(({ at }) => !ahead.some((each) => each.at <= at && at < each.end))]
}

const aheadOfVerb =
  /(?:,|\band\b|\bbut\b|\bor\b)\s*(?<limit>(?:(?:but|only|just)\s+)*(?:if|when|while|once|as long as|so long as|provided(?: that)?|unless|until|after|before|where)\s+[^,;:]+),\s*(?:they (?:may|can) )?(?:also |then )?(?<what>[^,;:]+)/giu

/** `read orders and, only if offered, change them`: on the verbs that follow. */
const aheadIn = ({ text, things }: Named): readonly LimitSaid[] =>
  [...text.matchAll(aheadOfVerb)].flatMap((match) => {
    const { limit = '', what = '' } = match.groups ?? {}
    const at = match.index
    const end = at + match[0].length
    const [verb = ''] = wordsOf(what)
    const actions = actionsBefore(verb)
    const after = things.find(({ start }) => start >= end - what.length && start < end)
    const meant = after ?? things.findLast((each) => each.end <= at)
    if (!meant || actions.length === 0 || actions.every((action) => action === 'audit')) return []
    return [{ ...limitOn([meant], limit.trim(), at, end), actions }]
  })

const firstWords = new WeakMap<readonly AnalysedEntity[], ReadonlySet<string>>()

/** Words that values of closed lists begin with, found once for all sentences. */
const firstWordsOf = (entities: readonly AnalysedEntity[]): ReadonlySet<string> => {
  const known = firstWords.get(entities)
  if (known) return known
  const made = new Set(entities.flatMap(valuesOf).flatMap((value) => wordsOf(value).slice(0, 1)))
  firstWords.set(entities, made)
  return made
}

const namesValue = (text: string, entities: readonly AnalysedEntity[]): boolean => {
  const first = firstWordsOf(entities)
  return first.size > 0 && wordsOf(text).some((word) => first.has(word))
}

/** `Brokers` of `Brokers see sales` acts, whatever else it may be. */
export const isActor = (text: string, { start, end }: Mention, roles: readonly Mention[]): boolean =>
  /^\W*(?:(?:an?|the|each|every|all|only)\s+)?$/i.test(text.slice(0, start)) &&
  roles.some((role) => role.start <= start && end <= role.end)

/** What the verbs before a limit allow: a limit on seeing is none on making. */
export const actionsBefore = (text: string): readonly string[] =>
  [...new Set(wordsOf(text))].flatMap(
    (word) =>
      [word, word.replace(/s$/, ''), word.replace(/es$/, '')].map(actionsOf).find((each) => each !== null) ?? [],
  )

const own = /\b(?:their|his or her|his|her|my|one's)(?: very)? own\b/gi

/** `their own analyses`, `analyses, but only their own`. */
const ownIn = ({ text, things }: Named): readonly LimitSaid[] =>
  [...text.matchAll(own)].flatMap((match) => {
    const end = match.index + match[0].length
    const named = things.find(({ start }) => start > end && /^\s+(?:[\p{L}-]+\s+)?$/u.test(text.slice(end, start)))
    const isAlone = /^\s*(?:ones?\b|[,.;!?)]|$)/i.test(text.slice(end))
    const meant = named ?? (isAlone ? things.findLast(({ end: before }) => before <= match.index) : undefined)
    return meant ? [{ entities: [meant.name], when: `only ${match[0]}`, at: match.index, end }] : []
  })

const only =
  /\b(?:only|just|solely|exclusively|provided(?: that)?|as long as|so long as|on condition that)\b(?!\s+(?:to\s+)?(?:be|able|allowed)\b)/gi

/** `but only those that are offered`, `sales only while they are offered`: on what is named after it, else before. */
const onlyIn = (named: Named): readonly LimitSaid[] =>
  [...named.text.matchAll(only)].flatMap((match) => {
    const { text, things } = named
    const tail = tailOf(match.index, named)
    const after = tail.slice(match[0].length)
    const before = text.slice(0, match.index)
    const end = match.index + tail.length
    const within = things.filter(({ start }) => start > match.index && start < end)
    const kind = within[0] === undefined ? '' : text.slice(match.index + match[0].length, within[0].start)
    if (isSomebodyElse(match.index + match[0].length, match.index, named) || !(isRows.test(after) || isKind(kind)))
      return []
    const isOfBefore =
      /^\s*(?:those|the ones|ones|them|they|it|these|if|when|while|once|after|until|before|whose|that|which)\b/i
    const meant =
      within.length > 0 && !isOfBefore.test(after)
        ? within.slice(0, 1)
        : /[,–—-]\s*(?:but|though|although|yet|and|albeit|if)?\s*$|\b(?:but|though|although|yet)\s*$/i.test(before)
          ? things.filter(({ end: at }) => at <= match.index)
          : things.filter(({ end: at }) => at <= match.index).slice(-1)
    return meant.length > 0 ? [limitOn(meant, `only ${after.trim()}`, match.index, end)] : []
  })

const limitOn = (things: readonly Mention[], when: string, at: number, end: number): LimitSaid => ({
  entities: [...new Set(things.map(({ name }) => name))],
  when,
  at,
  end,
})

/** Words that tell rows apart: a clause, a place, or a property before the noun. */
const isRows =
  /^\s*(?:[\p{L}-]+\s+){1,2}ones?\b|^\s*(?:(?:the|those|these|them|ones?|any|all|such)\s+)*(?:[\p{L}-]+\s+){0,3}?(?:whose|that|which|who|where|if|when|while|once|until|after|before|in|with|of|from|for|marked|flagged|tagged|having|above|below|over|under|older|newer|younger|assigned|belonging|created|made|are|is|has been|have been|during|within|at|not)\b/iu

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
const isSomebodyElse = (from: number, at: number, { text, roles }: Named): boolean => {
  const role = roles.find(({ start }) => start >= from)
  const isRole = role !== undefined && /^\s*(?:(?:an?|the)\s+)?$/i.test(text.slice(from, role.start))
  return isRole || (/\b(?:not|n't)\s*$/i.test(text.slice(0, at)) && /^\s*\S+\s+but\b/i.test(text.slice(from)))
}

/** The words from a place up to where somebody else goes on. */
const tailOf = (from: number, { text, roles }: Named): string => {
  for (const { start } of roles) {
    const [joined] =
      start > from
        ? (/,?\s+(?:and|but|while|whereas)\s+(?:(?:an?|the|only)\s+)*$/i.exec(text.slice(from, start)) ?? [])
        : []
    if (joined !== undefined) return text.slice(from, start - joined.length)
  }
  return text.slice(from).replace(/[.;!?)\s]+$/, '')
}

const but =
  /\b(?:but (?:no|not|never|none of)|except(?:ing)?(?: for)?|with the exception of|excluding|not including|leaving out|omitting|minus|barring|other than|apart from|aside from|unless|save for)\s+/gi

/** `but no cancelled sales`, `except old ones`: every row but these. */
const butIn = (named: Named): readonly LimitSaid[] =>
  [...named.text.matchAll(but)].flatMap((match) => {
    const { text, things } = named
    const from = match.index + match[0].length
    const after = tailOf(match.index, named).slice(match[0].length)
    const end = from + after.length
    const within = things.find(({ start }) => start > match.index && start < end)
    const isKind = within !== undefined && bareOf(text.slice(from, within.start)) !== ''
    const isRest = /\b(?:ones?|those|they|it|them)\b/i.test(after)
    const meant = isKind ? within : isRest ? things.findLast((each) => each.end <= match.index) : undefined
    if (
      !meant ||
      actionsOf(wordsOf(after)[0] ?? '') !== null ||
      /\b(?:everything|anything|all)\s*,?\s*$/i.test(text.slice(0, match.index))
    )
      return []
    return [limitOn([meant], `except ${after.trim()}`, match.index, end)]
  })

const bareOf = (kind: string): string =>
  kind
    .trim()
    .replace(/^(?:the|any|all)\b/i, '')
    .trim()

const joins = '(?:but|and|though|although|while|whereas|with|yet|which|that|where|if|provided)'

const after = new RegExp(
  `(?:(?:^|[,;:(–—-])\\s*(?:${joins}\\s+)?|\\b${joins}\\s+)(?:the\\s+|any\\s+|all\\s+)?(?<kind>(?:[\\p{L}-]+\\s+){1,2}?)(?<rows>ones|[\\p{L}-]+)\\s+(?:(?:are|is|be|being|stays?|remains?|must be|should be|must stay|must remain|should stay)\\s+)?(?:excluded|excepted|omitted|left out|not included|not shown|not visible|never shown|aside|apart|${concealed})\\b`,
  'giu',
)

/** `cancelled ones excluded`, `but cancelled sales are hidden from them`: every row but these, said the other way round. */
const afterIn = ({ text, things }: Named): readonly LimitSaid[] =>
  [...text.matchAll(after)].flatMap((match) => {
    const { kind = '', rows = '' } = match.groups ?? {}
    const at = match.index
    const end = at + match[0].length
    const within = things.find(({ start }) => start >= at && start < end && text.startsWith(rows, start))
    const meant = within ?? (rows === 'ones' ? things.findLast((each) => each.end <= at) : undefined)
    return meant && bareOf(kind) !== '' ? [limitOn([meant], `except ${kind.trim()} ones`, at, end)] : []
  })

const must = new RegExp(
  `(?:[,;:–—-]\\s*(?:${joins}\\s+)?|\\b${joins}\\s+)(?:the\\s+|those\\s+|these\\s+|such\\s+)?(?<rows>[\\p{L}-]+(?:\\s[\\p{L}-]+)?)\\s+(?:must|have to|has to|needs? to|should|ought to)\\s+(?:(?:already|still)\\s+)?(?<not>not\\s+|never\\s+)?(?:(?:already|still)\\s+)?(?:be|have been)\\s+(?<state>[\\p{L}-]+)`,
  'giu',
)

/** `but sales must be offered`, `which must not be cancelled`: a state that rows are in, of words that are one. */
const mustIn = ({ text, things, entities }: Named): readonly LimitSaid[] =>
  [...text.matchAll(must)].flatMap((match) => {
    const { rows = '', not, state = '' } = match.groups ?? {}
    const at = match.index
    const end = at + match[0].length
    const within = things.find(({ start }) => start > at && start < end && text.startsWith(rows, start))
    const isPronoun = /^(?:they|it|these|those|them|which|that)$/i.test(rows)
    const meant = within ?? (isPronoun ? things.findLast((each) => each.end <= at) : undefined)
    const values = entities.filter(({ name }) => name === meant?.name).flatMap(valuesOf)
    if (!meant || !values.some((value) => wordsOf(value).includes(state.toLowerCase()))) return []
    return [limitOn([meant], `only when they are ${not === undefined ? '' : 'not '}${state}`, at, end)]
  })

const denied =
  /^\s+(?:that|which|who)\s+(?:(?:is|are|was|were|has|have|had|do|does|did)\s*(?:not|n['’]t|no longer|never)|(?:isn|aren|wasn|weren|hasn|haven|don|doesn)['’]t)\s+(?:yet\s+)?(?:been\s+)?[\p{L}-]+/iu

/** `orders which are not archived`. */
const deniedIn = ({ text, things }: Named): readonly LimitSaid[] =>
  things.flatMap((thing) => {
    const [clause] = denied.exec(text.slice(thing.end, thing.end + clauseMax)) ?? []
    return clause === undefined ? [] : [limitOn([thing], `only those${clause}`, thing.start, thing.end + clause.length)]
  })

/** Characters that a clause right behind its noun is looked for in. */
const clauseMax = 120

/** `offered sales`, `sales with status offered`: a value of a closed list beside its entity. */
const valuesIn = ({ text, things, entities }: Named): readonly LimitSaid[] =>
  things.flatMap((thing) => {
    const { name, start, end } = thing
    const values = entities.filter((each) => each.name === name).flatMap(valuesOf)
    const before = wordsOf(text.slice(Math.max(0, start - clauseMax), start)).at(-1) ?? ''
    const [placed] =
      /^\s+(?:with|in|of)\s+(?:the\s+|a\s+)?(?:status|state|stage)\s+(?:of\s+)?[\p{L}-]+/iu.exec(
        text.slice(end, end + clauseMax),
      ) ?? []
    const isValue =
      values.some((value) => wordsOf(value).join(' ') === before) && !isStatement(text.slice(end, end + clauseMax))
    const when = isValue ? `only ${before}` : placed === undefined ? null : `only ${placed.trim()}`
    return when === null ? [] : [limitOn([thing], when, start, end + (placed?.length ?? 0))]
  })

/** `sold sales are locked`, which says what becomes of these rows, where `offered sales may be seen by brokers` says who sees them. */
const isStatement = (after: string): boolean =>
  /^\s+(?:(?:are|is|were|was|stays?|remains?|gets?)|(?:must|may|can|should|shall|will)(?:\s*not|\s+never)?\s+(?:be|stay|remain|get))\b/i.test(
    after,
  ) && !isShown.test(after)

const isShown = new RegExp(
  `^\\s+(?:(?:are|is)|(?:may|can|should|shall|will|must) be)\\s+(?:(?:only|also)\\s+)?(?:${seen}|listed|created|updated|changed|edited|deleted|managed|handled)\\b`,
  'i',
)

export const valuesOf = ({ fields }: AnalysedEntity): readonly string[] => fields.flatMap((field) => field.enum ?? [])
