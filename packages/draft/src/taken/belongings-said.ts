import { singularNoun } from '@charter/charter'
import { isPerson } from '../language/lexicon.ts'
import { letter } from './letter.ts'

/** What those are called who belong to a thing, and the kinds of them that the words list. */
export interface Belonging {
  readonly noun: string
  readonly kinds: readonly string[]
}

const word = `${letter}+`
const several = '(?:(?:one or more|one or several|any number of|several|many|different|an?|one|the) )?'
const as = `(?:,? (?:some|one|others|a few)(?: of them)? (?:as|being|are) (?:an? |the |its )?(?<kinds>${word}(?:(?:, | or | and )(?:as )?${word})*))?`
const forms = [
  `(?<noun>${word}) (?:who|that) (?:belong to|are (?:in|part of|members? of)) ${several}(?<whole>${word})`,
  `(?<noun>${word}) (?:(?:can|may) )?(?:belong to|are (?:in|part of|members? of)|be (?:in|part of|members? of)|join) ${several}(?<whole>${word})${as}`,
  `(?<noun>people|users|those|everyone|everybody) (?:in|on) (?:an?|the|their|each) (?<whole>${word})(?=[ ,.])(?! of\\b)`,
  `(?:the|an?|each|every) (?<whole>${word})['’]s (?:member list|list of members)`,
  `(?:the )?(?:member list|list of members) of (?:an?|the|each|every) (?<whole>${word})`,
  `(?<whole>${word}) (?:that |which )?(?:you|they|he or she) (?:are|is) (?:an? )?members? of`,
].map((source) => new RegExp(`\\b${source}`, 'gi'))

const anybody = /^(?:people|users?|those|everyone|everybody|persons?|somebody)$/i

/** What people are in, and is no row. */
const noWhole = /^(?:staff|public|family|household|press|charge|one|it|them|group of|person|people|order|time|part)$/

/** `Singers are in one or several choirs`, `people in the team`: things that people belong to, by what they are. */
export const belongingsIn = (words: string): ReadonlyMap<string, Belonging> => {
  const found = new Map<string, Belonging>()
  for (const form of forms)
    for (const { groups = {} } of words.matchAll(form)) {
      const said = (groups.noun ?? 'people').toLowerCase()
      const whole = singularNoun((groups.whole ?? '').toLowerCase())
      const noun = anybody.test(said) || /^members?$/.test(said) ? 'member' : singularNoun(said)
      if ((noun !== 'member' && !isPerson(noun)) || noWhole.test(whole)) continue
      const kinds = (groups.kinds ?? '').split(/, (?:as )?| or | and /i).filter((each) => each !== '')
      const known = found.get(whole)
      found.set(whole, {
        noun: known?.noun ?? noun,
        kinds: [...new Set([...(known?.kinds ?? []), ...kinds.map((each) => singularNoun(each.toLowerCase()))])],
      })
    }
  return found
}
