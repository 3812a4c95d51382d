import type { Facts, Quote } from '../facts/facts.ts'
import { fieldNouns } from '../language/lexicon.ts'
import { areNearlySpelled } from '../language/spelling.ts'
import { entityName } from '../read/names.ts'
import { spelled } from '../reading/nearest-word.ts'
import { type Evidence, evidenceOf, featuresOf, sumOf } from './evidence.ts'
import { evidenceWeights } from './evidence-weights.ts'
import { likelihoodOf } from './likelihood.ts'
import type { ReadList } from './read-list.ts'

/** Something a text speaks of, under all its names. */
export interface Concept {
  readonly key: string
  readonly keys: ReadonlySet<string>
  readonly name: string
  /** From 0 to 1. */
  readonly confidence: number
  readonly features: Readonly<Record<string, number>>
  readonly isEntity: boolean
  readonly quote: Quote
}

export interface Concepts {
  /** The entity that a key names, its describing words left out where need be: `regular car` is a car. */
  near(key: string): Concept | undefined
  /** The concept that a key names, or undefined. */
  of(key: string): Concept | undefined
  readonly entities: readonly Concept[]
  /** Everything that was weighed. */
  readonly all: readonly Concept[]
}

/** Which names are one thing, and which things are data: each piece of evidence weighs, and what passes is an entity. */
export const conceptsOf = (facts: Facts, lists: readonly ReadList[]): Concepts => {
  const parents = new Map<string, string>()
  const find = (key: string): string => {
    let root = key
    for (let up = parents.get(root); up !== undefined && up !== root; up = parents.get(root)) root = up
    if (root !== key) parents.set(key, root)
    return root
  }
  const scores = evidenceOf(facts, lists)
  for (const [a, b] of facts.same) parents.set(find(b), find(a))
  joinShortNames(scores, parents, find)
  joinMisspelled(scores, parents, find)
  const groups = new Map<string, string[]>()
  for (const key of scores.keys()) {
    const root = find(key)
    groups.set(root, [...(groups.get(root) ?? []), key])
  }
  const byKey = new Map<string, Concept>()
  const entities: Concept[] = []
  const all: Concept[] = []
  for (const [root, keys] of groups) {
    const named = bestName(root, keys, scores)
    const evidence = sumOf(keys.flatMap((key) => scores.get(key) ?? []))
    const mentions = keys.reduce((count, key) => count + (facts.mentions.get(key)?.count ?? 0), 0)
    const features = featuresOf(named, evidence, mentions)
    const weighed = likelihoodOf(features, evidenceWeights)
    const confidence = keys.some((key) => facts.listed.has(key)) ? Math.max(weighed, listedConfidence) : weighed
    const concept: Concept = {
      key: named,
      keys: new Set(keys),
      name: entityName(properly(named)),
      confidence,
      features,
      isEntity:
        ((confidence >= 0.5 && !isOnlyItem(evidence)) || keys.some((key) => facts.listed.has(key))) &&
        !keys.some((key) => facts.businesses.has(key)) &&
        entityName(named) !== '',
      quote: facts.mentions.get(named)?.quote ??
        lists.find(({ subject }) => keys.includes(subject))?.items[0]?.quote ?? { text: named, start: 0 },
    }
    for (const key of keys) byKey.set(key, concept)
    all.push(concept)
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
  return { of, near, entities, all }
}

/** `a ward` in the list of what a patient has, of which nothing else is ever said: a field, however often it is named. */
const isOnlyItem = ({
  bareItem,
  countedItem,
  lists,
  defined,
  made,
  seen,
  handled,
  collected,
  refers,
  kinds,
}: Evidence) => bareItem + countedItem > 0 && lists + defined + made + seen + handled + collected + refers + kinds === 0

/** A text that only lists things means them as things. */
const listedConfidence = 0.8

/** `assessment` is the `wound assessment` where no other assessment is described. */
const joinShortNames = (
  scores: ReadonlyMap<string, Evidence>,
  parents: Map<string, string>,
  find: (key: string) => string,
): void => {
  const keys = [...scores.keys()]
  for (const short of keys) {
    const longer = keys.filter(
      (key) =>
        key.endsWith(` ${short}`) &&
        ((scores.get(key)?.lists ?? 0) > 0 || (scores.get(key)?.made ?? 0) > 0 || (scores.get(key)?.role ?? 0) > 0.6),
    )
    const [only] = longer
    if (only === undefined || longer.length > 1 || fieldNouns.has(short)) continue
    const [few, more] = [scores.get(short)?.fields ?? 0, scores.get(only)?.fields ?? 0]
    const areBothDescribed = few > 1.7 && more > 1.7 && few >= more * 0.5
    if (!areBothDescribed) parents.set(find(short), find(only))
  }
}

/** `palet` beside `pallet` is a slip. */
const joinMisspelled = (
  scores: ReadonlyMap<string, Evidence>,
  parents: Map<string, string>,
  find: (key: string) => string,
): void => {
  const keys = [...scores.keys()]
  for (const [at, key] of keys.entries())
    for (const other of keys.slice(at + 1)) if (areNearlySpelled(key, other)) parents.set(find(key), find(other))
}

const properly = (key: string): string => key.split(' ').map(spelled).join(' ')

/** The name with most said under it; the longer where they are alike. */
const bestName = (root: string, keys: readonly string[], scores: ReadonlyMap<string, Evidence>): string => {
  const weight = (key: string) =>
    (scores.get(key)?.lists ?? 0) * 2 +
    (scores.get(key)?.made ?? 0) +
    (scores.get(key)?.seen ?? 0) +
    (scores.get(key)?.referred ?? 0)
  return [...keys].sort((a, b) => weight(b) - weight(a) || b.length - a.length)[0] ?? root
}
