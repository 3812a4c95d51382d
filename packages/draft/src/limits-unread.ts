import type { AnalysedAccess, AnalysedEntity, Analysis } from './analysis.ts'
import { actionsOf } from './language/actions.ts'
import { actionsBefore, type LimitSaid } from './limit-forms.ts'
import { wordsOf } from './read/names.ts'
import { isWithin, type Said } from './sentences-said.ts'
import { kindsIn, type Mark, marksOf, othersIn, partsIn, timesIn } from './unread-forms.ts'
import { type Mention, mentionsIn } from './words-of-names.ts'

/**
 * What a sentence grants beside words that surely limit and that no form reads (`sales that were never cancelled`) is left to be
 * asked about: such words are an exception, a denial of no deed, or a value of a closed list of what is granted.
 */
export const withUnreadLimits = (given: Analysis, said: Said, limits: readonly LimitSaid[]): Analysis => {
  const { text } = said
  const analysed = withRightsHere(given, said)
  const analysis = { ...given, access: analysed.access }
  const granted = analysis.access.filter((right) => isWithin(right.offset, said) || analysed.again.has(right))
  if (granted.length === 0 || isOfAll.test(text)) return given
  const applied = limits.filter((limit) => analysis.access.some(({ when }) => when === limit.when))
  const roles = mentionsIn(text, analysis.roles)
  const names = [...roles, ...mentionsIn(text, analysis.entities)]
  const isKeptField = (analysis.visible ?? []).some(({ quote = '' }) => text.includes(quote) || quote.includes(text))
  const words = isKeptField
    ? []
    : [nobodyIn, exceptionsIn, spansIn, othersIn].flatMap((form) => form(text)).concat(denialsIn(text, roles))
  const known = granted.flatMap(({ when }) => (when === null ? [] : [when.toLowerCase()]))
  const unread = new Map(
    granted.flatMap((right) => {
      const entity = analysis.entities.find(({ name }) => name === right.on)
      const spoken = entity && { entity, role: right.role, analysis }
      const times = isKeptField ? [] : timesIn(text, right.do)
      const values = entity ? valueMarks(text, { entity, right, said, names }) : []
      const kinds = spoken && right.do.some((action) => action !== 'create') ? kindsIn(text, spoken) : []
      const parts = spoken && !isKeptField && right.do.includes('read') ? partsIn(text, spoken) : []
      const mark = [...words, ...times, ...values, ...kinds, ...parts].find(
        (each) =>
          !applied.some(({ at, end }) => at <= each.at + each.text.length && each.at <= end) &&
          !known.some((when) => when.includes(each.text.toLowerCase())) &&
          isOfRole(right.role, each, roles),
      )
      return mark ? [[right, mark] as const] : []
    }),
  )
  if (unread.size === 0) return given
  return {
    ...analysis,
    access: analysis.access.map((right) => {
      const mark = unread.get(right)
      return mark ? { ...right, when: phraseAt(text, mark), isUnclear: true } : right
    }),
  }
}

/** Rights that the sentence says again: known by one before it, with its deeds apart from others of the same right. */
const withRightsHere = (analysis: Analysis, said: Said) => {
  const { text } = said
  const again = new Set<AnalysedAccess>()
  const roles = new Set(mentionsIn(text, analysis.roles).map(({ name }) => name))
  const things = new Set(mentionsIn(text, analysis.entities).map(({ name }) => name))
  const actions = roles.size > 0 && things.size > 0 ? actionsBefore(text) : []
  const access = analysis.access.flatMap((right) => {
    const here = right.do.filter((action) => actions.includes(action))
    if (
      isWithin(right.offset, said) ||
      right.when !== null ||
      here.length === 0 ||
      !roles.has(right.role) ||
      !things.has(right.on)
    )
      return [right]
    const left = right.do.filter((action) => !here.includes(action))
    const repeated = left.length === 0 ? right : { ...right, do: here }
    again.add(repeated)
    return left.length === 0 ? [repeated] : [{ ...right, do: left }, repeated]
  })
  return { access, again }
}

/** `everything but invoices` is read as a whole (`withAllBut`). */
const isOfAll =
  /\b(?:everything|anything|all)\b(?: else)?,?\s+(?:but|except|excepting|other than|apart from|besides|save|excluding)\b/i

/** `between nine and five`, `from May to July`: a right that holds then. */
const spansIn = (text: string): readonly Mark[] =>
  marksOf(text, /\bbetween [\p{L}\d:.]+ and [\p{L}\d:.]+|\bfrom [\p{L}\d:.]+ (?:to|till|until) [\p{L}\d:.]+/giu)

/** Whoever is named last before the words, they are about; where nobody is, everybody. */
const isOfRole = (role: string, { at }: Mark, roles: readonly Mention[]): boolean => {
  const before = roles.filter(({ start }) => start < at)
  const last = before.at(-1)
  return !last || before.some(({ name, end }) => name === role && end >= last.start) || last.name === role
}

const exception =
  /\b(?:except(?:ing|ion|ions|ed)?|exclud(?:ing|ed|es?)|not including|minus|barring|apart from|aside from|other than|unless|omitting|omitted|leaving out|left out|hidden|concealed|withheld|invisible|kept from|off[- ]limits)\b|(?<=\b(?:all|every|any)\s(?:[\p{L}-]+\s){1,4})(?:save|bar|but)\b/giu

const exceptionsIn = (text: string): readonly Mark[] => marksOf(text, exception)

/** `Neither brokers nor clerks may see sales`: what begins with a denial grants nothing to those that it names. */
const nobodyIn = (text: string): readonly Mark[] => {
  const [found] =
    /^\W*(?:neither|nor|not(?! only| just)|no(?! longer|[-. ,]? ?show|[.,])|never|under no|in no case|at no time|on no account|by no means)\b/i.exec(
      text,
    ) ?? []
  return found === undefined ? [] : [{ at: 0, text: found }]
}

const negation = /\b(?:not|never|none|nor|neither|cannot)\b|n['’]t\b/gi

/** Denials that take no deed from anybody: `not the old ones`, where `but not delete them` is read as one. */
const denialsIn = (text: string, roles: readonly Mention[]): readonly Mark[] =>
  [...text.matchAll(negation)].flatMap((match) => {
    const end = match.index + match[0].length
    const [before, after] = [text.slice(Math.max(0, match.index - 20), match.index), text.slice(end, end + 60)]
    const [, helped = '', verb = ''] =
      /^\s*((?:(?:may|can|must|should|be|able|allowed|permitted|to|ever|even|also|or|and)\s+)*)(\p{L}+)/iu.exec(
        after,
      ) ?? []
    const plain = /\bbe\b/i.test(helped)
      ? [verb.replace(/ed$/i, ''), verb.replace(/d$/i, '')]
      : [verb, verb.replace(/ing$/i, '')]
    const isDeed = plain.some((each) => actionsOf(each.toLowerCase()) !== null)
    const isHelped =
      /\b(?:may|can|must|should|shall|will|could|would|do|does)\s*$/i.test(before) ||
      /^(?:cannot|n['’]t)$/i.test(match[0])
    const isOther =
      /^\s*(?:only|just|required|necessary|needed|optional|yet another|later|more|less)\b/i.test(after) ||
      /\b(?:or|if|whether)\s+$/i.test(before)
    const isWho = roles.some(
      ({ start }) => start >= end && /^\s*(?:(?:by|to|for|the|an?)\s+)*$/i.test(text.slice(end, start)),
    )
    const isRead = isDeed || (isHelped && !/^\s*be\b/i.test(after)) || isOther || isWho
    return isRead ? [] : [{ at: match.index, text: match[0] }]
  })

const common = /^(?:.|yes|no|other|others|none|all|any|true|false|one|two)$/i

interface Valued {
  readonly entity: AnalysedEntity
  readonly right: AnalysedAccess
  readonly said: Said
  /** Where the sentence names roles and things. */
  readonly names: readonly Mention[]
}

/** Values of closed lists of what is granted, where the sentence neither lists them nor says what rows become. */
const valueMarks = (text: string, { entity, right, said, names }: Valued): readonly Mark[] =>
  entity.fields.flatMap(({ enum: values, offset }) => {
    if (values === null || isWithin(offset, said)) return []
    const found = values.flatMap((value) => (common.test(value) ? [] : valueIn(text, value)))
    if (found.length > 1 && found.length >= values.length) return []
    return found.filter(({ at, text: value }) => {
      const before = text.slice(Math.max(0, at - 60), at)
      const isName = names.some(({ start, end }) => start <= at && at < end)
      const isOutcome = becomes.test(before) || isAside(before) || right.do.some((action) => isStemOf(value, action))
      const isVerb =
        actionsOf(value.toLowerCase()) !== null && !/\b(?:is|are|be|not|still|that|which|while|only)\s+$/i.test(before)
      return !isName && !isOutcome && !isVerb
    })
  })

const valueIn = (text: string, value: string): readonly Mark[] => {
  const source = wordsOf(value).join('[\\s_-]+')
  if (source === '') return []
  const match = new RegExp(`(?<![\\p{L}\\d])${source}(?![\\p{L}\\d])`, 'iu').exec(text)
  return match ? [{ at: match.index, text: match[0] }] : []
}

/** `mark them as sold`, `mark a sheet ready`, `move it to done`, `add evidence`: what rows become, or what is made. */
const becomes =
  /\b(?:mark|flag|declare|report)s?\b[^.;,]*$|\b(?:set|move|put|turn|change|make|switch|record|write)s?\b[^.;]*\b(?:as|to|into|it|them|off)\s+(?:as\s+)?(?:an?\s+|the\s+|"|')*$|\b(?:becomes?|turns?|gets?|goes to)\s+$|\b(?:add|create|record|submit|upload|attach|enter|note)s?\s+(?:an?\s+|the\s+)?$/i

/** `record the outcome (won or lost)`. */
const isAside = (before: string): boolean => /\((?![^)]*\b(?:only|just|not|never|except|no)\b)[^)]*$/i.test(before)

/** `cancelled` of who may `cancelSale`. */
const isStemOf = (value: string, action: string): boolean => {
  const [verb = ''] = wordsOf(action)
  return (
    actionsOf(action) === null &&
    action !== 'audit' &&
    verb.length > 2 &&
    value.toLowerCase().startsWith(verb.slice(0, -1))
  )
}

const phraseMax = 80

const phraseAt = (text: string, { at }: Mark): string =>
  text
    .slice(at, at + phraseMax)
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/(?<=.{12})[,;:)].*$|[\s.!?;,:]+$/, '')
