import { letter } from './letter.ts'
import { number } from './numbers.ts'
import { name } from './sentence-form.ts'

// What English says of times that limit a right: what happens then, how long before or after it, and the clause that says who may do what.

const units = '(?<unit>minutes?|hours?|days?|weeks?)'
const span = `(?<count>${number}) ${units}`
const of = `(?:(?<own>it|they)|(?:the|an?) (?<of>${name}?))`
const happens =
  '(?<verb>starts?|begins?|ends?|finishes|finish|departs?|leaves?|arrives?|expires?|closes?|opens?|runs? out)'
const has = '(?:has|have)'
const done = '(?<verb>started|begun|ended|finished|departed|left|arrived|expired|closed|opened)'
const point = `(?:(?<own>its|their)|the) (?<point>${letter}+(?: (?:date|time|day))?)(?: of (?:it|them|the (?<of>${name})))?`
/** As `point`, without a word before it. */
const bare = `(?<point>(?!(?:it|they|the|its|their|noon|midnight)\\b)${letter}+(?:-${letter}+)?)`
const latest = '(?:,? at the latest)?'
const deed = `(?:(?<deed>${letter}+ing)(?: (?:it|them))?|(?:it|they) (?:is|are|was|were|has been|have been) (?<deed>${letter}+)|(?:they|he or she) (?:have |has )?(?<deed>${letter}+) (?:it|them))`

const limits: readonly (readonly ['before' | 'after', -1 | 1, string])[] = [
  [
    'before',
    -1,
    `(?<how>until|till|up to|no later than|not later than|at least)? ?${span} (?:before|prior to|ahead of) (?:${of} ${happens}|${point}|${bare})${latest}`,
  ],
  // `Within 24 hours of its start` may be before it, or after.
  [
    'before',
    1,
    `(?<how>within|up to|until|for|in|during) (?:the first )?${span} (?:of (?:${deed}|(?<own>its|their) (?<point>end|finish|completion|return))|(?:after|from|following|since) (?:${deed}|${of} ${happens}|${of} ${has} ${done}|${point}))`,
  ],
  ['before', 1, `(?<how>until|till|before|up to) (?:${of} ${happens}|${of} ${has} ${done}|${point})`],
  ['before', 1, `(?<how>as long as|so long as|while|if) ${of} ${has} not (?:yet )?${done}(?: yet)?`],
  ['after', 1, `(?<how>after|once|as soon as|from) (?:${of} ${happens}|${of} ${has} ${done}|${point}(?: on)?)`],
]

const list = (of: string) => `${of}(?:(?:, | and | or |, and |, or )${of})*`
const who = `(?:(?:an?|the|each|every|only|all) )?(?<who>${list(`(?!(?:may|can|must|they)\\b)${letter}+(?: (?!(?:may|can|must|should|still)\\b)${letter}+)?`)})`
const asWho = `as an? (?<who>${letter}+(?: ${letter}+)?),? i`
const them = '(?:(?<them>they|he or she|he|she) )?'
const object = '(?:(?:an?|the|any|all|each|their|his|her|its|my|his or her)(?: own)? )?(?:own )?'
const it = '(?<it>it|them|those|these)'
/** `Must approve it before it starts` is what somebody has to do. */
const allowed = '(?:may|can|could|(?:is|are) (?:allowed|able|permitted) to)(?: (?:still|also|then))?'
const verbs = `(?!(?:be|not|never) )(?<verbs>${list(`${letter}+`)})`
/** Without a word of who may, a row is made by whoever may make it. */
const isMade = '(?:given|made|written|added|recorded|entered|created|submitted|handed in)'
export const made = new RegExp(`^${isMade}$`, 'i')

const whole = (source: string): RegExp =>
  new RegExp(`^[\\s>*•–—-]*(?:${source})[\\s.!?;]*$`.replaceAll(' ', '\\s+'), 'i')

export const clauses = [
  `(?:(?:an?|the|each|every|all) )?(?<thing>${name}) (?:${allowed} (?:only )?|(?:must|should|shall) only )be (?<verbs>${list(`${letter}+`)})(?: by ${who})?`,
  `(?:(?:an?|the|each|every|all) )?(?<thing>${name}?)(?: (?:on|of|for) (?:an?|the|its|their) (?<about>${name}?))? (?:is|are) (?:only )?(?<verbs>${isMade})`,
  `${asWho} ${allowed} (?:only )?${verbs} ${object}(?<thing>${name}?)`,
  `${them}${allowed} (?:only )?${verbs} ${it}`,
  `${who} ${allowed} (?:only )?${verbs} ${it}`,
  `${them}(?<isActive>${allowed}) (?:only )?${verbs} ${object}(?<thing>${name}?)`,
  `${who} ${allowed} (?:only )?${verbs} ${object}(?<thing>${name}?)`,
].map(whole)
export const tails = limits.map(([is, sign, limit]) => ({
  is,
  sign,
  form: new RegExp(
    `^(?<clause>.+?)(?<limit>,? (?:but )?(?:only )?${limit}(?:,? (?:but|and) (?:not|never) (?:afterwards|later|thereafter|after that|any more))?)[\\s.!?;]*$`.replaceAll(
      ' ',
      '\\s+',
    ),
    'dis',
  ),
}))
/** `After it has ended, guests can rate it within a week`. */
export const ahead = new RegExp(
  `^(?<limit>[\\s>*•–—-]*(?<how>after|once|as soon as|when) (?:${of} ${happens}|${of} ${has} ${done}),? )(?<clause>.+?)(?<last> within ${span})?[\\s.!?;]*$`.replaceAll(
    ' ',
    '\\s+',
  ),
  'dis',
)

const cannot =
  "(?:cannot|can['’]?t|can no longer|may no longer|(?:may|must|can|should) (?:not|never)|(?:is|are) not (?:allowed|permitted) to)"
const later = `(?:after|once|as soon as|when) (?:${of} ${happens}|${of} ${has} ${done}|${point})`
export const denials = [
  `${who} ${cannot} (?!be )(?<verbs>${list(`${letter}+`)}) ${object}(?<thing>${name}?)`,
  `(?:(?:an?|the|each|every|all) )?(?<thing>${name}) ${cannot} be (?<verbs>${list(`${letter}+`)})(?: by ${who})?`,
].map((clause) => whole(`(?:${clause}),? (?:any ?more )?${later}`))
