import { itemsOf } from '../language/items.ts'
import { fieldNouns, systemNouns } from '../language/lexicon.ts'
import { type Phrase, phraseAt } from '../language/phrases.ts'
import { tokensOf } from '../language/tokens.ts'
import { statementsOf } from '../read/statements.ts'
import type { Facts } from './facts.ts'

/** Only what stands first says what the whole is about. */
const openingsMax = 2

/**
 * `A library with members, books and loans`, `an API to manage patients, visits and invoices`: what an opening lists in the
 * plural are things, and what keeps them is the business and no thing, unless the words say more of it.
 */
export const readOpening = (words: string, facts: Facts): void => {
  if (words.length < shortMax) for (const key of describedIn(facts)) facts.listed.add(key)
  for (const { text, offset } of statementsOf(words).slice(0, openingsMax)) {
    const found = listIn(text, offset)
    if (!found) continue
    const { keys, list } = found
    for (const key of keys) facts.listed.add(key)
    const keeper = keeperIn(text.slice(0, text.length - list.length))
    const said = facts.has.filter(({ subject }) => subject === keeper)
    if (keeper !== null && !keys.includes(keeper) && said.length < 2) facts.businesses.add(keeper)
  }
}

/** An opening that is longer is none. */
const listMax = 300

/** The last list of things that one of the words of an opening begins. */
const listIn = (text: string, offset: number): { readonly keys: readonly string[]; readonly list: string } | null => {
  const starts = [0, ...[...text.matchAll(opens)].map((found) => found.index + found[0].length)].reverse()
  for (const start of starts) {
    const list = text.slice(start)
    if (list.length > listMax || !isList.test(list)) continue
    const items = itemsOf(list, offset + start).map(({ text: item }) => thingIn(item))
    const keys = items.flatMap((each) => (each ? [each.key] : []))
    if (keys.length > 1 && keys.length === items.length) return { keys, list }
  }
  return null
}

/** In a text of a few sentences what is said to have something is what it is about, however little is said. */
const shortMax = 600

const describedIn = (facts: Facts): readonly string[] =>
  facts.has.flatMap(({ subject, weight }) => {
    const isField = fieldNouns.has(subject.split(' ').at(-1) ?? '') && (facts.mentions.get(subject)?.count ?? 0) < 2
    const isName = /^(?!(?:for|has|have|no|in|on|per|of)\b)[a-z]+(?:[ -][a-z]+){0,2}$/.test(subject)
    return weight < 0.9 || !isName || isField || systemNouns.has(subject) || facts.excluded.has(subject)
      ? []
      : [subject]
  })

const opens =
  /\b(?:with|keep|keeps|manage|manages|managing|track|tracks|tracking|handle|handles|handling|store|stores|storing|record|records|of|for|around|about|between|covering|including)\s+/gi
const isList = /^(?:(?:their|its|the|our)\s+)?[a-z][\w -]*(?:,\s*\w[\w -]*)*,?\s+(?:and|&)\s+\w[\w -]*$/i

/** A plural noun alone. */
const thingIn = (item: string): Phrase | null => {
  const tokens = tokensOf(item.replace(/^(?:their|its|the|our)\s+/i, ''), 0)
  const read = phraseAt(tokens, 0, false)
  const last = read?.value.words.at(-1) ?? ''
  if (
    !read ||
    read.next < tokens.length ||
    (fieldNouns.has(last) && read.value.words.length < 2) ||
    systemNouns.has(read.value.key)
  )
    return null
  return read.value.isPlural || /^(?:staff|inventory|stock)$/.test(last) ? read.value : null
}

/** `A clinic keeps`: who keeps it all. */
const keeperIn = (head: string): string | null => {
  const tokens = tokensOf(head, 0)
  const read = /^(?:an?|the|our|my)\b/i.test(head) ? phraseAt(tokens, 0, false) : null
  return read && read.next === tokens.length - 1 ? read.value.key : null
}
