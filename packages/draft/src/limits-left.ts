import type { AnalysedField, Analysis } from './analysis.ts'
import { conditionedIn } from './conditions-said.ts'
import { deedsOf, heads, objectsOf, rowsOf, verbsIn } from './deeds-meant.ts'
import { groupsIn } from './groups-left.ts'
import { concealed, denial, modal } from './language/denials.ts'
import { isActor } from './limit-forms.ts'
import { clauseJoints, isRead, type Lost } from './lost-rights.ts'
import { movesDeniedIn } from './moves-denied.ts'
import { type DraftQuestion, linesOf, type Outline } from './outline.ts'
import { roleName } from './outline-names.ts'
import { quoted, type Said, sentencesSaid } from './sentences-said.ts'
import { verbOf } from './taken/verb-of.ts'
import { mentionsIn, namesAlone } from './words-of-names.ts'

/**
 * Words that surely limit (`no leader countersigns …`, `only curators of a tree …`) and of which no rule was made: whatever of it the
 * draft gives is taken out, and asked about. What a rule was made of has left nothing to take.
 */
export const takeLimitsLeft = (
  outline: Outline,
  analysis: Analysis,
  { words, given }: { readonly words: string; readonly given: string },
): readonly DraftQuestion[] => {
  const people = [...analysis.roles, ...namesAlone(outline.roles)]
  const drafted = { analysis, outline, people, fields: analysis.entities.flatMap((each) => each.fields) }
  return sentencesSaid(words).flatMap((said, at, all) => {
    const earlier = all[at - 1]?.text ?? ''
    const lost = [
      ...limitsIn(said, earlier, drafted),
      ...conditionsOf(said, earlier, drafted),
      ...groupsIn(said, analysis),
      ...movesDeniedIn(said, analysis),
    ]
    const taken = [...new Set(lost.flatMap((each) => take(outline, each)))]
    const [first] = lost
    if (taken.length === 0 || !first) return []
    const quote = quoted(given.slice(said.start, said.start + said.text.length))
    const sentence = `"${quote}": what is the rule? None was made of it, and until there is one the draft leaves out: ${taken.join(', ')}.`
    return [{ about: first.on, sentence, choices: [] }]
  })
}

/** What was taken, as `leader: approveReport`. */
const take = ({ entities }: Outline, { isOf, on, deeds }: Lost): readonly string[] => {
  const entity = entities.get(on)
  if (!entity) return []
  return [...entity.allow].flatMap(([role, grant]) => {
    if (!isOf(role)) return []
    const found = deeds.filter((deed) =>
      linesOf(grant)
        .map(({ actions }) => actions.delete(deed))
        .includes(true),
    )
    return found.length > 0 ? [`${role} may ${found.join(', ')} ${on}`] : []
  })
}

const quantity = /\b(?:twice|once|at most|at least|more than|fewer|less|same time|same day|overlap\w*|\d+)\b/i

/** `May only be closed once three have signed it`. */
const onlyWhen = /\bonly be \p{L}+(?: by [\p{L} ]+)? (?:when|once|if|after|as soon as)\b/iu

/** `May add, replace or strike cues` is one clause. */
const verbList = new RegExp(`(?:${modal}) (?:only )?\\p{L}+, (?:\\p{L}+, )*\\p{L}+,? (?:and|or) `, 'giu')
const withOr = (list: string): string => list.replaceAll(', ', ' or ')

/** Of each clause that limits, what it speaks of. */
const limitsIn = (said: Said, before: string, drafted: Drafted): readonly Lost[] => {
  const found: Lost[] = []
  let earlier = before
  for (const clause of said.text.replace(verbList, withOr).split(clauseJoints)) {
    const isCounted = quantity.test(clause) && !onlyWhen.test(clause)
    const loses = clause.trim() === '' || isCounted ? null : whoLoses(clause, earlier, drafted)
    const main = onlyWhen.test(clause) ? clause.replace(/\s(?:when|once|if|after|as soon as)\s.*$/is, '') : clause
    if (loses) found.push(...lostIn(main, { ...loses, ...drafted, earlier, said }))
    earlier = `${earlier} ${clause}`
  }
  return found
}

const nobody = /\b(?:nobody|no one)\b/i
const nobodyBut = /\b(?:nobody|no one)(?: else)? (?:but|except(?: for)?|other than|apart from|besides)\b/i
/** Those who are named before it keep what they were given. */
const nobodyElse = /\b(?:nobody|no one) else\b/i
const none = new RegExp(`\\bno (?:\\p{L}+ ){1,2}(?:ever |${modal}\\s)`, 'iu')
const denied = new RegExp(`${denial}|\\b(?:but|and) (?:not|never)\\b`, 'i')
const only = /(?<!\b(?:not|read|if)[ -])\b(?:only|solely|exclusively)\b(?! (?:because|for the))|\balone\b/i
/** `May only be closed`: by whom, nothing says; `clerks may only read them` says what they may, and not who may. */
const onlyBe = new RegExp(`(?:${modal})\\s+(?:only|solely|exclusively)\\s+be\\b|\\bonly\\b.*(?:${modal})`, 'i')
const onlyDeeds = new RegExp(`(?:${modal})\\s+only\\s+(?!be\\b)|\\bonly (?:reads?|sees?|views?|lists?|looks?)\\b`, 'i')
const isHidden = new RegExp(`\\b(?:is|are|stays?|remains?|be|kept)(?: \\p{L}+)? ${concealed}(?!\\p{L})`, 'iu')
/** `What is stored by each is hidden from the rest`: all that there is. */
const others = /\b(?:from|to) (?:the rest|(?:(?:all|any|the) )*others?|each other|one another)\b/i
const ours = /^\W*(?:and |but )?(?:we|i|you)\b/i

/** `Feedback is given within three days of its end`. */
const timed = /\b(?:is|are) (?:only )?(?:given|made|written|submitted|handed in|created|added) within\b/i

/** Deeds that wait for what others have said of the row, and those of whoever a relative clause narrows: nobody's. */
const conditionsOf = (said: Said, earlier: string, drafted: Drafted): readonly Lost[] => {
  const main = conditionedIn(said.text)
  if (main === null) return []
  const found = lostIn(main, { who: () => true, from: 0, earlier, said, ...drafted })
  const isGiven = found.some(({ on, deeds }) => givenOn(drafted.outline, on).some((deed) => deeds.includes(deed)))
  const others = (on: string) => [
    ...(opens.test(main) ? ['read', 'list'] : []),
    // `Goes on offer` may be any of what is done to it.
    ...(isGiven ? [] : businessOf(on, drafted)),
  ]
  return found.map((each) => ({ ...each, deeds: [...each.deeds, ...others(each.on)] }))
}

/** What is opened is seen. */
const opens = /\bbe (?:opened|watched|heard|consulted|looked at|listened to)\b/i

const givenOn = ({ entities }: Outline, on: string): readonly string[] =>
  [...(entities.get(on)?.allow.values() ?? [])].flatMap((grant) =>
    linesOf(grant).flatMap(({ actions }) => [...actions]),
  )

const businessOf = (on: string, { outline }: Drafted): readonly string[] =>
  givenOn(outline, on).filter((deed) => !/^(?:create|read|list|delete|audit)$/.test(deed))

type Who = (role: string) => boolean

/** Whom a clause keeps from what it says behind a place in it; null where it limits nobody. */
const whoLoses = (
  clause: string,
  earlier: string,
  { people }: Drafted,
): { readonly who: Who; readonly from: number } | null => {
  const named = mentionsIn(clause, people).map(({ name }) => roleName(name))
  const isNot = (role: string) => !named.includes(role)
  if (nobodyBut.test(clause)) return { who: isNot, from: 0 }
  if (nobody.test(clause)) return nobodyElse.test(clause) ? null : { who: () => true, from: clause.search(nobody) }
  if (onlyWhen.test(clause) || timed.test(clause)) return { who: () => true, from: 0 }
  if (ours.test(clause)) return null
  if (only.test(clause))
    return onlyDeeds.test(clause) || (named.length === 0 && !onlyBe.test(clause)) ? null : { who: isNot, from: 0 }
  const from = [none, denied, isHidden].map((form) => clause.search(form)).find((each) => each >= 0)
  if (from === undefined) return null
  const last = isHidden.test(clause) ? undefined : mentionsIn(earlier, people).at(-1)
  const who = named.length > 0 ? named : last && [roleName(last.name)]
  return { who: (role) => who === undefined || who.includes(role), from }
}

interface Drafted {
  /** Roles by all their names, and the fields of all things: made once, as looking up their words is. */
  readonly people: readonly { readonly name: string; readonly aliases: readonly string[] }[]
  readonly fields: readonly AnalysedField[]
  readonly analysis: Analysis
  readonly outline: Outline
}

interface Around extends Drafted {
  readonly who: Who
  readonly from: number
  readonly earlier: string
  readonly said: Said
}

const lostIn = (clause: string, { who, from, earlier, said, analysis, outline, fields }: Around): readonly Lost[] => {
  const actors = mentionsIn(clause, analysis.roles)
  const named = mentionsIn(clause, analysis.entities).filter((each) => !isActor(clause, each, actors))
  const verbs = verbsIn(clause, [...actors, ...named]).filter(({ start }) => start >= from)
  const things = named.filter((each) => !verbs.some(({ start }) => start === each.start))
  const at = verbs[0]?.start ?? 0
  const isSight = isHidden.test(clause) && things.length > 0
  const isOfOthers = things.length === 0 && isHidden.test(clause) && others.test(clause)
  const meant = isOfOthers
    ? analysis.entities
    : isSight
      ? heads(clause, things)
      : (objectsOf(clause, things, at) ?? mentionsIn(earlier, analysis.entities).slice(-1))
  const hasFields = mentionsIn(said.text, fields).length > 0
  const isOfAll = actors.length === 0 && ![nobody, only, timed].some((form) => form.test(clause))
  return meant.flatMap(({ name: on }) => {
    const all = isSight || isOfOthers ? ['read', 'list'] : verbs.flatMap((verb) => deedsOf(verb.lower, on, analysis))
    // `A crane must not be booked` makes something else than cranes.
    const deeds = isOfAll ? all.filter((deed) => deed !== 'create') : all
    const isOfFields = hasFields && (things.length === 0 || deeds.every((deed) => /^(?:read|list)$/.test(deed)))
    const rows = verbs.flatMap(({ lower }) => rowsOf(verbOf(lower), on, outline))
    const found = [{ isOf: who, on, deeds }, ...rows.map((made) => ({ isOf: who, on: made, deeds: ['create'] }))]
    return isOfFields ? [] : found.filter((each) => !isRead(each, { said, analysis }))
  })
}
