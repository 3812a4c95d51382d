import type { Facts } from '../facts/facts.ts'
import { actionsOf } from '../language/actions.ts'
import { fieldNouns, isPerson, systemNouns } from '../language/lexicon.ts'
import type { ReadList } from './read-list.ts'

/** What speaks for and against a noun's being a thing with data of its own. Each is a count or a sum of weights. */
export interface Evidence {
  /** Items of the lists said of it, each as sure as its list. */
  fields: number
  /** Lists said of it; and those said plainly, under a label, in a table or after "has". */
  lists: number
  plainLists: number
  /** Labels and sentences of its own. */
  defined: number
  /** People make, change or remove it; look at it; do something else with it. */
  made: number
  seen: number
  handled: number
  /** Another thing has one of it; several of it; it has one or several of another. */
  referred: number
  collected: number
  refers: number
  /** It is a kind of something, or something is a kind of it. */
  kinds: number
  /** An item of a list, bare (`drug`) or counted (`one author`). */
  bareItem: number
  countedItem: number
  /** It acts; it is left out; it is only ever written with a capital. */
  role: number
  excluded: number
  named: number
}

const nothing: Evidence = {
  fields: 0,
  lists: 0,
  plainLists: 0,
  defined: 0,
  made: 0,
  seen: 0,
  handled: 0,
  referred: 0,
  collected: 0,
  refers: 0,
  kinds: 0,
  bareItem: 0,
  countedItem: 0,
  role: 0,
  excluded: 0,
  named: 0,
}

/** The evidence of every noun phrase of a text, by key. */
export const evidenceOf = (facts: Facts, lists: readonly ReadList[]): ReadonlyMap<string, Evidence> => {
  const found = new Map<string, Evidence>()
  const described = new Set([...lists.map(({ subject }) => subject), ...facts.defined])
  const at = (key: string): Evidence => {
    const home = homeOf(key, described)
    const known = found.get(home)
    if (known) return known
    const made = { ...nothing }
    found.set(home, made)
    return made
  }
  for (const list of lists) collectList(list, at)
  for (const link of facts.links) collectLink(link, at)
  for (const grant of facts.grants) collectGrant(grant, at)
  for (const { sub, base, isWeak } of facts.kinds) {
    at(sub).kinds += isWeak ? 0.3 : 1
    at(base).kinds += isWeak ? 0 : 1
  }
  for (const { on } of facts.acts) at(on).handled++
  for (const key of facts.listed) at(key)
  for (const key of facts.defined) at(key).defined++
  for (const key of facts.names) at(key).named = 1
  for (const { key, weight } of facts.roles) at(key).role = Math.max(at(key).role, weight)
  for (const key of facts.excluded.keys()) at(key).excluded++
  return found
}

/** `regular car` counts for the car that is described, `nasty review` for the review. */
const homeOf = (key: string, described: ReadonlySet<string>): string => {
  if (described.has(key)) return key
  for (let rest = key; rest.includes(' '); ) {
    rest = rest.slice(rest.indexOf(' ') + 1)
    if (described.has(rest) && !fieldNouns.has(rest)) return rest
  }
  return key
}

type At = (key: string) => Evidence

const collectList = ({ subject, items, weight }: ReadList, at: At): void => {
  const evidence = at(subject)
  evidence.lists += weight
  if (weight >= 0.8) evidence.plainLists++
  evidence.fields += items.length * weight
  for (const { phrase } of items)
    if (phrase) {
      if (/^(?:one|many|optional)$/.test(phrase.quantity)) at(phrase.key).countedItem++
      else at(phrase.key).bareItem++
    }
}

const collectLink = ({ from, to, quantity, weight }: Facts['links'][number], at: At): void => {
  at(from).refers += weight
  if (quantity === 'many') at(to).collected += weight
  else at(to).referred += weight
}

const collectGrant = ({ objects, isDenied, verbs }: Facts['grants'][number], at: At): void => {
  const actions = new Set(verbs.flatMap((verb) => actionsOf(verb) ?? ['other']))
  for (const { key } of objects) {
    const evidence = at(key)
    const weight = isDenied ? 0.3 : 1
    if (['create', 'update', 'delete'].some((action) => actions.has(action))) evidence.made += weight
    if (actions.has('read') || actions.has('list')) evidence.seen += weight
    if (actions.has('other')) evidence.handled += weight
  }
}

export const sumOf = (all: readonly Evidence[]): Evidence => {
  const out = { ...nothing }
  for (const each of all) for (const name of names) out[name] += each[name]
  return out
}

const names = Object.keys(nothing) as readonly (keyof Evidence)[]

/** Evidence as numbers between 0 and about 2, so that ten fields do not weigh ten times one. */
export const featuresOf = (key: string, evidence: Evidence, mentions: number): Readonly<Record<string, number>> => {
  const last = key.split(' ').at(-1) ?? ''
  const isDescribed = evidence.fields > 1.5
  const log = (count: number) => Math.log1p(count)
  return {
    fields: log(evidence.fields),
    hasList: Math.min(1, evidence.lists),
    plainLists: Math.min(2, evidence.plainLists),
    defined: Math.min(2, evidence.defined),
    made: log(evidence.made),
    seen: log(evidence.seen),
    handled: log(evidence.handled),
    referred: log(evidence.referred),
    collected: log(evidence.collected),
    refers: log(evidence.refers),
    kinds: Math.min(2, evidence.kinds),
    bareItem: Math.min(2, evidence.bareItem),
    countedItem: Math.min(2, evidence.countedItem),
    role: evidence.role,
    roleUndescribed: isDescribed ? 0 : evidence.role,
    excluded: Math.min(1, evidence.excluded),
    excludedUndescribed: isDescribed ? 0 : Math.min(1, evidence.excluded),
    named: evidence.named,
    mentions: log(mentions),
    isField: fieldNouns.has(last) ? 1 : 0,
    isFieldUndescribed: fieldNouns.has(last) && !isDescribed ? 1 : 0,
    isSystem: systemNouns.has(key) || systemNouns.has(last) ? 1 : 0,
    isSystemUndescribed: (systemNouns.has(key) || systemNouns.has(last)) && !isDescribed ? 1 : 0,
    isPerson: isPerson(key) ? 1 : 0,
    words: key.split(' ').length - 1,
    one: 1,
  }
}
