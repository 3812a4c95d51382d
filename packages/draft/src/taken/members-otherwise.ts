import { singularNoun } from '@charter/charter'
import { modal } from '../language/denials.ts'
import { wordsOf } from '../read/names.ts'
import type { Belonging } from './belongings-said.ts'
import { letter } from './letter.ts'
import { type RightSaid, rightsOf, type Target } from './rights-of.ts'
import { name } from './sentence-form.ts'
import { verbOf } from './verb-of.ts'

/** What a clause lets those do who belong to a thing. */
export interface MembersRead {
  /** `project`. */
  readonly whole: string
  /** What one who belongs to it is called: `member`. */
  readonly noun: string
  /** Of these, one kind alone: `lead`. */
  readonly kind: string | null
  /** Nobody else may. */
  readonly isOnly: boolean
  /** None where it is not understood. */
  readonly rights: readonly RightSaid[]
}

interface Around {
  readonly whole: string
  readonly belongings: ReadonlyMap<string, Belonging>
  readonly last: Target | undefined
}

const only = '(?<only>only |just |nobody but |no one but )?'
const rest = '(?<alone>,? alone| only)? (?<rest>.+)'
const whole = `(?<whole>${name}?)`
const one = '(?:an? |the |that |each |every |any |their |its )'

/** Whoever belongs to it, or a kind of them, by another noun: `captains of the team`, `players who belong to a band`. */
const subjects = [
  `${only}(?:the |all |every |any |each |an? )?(?:people|those|users|everyone|anyone) on ${one}${whole}['’]s (?:member list|list of members)${rest}`,
  `${only}(?:the |all |every |any |each |an? )?(?<noun>${name}?) (?:who (?:belong to|are (?:in|part of|members? of))|in|of|on) ${one}${whole}${rest}`,
  `among (?:them|these),? ${only}(?:the )?(?<noun>${name}?)${rest}`,
].map((source) => new RegExp(`^${source}$`, 'i'))
const see = '(?:sees?|reads?|views?|browses?|looks? at)'
const seen = new RegExp(
  `^(?:${name}?) (?:(?:${modal}) )?(?<only>only )(?<verb>${see}) (?:the |all )?(?<part>${letter}+) of (?:the |those |all )?${whole} (?:that |which )?(?:you|they|he or she) (?:are|is|belong) (?:an? )?(?:members? of|in|part of|to)$`,
  'i',
)
/** `A report must be countersigned by a leader of the team`. */
const done = new RegExp(
  `^(?:an? |the |each |every )(?<part>${name}?) (?:is|are|(?:${modal}|has to|have to) (?<only>only )?be) (?<only2>only )?(?<done>${letter}+) by (?<only3>only )?(?:an? |the |one of the )?(?<noun>${name}?) of ${one}${whole}$`,
  'i',
)
/** `Reports of other teams stay invisible`. */
const apart = new RegExp(
  `^(?:the |all )?(?<part>${letter}+) (?:of|from|in) other ${whole} (?:is|are|stays?|remains?) (?:invisible|hidden|private|secret|not visible|never visible|closed|off limits)$`,
  'i',
)

/** Clauses on those who belong to a thing that other words say to have people: null where no word says so. */
export const otherRead = (text: string, { whole: last, belongings, last: target }: Around): MembersRead | null => {
  const found = [...subjects, seen, done, apart].map((form) => form.exec(text)?.groups).find((each) => each)
  if (!found) return null
  const of = found.whole === undefined ? last : singularNoun(wordsOf(found.whole).join(' '))
  const belonging = belongings.get(of)
  if (!belonging) return null
  const on: Target = { kind: 'part', noun: (found.part ?? '').toLowerCase() }
  const verb = found.done === undefined ? 'see' : verbOf(found.done.toLowerCase())
  const rights = found.rest === undefined ? [{ verbs: [verb], on }] : rightsOf(found.rest, of, target)
  const said = singularNoun((found.noun ?? belonging.noun).toLowerCase())
  const isAll = said === belonging.noun || /^(?:person|people|user|member|those)$/.test(said)
  if (rights === null || /^(?:name|title|list|number|price|date)$/.test(said)) return null
  const isOnly = [found.only, found.only2, found.only3, found.alone].some((each) => each !== undefined)
  return {
    whole: of,
    noun: belonging.noun,
    kind: isAll ? null : said,
    isOnly: isOnly || found.part !== undefined,
    rights,
  }
}
