import type { AnalysedAccess, Analysis } from './analysis.ts'
import { isWithin, type Said, saidTogether } from './sentences-said.ts'
import { thingsOf } from './things-of.ts'
import { type Mention, mentionsIn } from './words-of-names.ts'

/**
 * `the shifts of their own ward and their own assignments`, `their own pets and appointments`: whose each thing of a list is, where the
 * clause was read with one limit for all of it, or with one for the first.
 */
export const withOwnLimits = (analysis: Analysis, words: string): Analysis =>
  saidTogether(words)
    .filter(({ text }) => own.test(text))
    .reduce(withSaid, analysis)

const own = /\b(?:their|his|her|my)\b/i

const withSaid = (analysis: Analysis, said: Said): Analysis => {
  const { text } = said
  const things = mentionsIn(text, analysis.entities)
  const limits = things.map((thing, at) => whoseOf(text, things, at) ?? limitAfter(text, thing))
  if (limits.every((each) => each === null)) return analysis
  return {
    ...analysis,
    access: analysis.access.map((right) => {
      const whose =
        isWithin(right.offset, said) && isOfWhose(right) ? whoseIn(right, { said, things, limits, analysis }) : null
      return whose === null ? right : { ...right, when: whose }
    }),
  }
}

interface Limited {
  readonly said: Said
  readonly things: readonly Mention[]
  /** Of each, whose it is. */
  readonly limits: readonly (string | null)[]
  readonly analysis: Analysis
}

/** What the sentence says of each place where it lets the role act on the thing, if that is one and the same. */
const whoseIn = ({ on, role }: AnalysedAccess, { said, things, limits, analysis }: Limited): string | null => {
  const entity = analysis.entities.find(({ name }) => name === on)
  if (!entity) return null
  const meant = thingsOf(said.text, { entity, role, analysis })
  const [first = null, ...more] = meant.map(
    ({ start }) => limits[things.findIndex((each) => each.start === start && each.name === on)] ?? null,
  )
  return more.every((each) => each === first) ? first : null
}

/** No limit, or one of whose rows they are. */
const isOfWhose = ({ when }: AnalysedAccess): boolean =>
  when === null ||
  (/\b(?:own|their|his|her|my)\b/i.test(when) &&
    !/\b(?:until|before|after|when|if|while|only if|unless|once|during)\b/i.test(when))

const before = /\b(?:their|his or her|his|her|my)(?<own> very own| own)?\s+$/i
const list = /^\s*(?:,|,?\s*(?:and|or|as well as|plus|&))\s*$/i

/** `their own pets`, and the appointments in `their own pets and appointments`. */
const whoseOf = (text: string, things: readonly Mention[], at: number): string | null => {
  const thing = things[at]
  if (!thing) return null
  const found = before.exec(text.slice(0, thing.start))
  const last = things.findLast(({ end }) => end <= thing.start)
  if (found) {
    const ahead = text.slice(0, found.index)
    const isOfThing =
      found.groups?.own === undefined &&
      last !== undefined &&
      list.test(ahead.slice(last.end)) &&
      !before.test(text.slice(0, last.start))
    return isOfOther.test(ahead) || isOfThing ? null : 'only their own'
  }
  if (!last || !list.test(text.slice(last.end, thing.start))) return null
  return whoseOf(text, things, things.indexOf(last))
}

/** `the shifts of their ward` is no right to wards, and `cases and their pieces` are pieces of cases. */
const isOfOther = /\b(?:of|in|on|at|from|for|with|to|by|about)\s+$/i

/** `shifts of their own ward`, and the assignments in `assignments and shifts of their own ward`. */
const limitAfter = (text: string, { end }: Mention): string | null =>
  /^\s+(?:of|in|on|at|from|for)\s+(?:their|his or her|his|her|my)\s+(?:own\s+)?\p{L}+/iu
    .exec(text.slice(end))?.[0]
    .trim() ?? null
