import type { Analysis } from './analysis.ts'
import { actionsOf } from './language/actions.ts'
import { type Token, tokensOf } from './language/tokens.ts'
import type { Outline } from './outline.ts'
import { operationName } from './outline-names.ts'
import { wordsOf } from './read/names.ts'
import { verbOf } from './taken/verb-of.ts'
import type { Mention } from './words-of-names.ts'

// What the verbs of a clause do to which of the things that it names.

/** What a verb is about stands behind it, or in front where nothing does. */
export const objectsOf = (clause: string, things: readonly Mention[], at: number): readonly Mention[] | null => {
  const behind = things.filter(({ start }) => start > at)
  const found = behind.length > 0 || things.length === 0 ? behind : heads(clause, things)
  if (found.length > 0) return heads(clause, found)
  return null
}

/** Not the teams of `reports from other teams`, `the team's reports`, while it speaks of the reports. */
export const heads = (clause: string, things: readonly Mention[]): readonly Mention[] => {
  const found = things.filter(
    ({ start, end }) =>
      !/\b(?:of|from|in|on|at|by|to|for|with)\s+(?:\p{L}+\s+)?$/iu.test(clause.slice(0, start)) &&
      !/^['’]/.test(clause.slice(end)),
  )
  return found.length > 0 ? found : things
}

const helps = /^(?:may|can|cannot|must|should|shall|will|to|not|never|only|ever|be|is|are|alone|nobody|and|or)$/
const modals = /^(?:may|can|cannot|must|should|shall|will|not|never|be)$/
/** What stands behind it says which, or who. */
const aside = /\s(?:that|which|who|whoever|whose|by|he|she|they)\s/i

/** Words that are verbs here, and no names. */
export const verbsIn = (clause: string, names: readonly Mention[]): readonly Token[] => {
  const all = tokensOf(clause, 0)
  const found = all.filter(({ start, pos, lower }, at) => {
    const before = all[at - 1]?.lower ?? ''
    if (helps.test(lower)) return false
    if (modals.test(before)) return true
    const isName = names.some((name) => name.start <= start && start < name.end)
    return !isName && (pos === 'VERB' || helps.test(before) || names.some(({ end }) => end === start - 1))
  })
  const end = clause.search(aside)
  const main = found.filter(({ start }) => end < 0 || start < end)
  return main.length > 0 ? main : found
}

/** `decide on it` may be any of what moves it. */
const decides = /^(?:decide|judge|rule|act)$/

export const deedsOf = (word: string, on: string, { operations }: Analysis): readonly string[] => {
  const verb = verbOf(word)
  const own = operations.filter((each) => each.on === on).map(({ name }) => operationName(name))
  if (decides.test(verb)) return own
  return [
    ...(actionsOf(verb) ?? []),
    operationName(`${verb} ${on}`),
    ...own.filter((name) => wordsOf(name)[0] === verb),
  ]
}

/** Who votes on a motion makes a vote, and who fires a kiln a firing. */
export const rowsOf = (verb: string, on: string, { entities }: Outline): readonly string[] =>
  [...entities.values()].flatMap(({ name, relations }) => {
    const isOfThing = [...relations.values()].some(({ one }) => one === on)
    const last = wordsOf(name).at(-1) ?? ''
    return isOfThing && [verb, `${verb.replace(/e$/, '')}ing`].includes(last) ? [name] : []
  })
