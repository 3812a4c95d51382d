import { fieldNouns, isPerson, systemNouns } from '../language/lexicon.ts'
import { entityName } from '../read/names.ts'
import type { Facts, Quote } from './facts.ts'
import { type ReadItem, readItem } from './item.ts'

/** Something a text speaks of, under all its names. */
export interface Concept {
  readonly key: string
  readonly keys: ReadonlySet<string>
  readonly name: string
  readonly score: number
  readonly isEntity: boolean
  readonly quote: Quote
}

export interface Concepts {
  /** The entity that a key names, its describing words left out where need be: `regular car` is a car. */
  near(key: string): Concept | undefined
  /** The concept that a key names, or undefined. */
  of(key: string): Concept | undefined
  readonly entities: readonly Concept[]
}

/** What each list says, item by item; lists found inside items included. */
export interface ReadList {
  readonly subject: string
  readonly items: readonly ReadItem[]
  readonly weight: number
}

/** Lists with their items read, and the lists that items open in brackets. */
export const listsOf = (facts: Facts): readonly ReadList[] => {
  const lists: ReadList[] = []
  for (const { subject, items, weight } of facts.has) {
    const read = items.map(readItem)
    lists.push({ subject, items: read, weight })
    for (const { phrase, nested } of read)
      if (phrase && nested.length > 0) lists.push({ subject: phrase.key, items: nested.map(readItem), weight: 0.9 })
  }
  return lists
}

/** Which names are one thing, and which things are data: each piece of evidence weighs, and what passes is an entity. */
export const conceptsOf = (facts: Facts, lists: readonly ReadList[]): Concepts => {
  const parents = new Map<string, string>()
  const find = (key: string): string => {
    const up = parents.get(key)
    return up === undefined || up === key ? key : find(up)
  }
  const scores = new Map<string, Evidence>()
  const at = (key: string): Evidence => {
    const known = scores.get(key)
    if (known) return known
    const made = noEvidence()
    scores.set(key, made)
    return made
  }
  collect(facts, lists, at)
  for (const [a, b] of facts.same) parents.set(find(b), find(a))
  joinShortNames(scores, parents, find)
  const groups = new Map<string, string[]>()
  for (const key of scores.keys()) {
    const root = find(key)
    groups.set(root, [...(groups.get(root) ?? []), key])
  }
  const byKey = new Map<string, Concept>()
  const entities: Concept[] = []
  for (const [root, keys] of groups) {
    const evidence = keys.map(at).reduce(sum)
    const named = bestName(root, keys, scores)
    const score = scoreOf(named, evidence)
    const concept: Concept = {
      key: named,
      keys: new Set(keys),
      name: entityName(named),
      score,
      isEntity: score >= threshold && entityName(named) !== '',
      quote: facts.mentions.get(named)?.quote ??
        lists.find(({ subject }) => keys.includes(subject))?.items[0]?.quote ?? { text: named, start: 0 },
    }
    for (const key of keys) byKey.set(key, concept)
    if (concept.isEntity) entities.push(concept)
  }
  const of = (key: string) => byKey.get(key) ?? byKey.get(find(key))
  const near = (key: string): Concept | undefined => {
    for (let rest = key; rest !== ''; rest = rest.includes(' ') ? rest.slice(rest.indexOf(' ') + 1) : '') {
      const found = of(rest)
      if (found?.isEntity) return found
    }
    return undefined
  }
  return { of, near, entities }
}

const threshold = 2

interface Evidence {
  fields: number
  lists: number
  grants: number
  linked: number
  links: number
  kinds: number
  excluded: number
  item: number
  role: number
  defined: number
  /** It is only ever written with a capital: somebody's or something's own name. */
  named: number
}

const noEvidence = (): Evidence => ({
  fields: 0,
  lists: 0,
  grants: 0,
  linked: 0,
  links: 0,
  kinds: 0,
  excluded: 0,
  item: 0,
  role: 0,
  defined: 0,
  named: 0,
})

const sum = (a: Evidence, b: Evidence): Evidence => ({
  fields: a.fields + b.fields,
  lists: a.lists + b.lists,
  grants: a.grants + b.grants,
  linked: a.linked + b.linked,
  links: a.links + b.links,
  kinds: a.kinds + b.kinds,
  excluded: a.excluded + b.excluded,
  item: a.item + b.item,
  role: Math.max(a.role, b.role),
  defined: Math.max(a.defined, b.defined),
  named: Math.max(a.named, b.named),
})

const collect = (facts: Facts, lists: readonly ReadList[], at: (key: string) => Evidence): void => {
  for (const { subject, items, weight } of lists) {
    const evidence = at(subject)
    evidence.lists += weight
    evidence.fields += items.length * weight
    for (const { phrase } of items)
      if (phrase) at(phrase.key).item += phrase.quantity === 'many' || phrase.quantity === 'one' ? 0.5 : 1
  }
  for (const { from, to, weight } of facts.links) {
    at(from).links += weight
    at(to).linked += weight
  }
  for (const { objects, isDenied, verbs } of facts.grants)
    for (const { key } of objects) at(key).grants += isDenied || verbs.length === 0 ? 0.3 : 1
  for (const { sub, base, isWeak } of facts.kinds) {
    if (isWeak) continue
    at(sub).kinds++
    at(base).kinds++
  }
  for (const key of facts.names) if (!facts.defined.includes(key)) at(key).named = 1
  for (const key of facts.defined) at(key).defined = 1
  for (const { on } of facts.acts) at(on).grants += 0.7
  for (const { key, weight } of facts.roles) at(key).role = Math.max(at(key).role, weight)
  for (const key of facts.excluded.keys()) at(key).excluded++
}

const scoreOf = (
  key: string,
  { fields, lists, grants, linked, links, kinds, excluded, item, role, defined, named }: Evidence,
): number => {
  const last = key.split(' ').at(-1) ?? ''
  const isSystem = systemNouns.has(key) || systemNouns.has(last)
  const isField = fieldNouns.has(last)
  const described = lists === 0 ? 0 : Math.min(3.2, 0.9 + 0.65 * fields)
  return (
    described +
    (role > 0.6 ? 0 : 0.9 * defined) -
    (named > 0 ? 2.2 : 0) +
    Math.min(1.8, grants * 0.9) +
    Math.min(1.2, linked * 0.7) +
    Math.min(0.6, links * 0.4) +
    Math.min(2, kinds * 1.2) -
    (excluded > 0 ? (described > 1.9 ? 0.5 : 2) : 0) -
    (isSystem ? (described > 2 ? 0.8 : 2.5) : 0) -
    (isField ? 1.3 : 0) -
    Math.min(1, item * 0.4) * (described > 1.5 ? 0 : 1) -
    (role > 0 && described < 1.5 ? 1.2 : 0) -
    (isPerson(key) && described < 1 ? 0.5 : 0)
  )
}

/** `assessment` is the `wound assessment` where no other assessment is described. */
const joinShortNames = (
  scores: Map<string, Evidence>,
  parents: Map<string, string>,
  find: (key: string) => string,
): void => {
  const keys = [...scores.keys()]
  for (const short of keys) {
    const longer = keys.filter(
      (key) =>
        key.endsWith(` ${short}`) &&
        ((scores.get(key)?.lists ?? 0) > 0 || (scores.get(key)?.grants ?? 0) > 0 || (scores.get(key)?.role ?? 0) > 0.6),
    )
    const [only] = longer
    if (only === undefined || longer.length > 1 || fieldNouns.has(short)) continue
    const [few, more] = [scores.get(short)?.fields ?? 0, scores.get(only)?.fields ?? 0]
    const areBothDescribed = few > 1.7 && more > 1.7 && few >= more * 0.5
    if (!areBothDescribed) parents.set(find(short), find(only))
  }
}

/** The name with most said under it; the longer where they are alike. */
const bestName = (root: string, keys: readonly string[], scores: ReadonlyMap<string, Evidence>): string => {
  const weight = (key: string) =>
    (scores.get(key)?.lists ?? 0) * 2 + (scores.get(key)?.grants ?? 0) + (scores.get(key)?.linked ?? 0)
  return [...keys].sort((a, b) => weight(b) - weight(a) || b.length - a.length)[0] ?? root
}
