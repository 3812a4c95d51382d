import { singularNoun } from '@charter/charter'
import { actionsOf } from './language/actions.ts'
import { modal } from './language/denials.ts'
import { isPerson } from './language/lexicon.ts'

const people = '(?:the |all |other )?(?<people>[\\p{L}-]+s(?: (?:and|or) [\\p{L}-]+s)?)'
const joint = new RegExp(
  `,(?= ${people} (?:(?:${modal}) )?(?:only |then |also )?(?<verb>\\p{L}+) (?<object>\\p{L}+))`,
  'giu',
)
const determined = /^(?:them|it|these|those|the|an?|all|any|each|every|their|its|his|her)$/i
const begins = new RegExp(`^\\W*${people} \\p{L}+ `, 'iu')

/**
 * `Clerks book tours, guides finish them`: two clauses with a comma alone between them get a semicolon, so that who acts in the second is
 * no object of the first. As long as the words that were given.
 */
export const clausesApart = (words: string): string =>
  words.replace(joint, (comma: string, ...match) => {
    const { people: who = '', verb = '', object = '' } = match.at(-1) as Readonly<Record<string, string>>
    const before =
      words
        .slice(0, match.at(-3) as number)
        .split(/[.;:!?\n]/)
        .at(-1) ?? ''
    const first = begins.exec(before)?.groups?.people ?? ''
    const isDeed = determined.test(object) || actionsOf(verb.toLowerCase()) !== null
    return isDeed && areActing(first) && areActing(who) ? ';' : comma
  })

const areActing = (said: string): boolean =>
  said.split(/ (?:and|or) /i).every((each) => isPerson(singularNoun(each.toLowerCase())))
