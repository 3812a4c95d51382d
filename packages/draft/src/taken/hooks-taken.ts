import { pluralNoun, singularNoun } from '@charter/charter'
import type { Outline } from '../outline.ts'
import { entityName, wordsOf } from '../read/names.ts'
import { quoted, sentencesSaid } from '../sentences-said.ts'
import { letter } from './letter.ts'
import { cleaned, name } from './sentence-form.ts'
import { type Source, type Taken, takenFrom } from './taken.ts'

type Moment = 'before' | 'after' | 'committed'

/** What happens around a write, for which somebody writes the code. */
interface HookSaid extends Source {
  readonly thing: string
  readonly moment: Moment
  /** `the warehouse is told`. */
  readonly what: string
}

const when = '(?:when|whenever|once|as soon as|every time|each time|after)'
/** What is done to a row: `empty` is how one is. */
const done = `(?:${letter}+ed|sent|sold|made|paid|bought|written|taken|given|lost|found|broken|drawn|won)`
const written = `(?:an?|the|any|each|every|their)(?: new)? (?<thing>${name}?) (?:is|are|has been|have been|gets|was) ${done}(?: by (?:an? |the )?${name})?`
const saved =
  '(?:saved|stored|created|placed|made|written|booked|registered|entered|accepted|added|recorded|changed|updated|deleted|removed)'
const be = '(?:is|are|gets?|must be|should be|has to be|have to be|will be)'
const we = '(?:(?:we|the system|the service|the api|it) (?:must |should |has to |have to )?)?'

/** What leaves the service: it follows the commit, as the others may run again. */
const leaving = [
  `${name}(?: ${name})? ${be} (?:told|notified|informed|alerted|e-?mailed|texted|messaged|called)(?: .+)?`,
  `(?:an?|the|its|their) .*\\b(?:e-?mail|message|notification|text|sms|letter|alert|push)s? (?:is|are|gets?|goes|must be|should be|will be)(?: sent)?(?: out)?(?: (?:to|with|about|by) .+)?`,
  `${name} (?:gets?|receives?) (?:an?|the) .*\\b(?:e-?mail|message|notification|text|sms|letter|alert|push)(?: .+)?`,
  `${we}(?:sends?|notify|notifies|informs?|tells?|e-?mails?|alerts?|texts?|calls?|posts?) .+`,
]
/** What is written with it. */
const within = [
  `(?:the |its |their )?${name}(?: of .+)? ${be} (?:reduced|increased|decreased|lowered|raised|adjusted|recalculated|decremented|incremented|refreshed|updated|counted)(?: .+)?`,
  `${we}(?:reduces?|increases?|decreases?|lowers?|raises?|adjusts?|recalculates?) .+`,
]
const ahead = [
  `${we}(?:checks?|verify|verifies|validates?|asks?|looks? up|computes?|calculates?|derives?|makes? sure|confirms?|quer(?:y|ies)) .+`,
  `(?:the |its |their ).+ ${be} (?:checked|verified|validated|computed|calculated|asked|looked up|consulted|compared)(?: .+)?`,
]

const either = (of: readonly string[]): string => `(?<what>${of.join('|')})`
const forms: readonly (readonly [Moment, RegExp])[] = (
  [
    [
      'before',
      `before ${`(?:an?|the|any|each|every)(?: new)? (?<thing>${name}?) (?:is|are|gets|can be) ${saved}`}, ${either(ahead)}`,
    ],
    [
      'before',
      `${either(ahead)} before (?:an?|the|any|each|every)(?: new)? (?<thing>${name}?) (?:is|are|gets|can be) ${saved}`,
    ],
    ['committed', `${when} ${written},? ${either(leaving)}`],
    ['committed', `${either(leaving)} ${when} ${written}`],
    ['after', `${when} ${written},? ${either(within)}`],
    ['after', `${either(within)} ${when} ${written}`],
  ] as const
).map(([moment, source]) => [moment, new RegExp(`^${source}$`, 'i')])

/** A state that changes is a move, and a limit is none of these. */
const isOther = /\b(?:status|state|stage|may|can|cannot|only|must not|unless|until)\b/i

/** `When an order is placed, the warehouse is told`: a hook around its writes is asked about, of sentences that say nothing else. */
export const hooksTaken = (words: string): readonly Taken[] =>
  sentencesSaid(words).flatMap((sentence) => {
    const { text } = sentence
    const clean = cleaned(text)
    for (const [moment, form] of forms) {
      const { thing = '', what = '' } = form.exec(clean)?.groups ?? {}
      if (what === '' || isOther.test(what)) continue
      const hook = {
        thing: singularNoun(wordsOf(thing).join(' ')),
        moment,
        what,
        ...takenFrom(sentence),
      }
      return [{ ...takenFrom(sentence), addThings: (outline: Outline) => askHook(outline, hook) }]
    }
    return []
  })

/** Asked, and not declared: until its code is there the rows could not be written. */
const askHook = ({ entities, questions }: Outline, { thing, moment, quote }: HookSaid): boolean => {
  const entity = entities.get(entityName(thing))
  if (!entity) return false
  const rows = pluralNoun(wordsOf(entity.name).join(' '))
  const sentence = `"${quoted(quote)}": is that to be code of your own? It is declared with \`hooks: [${moment}]\` of ${entity.name}, and until the code is there ${rows} cannot be written.`
  questions.push({ about: entity.name, sentence, choices: [`hooks: [${moment}]`, 'not by this service'] })
  return true
}
