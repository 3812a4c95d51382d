import { singularNoun } from '@charter/charter'
import { wordsOf } from '../read/names.ts'
import { sentencesSaid } from '../sentences-said.ts'
import { numberOf } from './numbers.ts'
import { type Source, takenFrom } from './taken.ts'
import { ahead, clauses, denials, made, tails } from './time-forms.ts'
import { verbOf } from './verb-of.ts'

/** Until, or from, when something may be done. */
export interface TimeSaid extends Source {
  /** As the words name them; empty: everybody who may. */
  readonly roles: readonly string[]
  /** They are those that were spoken of before: `and they may cancel it until …`. */
  readonly isOfThem: boolean
  readonly verbs: readonly string[]
  /** Empty where it is what was spoken of before. */
  readonly thing: string
  /** What the words speak of before. */
  readonly spoken: string
  /** More words of the one before it. */
  readonly isRest: boolean
  readonly is: 'before' | 'after'
  /** What it is of: `feedback on a meeting`. */
  readonly about: string
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

/** Where a clause may begin, or one that is of use may end. */
const joints = /(?:,\s+|\s+)(?:and|but)\s+(?!not\b)|;\s+|,\s+(?=they\s)/gi
const goesOn = /\s+and\s+(?=(?:has|have|contains?|consists?)\b)/i

/** `Customers may cancel a booking until it starts`: times that limit a right, by clauses that say nothing else. */
export const timesIn = (words: string): readonly TimeSaid[] =>
  sentencesSaid(words).flatMap((sentence) => {
    const { text, start } = sentence
    if (!mayLimit.test(text)) return []
    // Whoever may do it otherwise is said elsewhere.
    const denied = denials.map((form) => form.exec(text)?.groups).find((each) => each)
    const time = denied && timeOf(denied, { is: 'before', sign: 1 })
    if (time) return [{ ...time, spoken: '', isRest: false, ...takenFrom(sentence) }]
    const end = goesOn.exec(text)?.index ?? text.length
    const begins = [0, ...[...text.matchAll(joints)].map((match) => match.index + match[0].length)]
    for (const at of begins) {
      const found = limitedIn(text.slice(at, end))
      if (found.length === 0) continue
      const spoken = words.slice(Math.max(0, start - spokenMax), start + at)
      return found.map(({ from, end: to, time: each, isRest = false }) => ({
        ...each,
        isRest,
        spoken,
        ...takenFrom(sentence),
        from: start + at + from,
        end: start + at + to,
      }))
    }
    return []
  })

const spokenMax = 300

type Time = Omit<TimeSaid, keyof Source | 'spoken' | 'isRest'>

interface Limited {
  readonly time: Time
  readonly from: number
  readonly end: number
  /** Its words alone: the rule is that of the one before it. */
  readonly isRest?: boolean
}

/** The times of a clause, each with its place in it. */
const limitedIn = (text: string): readonly Limited[] => {
  const first = ahead.exec(text)
  if (first?.groups) return aheadIn(first, first.groups)
  for (const { is, sign, form } of tails) {
    const match = form.exec(text)
    const { clause = '', ...groups } = match?.groups ?? {}
    const [from, end] = match?.indices?.groups?.limit ?? []
    if (from === undefined || end === undefined) continue
    const said = clauses.map((each) => each.exec(clause)?.groups).find((each) => each)
    const time = said && timeOf({ ...groups, ...said }, { is, sign })
    if (time) return [{ time, from, end }]
    // `From its start until it ends`: two limits of one clause.
    const earlier = said ? [] : limitedIn(clause)
    const [one] = earlier
    const also = one && eventOf(groups)
    if (one && also)
      return [
        ...earlier,
        {
          time: {
            ...one.time,
            ...limitOf(groups, { is, sign }),
            event: also.isOwn ? { ...also, of: one.time.event.of } : also,
          },
          from,
          end,
        },
      ]
  }
  return []
}

const aheadIn = (match: RegExpExecArray, { clause = '', last, ...groups }: Groups): readonly Limited[] => {
  const said = clauses.map((each) => each.exec(clause)?.groups).find((each) => each)
  const [from = 0, end = 0] = match.indices?.groups?.limit ?? []
  const limit = { ...groups, ...said, ...(last === undefined && { count: undefined }) }
  const time = said && timeOf(limit, { is: last === undefined ? 'after' : 'before', sign: 1 })
  const [start, stop] = match.indices?.groups?.last ?? []
  if (!time) return []
  // The words at both ends are taken, and are one limit.
  return [
    { time, from, end },
    ...(start === undefined || stop === undefined ? [] : [{ time, from: start, end: stop, isRest: true }]),
  ]
}

/** A sentence without these is not looked at further. */
const mayLimit =
  /\b(?:may|can|cannot|could|must|should|shall|will|allowed|able|given|made|written|added|recorded|entered|created|submitted|handed)\b/i

type Groups = Readonly<Record<string, string | undefined>>

interface Kind {
  readonly is: TimeSaid['is']
  readonly sign: -1 | 1
}

const timeOf = (groups: Groups, kind: Kind): Time | null => {
  const { who: roles = '', them: they, verbs: deeds = '', thing = '', about = '', it: stand } = groups
  const event = eventOf(groups)
  if (event === null || /\b(?:it|them|themselves)$/i.test(thing)) return null
  const isElided = roles === '' && thing === '' && stand !== undefined
  return {
    roles: listOf(roles).map((each) => singularNoun(each)),
    isOfThem: they !== undefined || isElided || (roles === '' && groups.isActive !== undefined),
    verbs: listOf(deeds).map((each) => (made.test(each) ? 'create' : verbOf(each.toLowerCase()))),
    thing: singularNoun(wordsOf(thing).join(' ')),
    about: singularNoun(wordsOf(about).join(' ')),
    event,
    ...limitOf(groups, kind),
  }
}

const limitOf = (
  { count, unit = '', how = '' }: Groups,
  { is, sign }: Kind,
): Pick<TimeSaid, 'is' | 'shift' | 'isFromThen' | 'how'> => ({
  is,
  shift: count === undefined ? null : shiftOf(numberOf(count) * sign, unit.toLowerCase()),
  isFromThen: count !== undefined && sign > 0 && !/^until$/i.test(how),
  how: how.toLowerCase().replace(/\s+/g, ' '),
})

const listOf = (text: string): readonly string[] =>
  text.split(/,\s+(?:and\s+|or\s+)?|\s+(?:and|or)\s+/i).filter((each) => each !== '')

const shiftOf = (count: number, unit: string): Shift => {
  if (unit.startsWith('week')) return { count: 7 * count, unit: 'd' }
  return { count, unit: unit.startsWith('m') ? 'm' : unit.startsWith('h') ? 'h' : 'd' }
}

const eventOf = ({ verb, point: noun, deed: by, about = '', of: thing = about, own }: Groups): Event | null => {
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
