import { singularNoun } from '@charter/charter'
import { wordsOf } from '../read/names.ts'
import { sentencesSaid } from '../sentences-said.ts'
import { letter } from './letter.ts'
import { number, numberOf } from './numbers.ts'
import { name } from './sentence-form.ts'
import { type Source, takenFrom } from './taken.ts'
import { verbOf } from './verb-of.ts'

/** Until, or from, when something may be done. */
export interface TimeSaid extends Source {
  /** As the words name them; empty: everybody who may. */
  readonly roles: readonly string[]
  readonly verbs: readonly string[]
  readonly thing: string
  readonly is: 'before' | 'after'
  readonly event: Event
  readonly shift: Shift | null
  /** It begins with the event: `within 14 days after it ends`. */
  readonly isFromThen: boolean
  /** What joins it: `until`, `before`, `after`, `once`; empty: where it is denied. */
  readonly how: string
}

/** What happens to a row, or a time that it has: `start` of `it starts`, and of `its start`. */
export interface Event {
  /** Plain words: `start`, `place`, `due date`. */
  readonly words: string
  /** Of what, where it is another thing that is named: `until the lesson starts`. */
  readonly of: string
  /** Said as what somebody does or did with it, or as what it does or has. */
  readonly isDeed: boolean
  /** Said to be the row's own: `it starts`, `its start`. */
  readonly isOwn: boolean
}

/** `24h` after it, `-1d`. */
export interface Shift {
  readonly count: number
  readonly unit: 'm' | 'h' | 'd'
}

const units = '(?<unit>minutes?|hours?|days?|weeks?)'
const span = `(?<count>${number}) ${units}`
const of = `(?:(?<own>it|they)|the (?<of>${name}?))`
const happens =
  '(?<verb>starts?|begins?|ends?|finishes|finish|departs?|leaves?|arrives?|expires?|closes?|opens?|runs? out)'
const has = '(?:has|have)'
const done = '(?<verb>started|begun|ended|finished|departed|left|arrived|expired|closed|opened)'
const point = `(?:(?<own>its|their)|the) (?<point>${letter}+(?: (?:date|time|day))?)(?: of (?:it|them|the (?<of>${name})))?`
/** As `point`, without a word before it. */
const bare = '(?<point>arrival|departure|check-in|check-out|delivery)'
const latest = '(?:,? at the latest)?'
const deed = `(?:(?<deed>${letter}+ing)(?: (?:it|them))?|(?:it|they) (?:is|are|was|were|has been|have been) (?<deed>${letter}+)|(?:they|he or she) (?:have |has )?(?<deed>${letter}+) (?:it|them))`

const limits: readonly (readonly [TimeSaid['is'], -1 | 1, string])[] = [
  [
    'before',
    -1,
    `(?<how>until|till|up to|no later than|not later than|at least)? ?${span} (?:before|prior to|ahead of) (?:${of} ${happens}|${point}|${bare})${latest}`,
  ],
  // `Within 24 hours of its start` may be before it, or after.
  [
    'before',
    1,
    `(?<how>within|up to|until|for|in|during) (?:the first )?${span} (?:of ${deed}|(?:after|from|following|since) (?:${deed}|${of} ${happens}|${of} ${has} ${done}|${point}))`,
  ],
  ['before', 1, `(?<how>until|till|before|up to) (?:${of} ${happens}|${of} ${has} ${done}|${point})`],
  ['before', 1, `(?<how>as long as|so long as|while|if) ${of} ${has} not (?:yet )?${done}(?: yet)?`],
  ['after', 1, `(?<how>after|once|as soon as|from) (?:${of} ${happens}|${of} ${has} ${done}|${point}(?: on)?)`],
]

const list = (of: string) => `${of}(?:(?:, | and | or |, and |, or )${of})*`
const who = `(?:(?:an?|the|each|every|only|all) )?(?<who>${list(`(?!(?:may|can|must)\\b)${letter}+(?: (?!(?:may|can|must|should)\\b)${letter}+)?`)})`
const object = '(?:(?:an?|the|any|all|each|their|his|her|its|his or her)(?: own)? )?(?:own )?'
/** `Must approve it before it starts` is what somebody has to do. */
const allowed = '(?:may|can|could|(?:is|are) (?:allowed|able|permitted) to)'
const active = `${who} ${allowed} (?:only )?(?!(?:be|not|never) )(?<verbs>${list(`${letter}+`)}) ${object}(?<thing>${name}?)`
const passive = `(?:(?:an?|the|each|every|all) )?(?<thing>${name}) (?:${allowed} (?:only )?|(?:must|should|shall) only )be (?<verbs>${list(`${letter}+`)})(?: by ${who})?`

const whole = (source: string): RegExp =>
  new RegExp(`^[\\s>*•–—-]*(?:${source})[\\s.!?;]*$`.replaceAll(' ', '\\s+'), 'i')

const cannot =
  "(?:cannot|can['’]?t|can no longer|may no longer|(?:may|must|can|should) (?:not|never)|(?:is|are) not (?:allowed|permitted) to)"
const later = `(?:after|once|as soon as|when) (?:${of} ${happens}|${of} ${has} ${done}|${point})`
const denials = [
  `${who} ${cannot} (?!be )(?<verbs>${list(`${letter}+`)}) ${object}(?<thing>${name}?)`,
  `(?:(?:an?|the|each|every|all) )?(?<thing>${name}) ${cannot} be (?<verbs>${list(`${letter}+`)})(?: by ${who})?`,
].map((clause) => whole(`(?:${clause}),? (?:any ?more )?${later}`))

const forms = limits.flatMap(([is, sign, limit]) =>
  [passive, active].map((clause) => ({
    is,
    sign,
    form: new RegExp(
      `^[\\s>*•–—-]*(?:${clause})(?<limit>,? (?:but )?(?:only )?${limit})[\\s.!?;]*$`.replaceAll(' ', '\\s+'),
      'id',
    ),
  })),
)

/** `Customers may cancel a booking until it starts`: times that limit a right, by sentences that say nothing else. */
export const timesIn = (words: string): readonly TimeSaid[] =>
  sentencesSaid(words).flatMap((sentence) => {
    const { text, start } = sentence
    if (!mayLimit.test(text)) return []
    for (const { is, sign, form } of forms) {
      const match = form.exec(text)
      const [from, to] = match?.indices?.groups?.limit ?? []
      const time = match?.groups && from !== undefined ? timeOf(match.groups, sign) : null
      if (time && from !== undefined && to !== undefined)
        return [{ ...time, is, ...takenFrom(sentence), from: start + from, end: start + to }]
    }
    // Whoever may do it otherwise is said elsewhere.
    const denied = denials.map((form) => form.exec(text)?.groups).find((each) => each)
    const time = denied && timeOf(denied, 1)
    return time ? [{ ...time, is: 'before', ...takenFrom(sentence) }] : []
  })

/** A sentence without these is not looked at further. */
const mayLimit =
  /\b(?:may|can|cannot|could|must|should|shall|will|allowed|able)\b.*\b(?:until|till|before|up to|later than|at least|within|for|in|during|as long as|so long as|while|if|after|once|as soon as|from|prior to|ahead of|when)\b/is

type Groups = Readonly<Record<string, string | undefined>>

const timeOf = (groups: Groups, sign: -1 | 1): Omit<TimeSaid, 'is' | keyof Source> | null => {
  const { who: roles = '', verbs = '', thing = '', count, unit = '', how = '' } = groups
  const event = eventOf(groups)
  if (event === null || /\b(?:it|them|themselves)$/i.test(thing)) return null
  return {
    roles: listOf(roles).map((each) => singularNoun(each)),
    verbs: listOf(verbs).map((each) => verbOf(each.toLowerCase())),
    thing: singularNoun(wordsOf(thing).join(' ')),
    event,
    shift: count === undefined ? null : shiftOf(numberOf(count) * sign, unit.toLowerCase()),
    isFromThen: count !== undefined && sign > 0 && !/^until$/i.test(how),
    how: how.toLowerCase().replace(/\s+/g, ' '),
  }
}

const listOf = (text: string): readonly string[] =>
  text.split(/,\s+(?:and\s+|or\s+)?|\s+(?:and|or)\s+/i).filter((each) => each !== '')

const shiftOf = (count: number, unit: string): Shift => {
  if (unit.startsWith('week')) return { count: 7 * count, unit: 'd' }
  return { count, unit: unit.startsWith('m') ? 'm' : unit.startsWith('h') ? 'h' : 'd' }
}

const eventOf = ({ verb, point: noun, deed: by, of: thing = '', own }: Groups): Event | null => {
  const whose = singularNoun(wordsOf(thing).join(' '))
  if (by !== undefined) return { words: verbOf(by.toLowerCase()), of: '', isDeed: true, isOwn: true }
  if (verb !== undefined)
    return {
      words: verbOf(verb.toLowerCase().replace(/\s+/g, ' ')),
      of: whose,
      isDeed: false,
      isOwn: own !== undefined,
    }
  return noun === undefined
    ? null
    : { words: noun.toLowerCase().replace(/\s+/g, ' '), of: whose, isDeed: false, isOwn: own !== undefined }
}
