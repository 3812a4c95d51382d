import { formKey, lexicon } from '../lexicon/index.ts'
import { type Concept, groupOf, isSomebody, kindOf } from './concepts.ts'
import type { Features } from './features.ts'
import type { ParsedText } from './read-all.ts'

/** Many of `from` for one of `to`, or many for many: with what speaks for it. */
export interface RelationCandidate {
  readonly from: Concept
  readonly to: Concept
  readonly kind: 'many-to-one' | 'many-to-many'
  readonly features: Features
  /** The words that speak of the two, where any do. */
  readonly said: Said | null
}

/** Words of the text, and where they begin. */
export interface Said {
  readonly text: string
  readonly start: number
}

type Bag = Map<string, number>

const put = (bag: Bag, what: string): void => {
  bag.set(what, (bag.get(what) ?? 0) + 1)
}

/** Every ordered pair of things, with what the text and the lexicon say of the two. */
export const relationCandidates = (reading: ParsedText, entities: readonly Concept[]): readonly RelationCandidate[] => {
  const { facts } = reading
  const bags = new Map<Concept, Map<Concept, Bag>>()
  const between = (from: Concept, to: Concept): Bag => {
    const row = bags.get(from) ?? new Map<Concept, Bag>()
    bags.set(from, row)
    const bag = row.get(to) ?? new Map<string, number>()
    row.set(to, bag)
    return bag
  }
  const said = new Map<string, Said>()
  const saidOf = (one: Concept, other: Concept, { text, start }: Said): void => {
    for (const key of [`${one.key} = ${other.key}`, `${other.key} = ${one.key}`])
      if (!said.has(key)) said.set(key, { text: text.trim(), start: start + text.length - text.trimStart().length })
  }
  for (const { owner, item, concept, manner, sentence } of facts.has) {
    if (!concept || concept === owner) continue
    saidOf(owner, concept, sentence)
    const isPlural = item.mention?.isPlural ?? false
    put(between(concept, owner), `item of (${isPlural ? 'plural' : 'single'})`)
    put(between(concept, owner), `item of ${manner} (${isPlural ? 'plural' : 'single'})`)
    put(between(owner, concept), `owner of (${isPlural ? 'plural' : 'single'})`)
    put(between(owner, concept), `owner of ${manner} (${isPlural ? 'plural' : 'single'})`)
  }
  for (const { concept, parts, sense, sentence } of facts.events)
    for (const { role, concept: part, isPlural } of parts) {
      if (part === concept) continue
      saidOf(concept, part, sentence)
      const isUsual = sense.of.includes(role)
      put(between(concept, part), isUsual ? 'made of usual' : 'made of unusual')
      put(between(concept, part), `made of ${role}${isUsual ? '' : ' unusually'}`)
      put(between(concept, part), `made of ${groupOf(kindOf(part))}`)
      if (isPlural) put(between(concept, part), 'made of many')
      for (const other of parts)
        if (other.concept !== part) put(between(part, other.concept), `parts of one event ${role} ${other.role}`)
    }
  for (const { from, to, manner, isMany, sentence } of facts.links) {
    if (from === to) continue
    saidOf(from, to, sentence)
    put(between(from, to), `link ${manner}`)
    put(between(from, to), isMany ? 'link to many' : 'link to one')
    put(between(to, from), `linked ${manner}`)
    put(between(to, from), isMany ? 'linked from many' : 'linked from one')
  }
  for (const { subjects, on, manner } of facts.deeds)
    for (const subject of subjects)
      if (subject !== on) {
        put(between(on, subject), `done to ${manner}`)
        put(between(subject, on), `does to ${manner}`)
      }
  const isKept = new Set(entities)
  const joined = new Set(
    facts.events
      .filter(({ concept }) => isKept.has(concept))
      .flatMap(({ parts }) =>
        parts.flatMap((one) => parts.map((other) => `${one.concept.key} = ${other.concept.key}`)),
      ),
  )
  /** What takes part in one event hangs together through it, unless more is said. */
  const areJoined = (from: Concept, to: Concept): boolean => {
    const said = [...between(from, to).keys(), ...between(to, from).keys()]
    return joined.has(`${from.key} = ${to.key}`) && said.every((what) => /^(?:parts of|done to|does to)/.test(what))
  }
  // `coaches run classes` speaks of the two, whatever is made of it.
  for (const { subjects, targets, sentence } of facts.acts)
    for (const { concept, via } of targets)
      if (via === 'object') for (const subject of subjects) if (subject !== concept) saidOf(concept, subject, sentence)
  const found: RelationCandidate[] = []
  const things = entities.filter((each) => !isSomebody(each))
  const main = [...things].sort((one, other) => other.mentions.length - one.mentions.length)[0]
  const first = things[0]
  const order = new Map(entities.map((each, at) => [each, at]))
  for (const from of entities) {
    const slots = slotsOf(from, entities)
    for (const to of entities) {
      if (from === to) continue
      const bag = between(from, to)
      const back = between(to, from)
      const isJoined = areJoined(from, to)
      // `members book classes`: a class has no member, but bookings of members.
      if (isJoined && kindOf(to) === 'client' && !isSomebody(from)) continue
      const features: Record<string, number> = { bias: 1 }
      if (isJoined) {
        features[`joined by an event alone, ${groupOf(kindOf(from))} > ${groupOf(kindOf(to))}`] = 1
        features['joined by an event alone'] = 1
      }
      for (const [what] of bag) features[what] = 1
      for (const [what] of back) features[`back: ${what}`] = 1
      const lexical = lexicalRank(from, to)
      const lexicalBack = lexicalRank(to, from)
      if (lexical >= 0) features[`usually of ${Math.min(lexical, 4)}`] = 1
      if (lexical >= 0) features['usually of'] = 1
      if (lexical >= 0 && lexicalBack < 0) features['usually of, one way'] = 1
      if (lexicalBack >= 0) features['back: usually of'] = 1
      for (const what of slots(to)) features[what] = 1
      if (isPart(from, to)) features['usually a part'] = 1
      if (isPart(to, from)) features['back: usually a part'] = 1
      const [one, other] = [groupOf(kindOf(from)), groupOf(kindOf(to))]
      features[`${kindOf(from)} > ${kindOf(to)}`] = 1
      features[`${one} > ${other}`] = 1
      const [here, there] = [sentencesOf(from), sentencesOf(to)]
      const shared = [...here].some((each) => there.has(each))
      if (shared) features['in one sentence'] = 1
      if (from.mentions.length === 0) features['from no words'] = 1
      if (to.mentions.length === 0) features['to no words'] = 1
      if (bag.size + back.size === 0 && lexical < 0 && lexicalBack < 0) {
        features.nothing = 1
      } else if (bag.size + back.size === 0) features['lexicon alone'] = 1
      if (bag.size > 0 && lexical >= 0) features['both said and usual'] = 1
      if (entities.length < 4) features['few things'] = 1
      if (Math.abs((order.get(from) ?? 0) - (order.get(to) ?? 0)) === 1) features['next to each other'] = 1
      if (to === main) features['to the main thing'] = 1
      if (from === main) features['from the main thing'] = 1
      if (to === main) features[`${kindOf(from)} > main`] = 1
      if (to === first) features['to the first thing'] = 1
      features[`things ${Math.min(6, entities.length)}`] = 1
      const from1 = from.mentions.every(({ mention }) => mention.isPlural)
      const to1 = to.mentions.every(({ mention }) => mention.isPlural)
      features[`${from1 ? 'plural' : 'single'} ${to1 ? 'plural' : 'single'}`] = 1
      found.push({ from, to, kind: 'many-to-one', features, said: said.get(`${from.key} = ${to.key}`) ?? null })
      if ((order.get(from) ?? 0) < (order.get(to) ?? 0)) {
        const both: Record<string, number> = {}
        for (const [what, value] of Object.entries(features)) {
          both[what] = value
          const plain = what.startsWith('back: ') ? what.slice(6) : what
          both[`either: ${plain}`] = 1
        }
        found.push({
          from,
          to,
          kind: 'many-to-many',
          features: both,
          said: said.get(`${from.key} = ${to.key}`) ?? null,
        })
      }
    }
  }
  return found
}

const sentencesOf = ({ mentions }: Concept): ReadonlySet<number> =>
  new Set(mentions.map(({ sentence }) => sentence.start))

const goesBy = (concept: Concept, name: string): boolean =>
  concept.key === name ||
  concept.noun === name ||
  concept.key.endsWith(` ${name}`) ||
  concept.mentions.some(({ mention }) =>
    mention.head.nouns.some((form) => form.name === name || form.noun.name === name),
  )

const lexicalRank = (from: Concept, to: Concept): number => from.sense?.of.findIndex((name) => goesBy(to, name)) ?? -1

const usualGroup = (name: string): string =>
  groupOf(
    lexicon()
      .nouns.get(formKey(name))
      ?.flatMap(({ senses }) => senses)
      .at(-1)?.is ?? 'unknown',
  )

/**
 * `neighbours reserve tools`: the lexicon says that a reservation is of a guest and a room, by which it is of somebody and something,
 * whatever they are called here.
 */
const slotsOf = (from: Concept, entities: readonly Concept[]): ((to: Concept) => readonly string[]) => {
  const names = from.sense?.of ?? []
  const slots = names.map((name) => ({ name, group: usualGroup(name) }))
  const groups = Map.groupBy(
    entities.filter((each) => each !== from),
    (each) => groupOf(kindOf(each)),
  )
  const states = new Map(
    [...groups].map(([group, rivals]) => {
      const own = slots.filter((slot) => slot.group === group)
      const named = new Set(rivals.filter((each) => own.some(({ name }) => goesBy(each, name))))
      const state =
        slots.length === 0 ? 'nothing known' : own.length === 0 ? 'none' : named.size > 0 ? 'filled' : 'open'
      return [group, { rivals, named, state }]
    }),
  )
  return (to) => {
    const group = groupOf(kindOf(to))
    const { rivals = [], named, state } = states.get(group) ?? {}
    if (named?.has(to)) return []
    const place = rivals.length === 1 ? 'alone' : rivals[0] === to ? 'first' : 'one of several'
    return [
      `slot ${group} ${state}`,
      `slot ${group} ${state}, ${place}`,
      `slot ${group} ${state} of ${kindOf(from)}`,
      ...(rivals.length === 1 ? [`alone ${kindOf(from)} > ${kindOf(to)}`] : []),
    ]
  }
}

const isPart = (part: Concept, whole: Concept): boolean =>
  whole.sense?.parts.some((name) => goesBy(part, name)) ?? false

export interface RoleCandidate {
  readonly concept: Concept
  readonly features: Features
}

export const roleCandidates = (reading: ParsedText): readonly RoleCandidate[] =>
  [...reading.concepts.all.values()]
    .filter(
      (concept) =>
        isSomebody(concept) ||
        [...concept.seen.keys()].some(
          (what) => what.startsWith('does ') || what === 'prep:by' || what === 'opening as',
        ),
    )
    .map((concept) => {
      const features: Record<string, number> = {
        bias: 1,
        [`is ${kindOf(concept)}`]: 1,
        [`group ${groupOf(kindOf(concept))}`]: 1,
      }
      for (const [what, count] of concept.seen) {
        features[what] = 1
        if (count > 1) features[`${what} again`] = 1
      }
      const deeds = reading.facts.deeds.filter(({ subjects }) => subjects.includes(concept))
      const events = reading.facts.events.filter(({ subjects }) => subjects.includes(concept))
      for (const { manner, clause } of deeds) {
        features[`deed ${manner}`] = 1
        if (clause.predicate.modal !== null) features['deed with modal'] = 1
        if (clause.isConditional) features['deed if'] = 1
      }
      if (events.length > 0) features.makes = 1
      if (deeds.length + events.length === 0) features['does nothing at all'] = 1
      features[`${groupOf(kindOf(concept))} deeds ${Math.min(2, deeds.length + events.length)}`] = 1
      return { concept, features }
    })

export interface AccessCandidate {
  readonly role: Concept
  /** create, read, update, delete, list, or what an operation is called by its verb. */
  readonly verb: string
  readonly on: Concept
  readonly isOperation: boolean
  readonly condition: string | null
  readonly quote: { readonly start: number; readonly end: number; readonly text: string }
  readonly features: Features
}

const verbs = ['create', 'read', 'update', 'delete', 'list'] as const

/** What each role may do, of all that it could be taken to mean. */
export const accessCandidates = (
  reading: ParsedText,
  roles: readonly Concept[],
  entities: readonly Concept[],
): readonly AccessCandidate[] => {
  const found = new Map<string, AccessCandidate & { features: Record<string, number> }>()
  const add = (
    role: Concept,
    verb: string,
    on: Concept,
    isOperation: boolean,
    condition: string | null,
    at: { start: number; end: number; text: string },
    seen: readonly string[],
  ): void => {
    const key = `${role.key} ${verb} ${on.key}`
    const known = found.get(key) ?? {
      role,
      verb,
      on,
      isOperation,
      condition,
      quote: at,
      features: { bias: 1, [`is ${isOperation ? 'operation' : verb}`]: 1, [`on ${kindOf(on)}`]: 1 },
    }
    for (const each of seen) {
      known.features[`${isOperation ? 'operation' : verb} ${each}`] = 1
    }
    found.set(key, known)
  }
  const isEntity = new Set(entities)
  for (const { subjects, verb, manner, targets, sentence, clause, condition, isDenied } of reading.facts.acts) {
    const at = quoteOf(sentence, clause)
    const hasMade = targets.some(({ via, concept }) => via === 'made' && isEntity.has(concept))
    const hasObject = targets.some(({ via, concept }) => via === 'object' && isEntity.has(concept))
    for (const role of subjects.filter((each) => roles.includes(each)))
      for (const { concept: on, via } of targets) {
        // `members book classes` makes bookings, and neither members nor classes.
        if (!isEntity.has(on) || (hasMade && manner === 'makes' && via !== 'made')) continue
        const seen = [
          `${via}`,
          `${via} ${manner}`,
          `${via} ${manner} ${kindOf(role)}`,
          `${via} ${manner} ${kindOf(on)}`,
          `${manner}`,
          `verb ${verb}`,
          `${via} verb ${verb}`,
          ...(isDenied ? ['not'] : []),
          ...(clause.isConditional ? ['if'] : []),
          ...(clause.predicate.modal ? [`modal ${manner}`] : []),
          ...(clause.predicate.isPassive ? ['passive'] : []),
          ...(on === role ? ['himself'] : []),
          ...(via !== 'made' && hasMade ? [`${via} beside made`] : []),
          ...(via !== 'object' && hasObject ? [`${via} beside object`] : []),
          ...(via !== 'made' && via !== 'object' && !hasMade && !hasObject ? [`${via} alone`] : []),
        ]
        for (const right of verbs) add(role, right, on, false, condition, at, seen)
        add(role, verb, on, true, condition, at, seen)
      }
  }
  return [...found.values()]
}

const quoteOf = (
  sentence: { readonly text: string; readonly start: number },
  { start, end }: { readonly start: number; readonly end: number },
) => ({
  start,
  end,
  text: sentence.text.slice(start - sentence.start, end - sentence.start),
})
