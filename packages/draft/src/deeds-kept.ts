import type { AnalysedAccess, Analysis } from './analysis.ts'
import { fieldsNamed } from './field-named.ts'
import { actionsOf } from './language/actions.ts'
import { denial, modal } from './language/denials.ts'
import { wordsOf } from './read/names.ts'
import { saidTogether } from './sentences-said.ts'
import { mentionsIn } from './words-of-names.ts'

/** What a sentence takes from some roles: deeds on what it names, wholly or on some rows. */
interface Kept {
  readonly isOf: (role: string) => boolean
  readonly actions: readonly string[]
  /** The words that say what is done to, and what the sentence named before them. */
  readonly object: string
  readonly before: string
  /** As it is asked about. */
  readonly phrase: string
}

/**
 * Deeds that a sentence keeps from a role: `but never delete them`, `only managers may change the margin`, `cancelled orders are for
 * managers only`, `update orders, but not the price`. They hold against whatever other sentences allow: as a denial or a limit, or the
 * right is left out and asked about.
 */
export const withKeptDeeds = (analysis: Analysis, words: string): Analysis =>
  saidTogether(words).reduce(
    (so, { text, start }, at, all) =>
      [deniedIn, passiveIn, onlyIn, rowsIn, doingIn, fieldIn].reduce(
        (each, form) =>
          form(text, each, all[at - 1]?.text ?? '').reduce(
            (before, kept) => withOne(before, { ...kept, quote: text, offset: start }),
            each,
          ),
        so,
      ),
    analysis,
  )

/** Where it is said. */
type KeptSaid = Kept & Required<Pick<AnalysedAccess, 'quote' | 'offset'>>

const withOne = (analysis: Analysis, kept: KeptSaid): Analysis => {
  const { object, before, phrase } = kept
  if (isQuantity.test(object)) return analysis
  const fields = fieldsNamed(object.replace(lastWords, ''), analysis)
  const [thing] = mentionsIn(object, analysis.entities)
  if (fields.length > 0) {
    const actions = kept.actions.filter((action) => action === 'update')
    return fields.reduce(
      (so, { on }) => limited(so, { ...kept, actions }, on, { when: phrase, isUnclear: true }),
      analysis,
    )
  }
  if (thing === undefined) {
    const last = mentionsIn(before, analysis.entities).at(-1)
    const isBare = bare.test(object)
    if (!last || !(isBare || isPartOf.test(object))) return analysis
    return isBare
      ? denied(analysis, kept, last.name)
      : limited(analysis, kept, last.name, { when: phrase, isUnclear: true })
  }
  const [kind, rest] = [object.slice(0, thing.start).replace(article, '').trim(), object.slice(thing.end)]
  if (!filler.test(rest) || kind.split(/\s+/).length > 2)
    return limited(analysis, kept, thing.name, { when: phrase, isUnclear: true })
  if (kind === '') return denied(analysis, kept, thing.name)
  const isOwn = /\b(?:own|their|his|her|its|same|other|others?['’]?)\b/i.test(kind)
  return limited(
    analysis,
    kept,
    thing.name,
    isOwn ? { when: phrase, isUnclear: true } : { when: `except ${kind} ones` },
  )
}

const lastWords = /\s+(?:at all|ever|alone|untouched|as (?:it|they) (?:is|are)|though|however|either|themselves)\W*$/i
const isQuantity = /\b(?:more|fewer|less|most|least|twice|once|one|two|three|several|multiple|both|same|\d+)\b/i
const article = /^\s*(?:(?:an?|the|any|all|every|each|of|such)\s+)+/i
const filler =
  /^\s*(?:(?:at all|ever|themselves|either|again|any ?more|any longer|whatsoever|though|however|too)\s*)*\W*$/i
const bare = /^\W*(?:(?:them|it|these|those|any(?: of (?:them|these))?|one)\b)?\s*(?:at all|ever|either|again)?\W*$/i
/** Some of what was spoken of: `the old ones`. */
const isPartOf = /\b(?:ones?|those|them|these|it)\b/i

type Limit = Pick<AnalysedAccess, 'when' | 'isUnclear'>

/** The deeds of a right that are kept from its role stand under a limit. */
const limited = (
  analysis: Analysis,
  { isOf, actions, quote, offset }: KeptSaid,
  on: string,
  limit: Limit,
): Analysis => ({
  ...analysis,
  access: analysis.access.flatMap((right) => {
    const lost = right.do.filter((action) => actions.includes(action))
    if (right.on !== on || !isOf(right.role) || lost.length === 0 || right.isUnclear) return [right]
    if (right.when !== null && !limit.isUnclear) return [{ ...right, isUnclear: true }]
    const left = right.do.filter((action) => !lost.includes(action))
    return [...(left.length > 0 ? [{ ...right, do: left }] : []), { ...right, do: lost, ...limit, quote, offset }]
  }),
})

const denied = (analysis: Analysis, { isOf, actions }: Kept, on: string): Analysis => ({
  ...analysis,
  access: analysis.access.flatMap((right) => {
    if (right.on !== on || !isOf(right.role)) return [right]
    const left = right.do.filter((action) => !actions.includes(action))
    return left.length > 0 ? [{ ...right, do: left }] : []
  }),
  denied: [
    ...(analysis.denied ?? []),
    ...analysis.roles.filter(({ name }) => isOf(name)).map(({ name }) => ({ role: name, on, do: actions })),
  ],
})

const deeds = (text: string): { readonly actions: readonly string[]; readonly object: string } => {
  const found = new Set<string>()
  let rest = text
  for (;;) {
    const [whole = '', verb = ''] = (found.size === 0 ? firstVerb : nextVerb).exec(rest) ?? []
    const actions = baseOf(verb.toLowerCase())
    if (actions === null)
      return {
        actions: [...found],
        object: rest.replace(/^\s*(?:(?:an?|the|any)\s+)?(?:look at|view of|sight of|access to)\s+/i, ' '),
      }
    for (const action of actions) found.add(action)
    rest = rest.slice(whole.length)
  }
}

const firstVerb = /^(?:\s*\b(?:to|ever|even|be able to)\b)*\s*(\p{L}+)/iu
/** `orders` of `delete orders` could be a verb. */
const nextVerb = /^(?:\s*(?:,|\band\b|\bor\b|\bnor\b))+(?:\s*\b(?:to|ever|even)\b)*\s*(\p{L}+)/iu

const baseOf = (verb: string): readonly string[] | null =>
  [
    verb,
    verb.replace(/s$/, ''),
    verb.replace(/es$/, ''),
    verb.replace(/ing$/, ''),
    verb.replace(/ing$/, 'e'),
    verb.replace(/e?d$/, ''),
    verb.replace(/d$/, ''),
    verb.replace(/^seen$/, 'see'),
  ]
    .map(actionsOf)
    .find((each) => each !== null) ?? null

/** Up to where the sentence goes on about something else. */
const clauseOf = (text: string): string =>
  text.split(/[;:.()!?]|,|\s(?:but|while|whereas|though|although|yet)\s|\sand\s(?=\p{L}+\s(?:may|can)\b)/u)[0] ?? ''

const denying = new RegExp(
  `(?:\\b(?:but|and|yet|though|although|or|with the exception of|except(?: for| to)?|without|apart from|other than)[\\s,]+(?:may |can )?(?:(?:never|not)\\s+)?|(?:${denial})\\s+)(?=\\p{L})`,
  'giu',
)

/** `but never delete them`, `cannot change sold orders`. */
const deniedIn = (text: string, { roles }: Analysis, earlier: string): readonly Kept[] =>
  [...text.matchAll(denying)].flatMap((match) => {
    const end = match.index + match[0].length
    const isDenial =
      /\b(?:not|never|no|cannot|except\w*|exception|without|apart|other than|forbidden|prohibited|barred|banned)\b|n['’]t/i.test(
        match[0],
      )
    const own = mentionsIn(text.slice(0, match.index), roles).at(-1)
    const isPronoun = /^\W*(?:but |and )?(?:they|he|she)\b/i.test(text)
    const who = own ?? (isPronoun ? mentionsIn(earlier, roles).at(-1) : undefined)
    const { actions, object } = deeds(clauseOf(text.slice(end)))
    const isPassive = /\b(?:is|are|be|been|was|were)\s*$/i.test(text.slice(0, match.index))
    if (!isDenial || isPassive || !who || actions.length === 0 || isOfAll.test(text.slice(0, end))) return []
    return [
      keptFrom((role) => role === who.name, {
        actions,
        object,
        before: text.slice(0, match.index),
        text,
        at: match.index,
      }),
    ]
  })

const isOfAll =
  /\b(?:everything|anything|all)\b(?: else)?,?\s+(?:but|except\w*|other than|apart from|without)\b[^,;]*$/i

const done =
  /^\W*(?<object>[\p{L} -]+?) (?:(?:is|are|may|can|must|should|shall|will|could)(?: not| never|n['’]t)|cannot|can['’]t)(?: ever)?(?: to)?(?: be)? (?<verb>\p{L}+ed|seen|read) by (?<roles>[\p{L} ,'’-]+?)\W*$/iu

/** `Sold orders may never be changed by clerks`. */
const passiveIn = (text: string, analysis: Analysis): readonly Kept[] => {
  const { object = '', verb = '', roles = '' } = done.exec(text)?.groups ?? {}
  const who = mentionsIn(roles, analysis.roles).map(({ name }) => name)
  const actions = baseOf(verb.toLowerCase())
  if (actions === null || who.length === 0) return []
  return [keptFrom((role) => who.includes(role), { actions, object, before: '', text, at: 0 })]
}

const alone = new RegExp(
  `^\\W*(?:(?:only|just|solely|(?:nobody|no one)(?: else)? (?:but|except(?: for)?|other than|apart from|besides))\\s+(?<roles>[\\p{L} ,'’-]+?)|(?<those>[\\p{L} -]+?)(?<!\\b(?:may|can|could|should|shall|must|will|to)) (?:alone|exclusively|only(?=\\s+${modal}\\s)))\\s+(?:(?:ever|also)\\s+)?(?:${modal}\\s+)?(?:ever\\s+)?(?<what>\\p{L}+\\s.+)$`,
  'iu',
)

/** `Only managers may change the margin`: everybody else may not. */
const onlyIn = (text: string, { roles }: Analysis): readonly Kept[] => {
  const { roles: named, those = '', what = '' } = alone.exec(text)?.groups ?? {}
  const who = mentionsIn(named ?? those, roles).map(({ name }) => name)
  const { actions, object } = deeds(clauseOf(what))
  if (who.length === 0 || actions.length === 0) return []
  const isOfSight = actions.every((action) => action === 'read' || action === 'list')
  const isOf = (role: string) => !who.includes(role)
  // Of rows as a whole that others see it is asked (`questionsOfDenials`).
  const kept = keptFrom(isOf, { actions, object, before: '', text, at: 0 })
  return isOfSight && wordsOf(object.replace(article, '')).length < 2 ? [] : [kept]
}

const rows =
  /^\W*(?<object>[\p{L} -]+?) (?:is|are|stays?|remains?|(?:may|can|must|should|shall)(?: only)? be)(?: kept| meant)? (?<how>(?:only |just |solely |exclusively )?(?:for|reserved (?:for|to)|restricted to|limited to|(?<seen>visible|seen|shown|read|viewed|listed|accessible|available|open|updated|changed|edited|deleted|managed|handled)(?: only| just)? (?:by|to|for))(?: only| just| nobody but)?) (?<roles>[\p{L} ,'’-]+?)(?<alone> (?:only|alone|exclusively))?\W*$/iu

/** `Cancelled orders are for managers only`. */
const rowsIn = (text: string, analysis: Analysis): readonly Kept[] => {
  const { object = '', how = '', roles = '', seen, alone: last } = rows.exec(text)?.groups ?? {}
  const isOnly =
    last !== undefined ||
    /\b(?:only|just|solely|exclusively|reserved|restricted|limited|nobody)\b/i.test(
      `${text.slice(0, text.indexOf(how))} ${how}`,
    )
  const who = mentionsIn(roles, analysis.roles).map(({ name }) => name)
  if (!isOnly || who.length === 0 || doing.test(text) || !isNamed(object, analysis)) return []
  const deed = seen === undefined ? null : (baseOf(seen.toLowerCase()) ?? ['read', 'list'])
  const actions = deed ?? ['read', 'list', 'update', 'delete', 'audit']
  return [keptFrom((role) => !who.includes(role), { actions, object, before: '', text, at: 0 })]
}

const isNamed = (object: string, analysis: Analysis): boolean =>
  mentionsIn(object, analysis.entities).length > 0 || fieldsNamed(object, analysis).length > 0

const doing =
  /^\W*(?<what>\p{L}+ing [\p{L} '’-]+?) (?:is|are|stays?|remains?) (?:only |solely )?(?:for|by|up to|reserved (?:for|to)|restricted to|limited to|left to)(?: only)? (?<roles>[\p{L} ,'’-]+?)(?: only| alone)?\W*$/iu

/** `Changing the price is reserved for managers`. */
const doingIn = (text: string, analysis: Analysis): readonly Kept[] => {
  const { what = '', roles = '' } = doing.exec(text)?.groups ?? {}
  const who = mentionsIn(roles, analysis.roles).map(({ name }) => name)
  const { actions, object } = deeds(what)
  if (who.length === 0 || actions.length === 0) return []
  return [keptFrom((role) => !who.includes(role), { actions, object, before: '', text, at: 0 })]
}

const butField =
  /(?:,? (?:but|though|yet) (?:not|never|no|none of)|,? except(?:ing)?(?: for)?|,? with the exception of|,? without|,? apart from|,? other than|,? excluding|,? minus|,? not|,? leaving(?: out)?) (?<object>[\p{L} '’-]+)/giu

/** `update orders, but not the price`: nothing of a charter keeps a field from being changed alone. */
const fieldIn = (text: string, analysis: Analysis): readonly Kept[] =>
  [...text.matchAll(butField)].flatMap((match) => {
    const before = text.slice(0, match.index)
    const who = mentionsIn(before, analysis.roles).at(-1)
    const object = (match.groups?.object ?? '').replace(lastWords, '')
    const actions = who ? deedsIn(before.slice(who.end)) : []
    if (!who || !actions.includes('update') || fieldsNamed(object, analysis).length === 0) return []
    return [keptFrom((role) => role === who.name, { actions, object, before, text, at: match.index })]
  })

const deedsIn = (text: string): readonly string[] => wordsOf(text).flatMap((word) => baseOf(word) ?? [])

const keptFrom = (
  isOf: Kept['isOf'],
  { actions, object, before, text, at }: Omit<Kept, 'isOf' | 'phrase'> & { readonly text: string; readonly at: number },
): Kept => ({
  isOf,
  actions,
  object,
  before,
  phrase: text
    .slice(at, at + phraseMax)
    .replace(/\s+/g, ' ')
    .replace(/^[\s,]+|[\s.!?;,:]+$/g, ''),
})

const phraseMax = 80
