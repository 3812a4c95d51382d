import type { VerbSense } from '../lexicon/lexicon.ts'
import type { Clause } from '../reading/clauses.ts'
import type { Item } from '../reading/items.ts'
import type { Mention } from '../reading/mentions.ts'
import type { Sentence } from '../reading/read-sentences.ts'
import { complementsOf, conditionOf, isPropertyList, itemFrom, listIn, mannerOf } from './clause-parts.ts'
import { type Concept, type Concepts, isPropertyKind, isSomebody, isThing, kindOf, note } from './concepts.ts'
import type { ActFact, DeedFact, EventFact, HasFact, LinkFact } from './facts.ts'

/** What takes part in a clause. */
export interface Participant {
  readonly concept: Concept
  readonly isPlural: boolean
}

interface Read {
  readonly clause: Clause
  readonly sense: VerbSense | null
  readonly subjects: readonly Concept[]
  readonly objects: readonly Participant[]
  readonly sentence: Sentence
  /** What properties that are noted belong to. */
  readonly about: Concept | null
}

/** What is done in a clause, by whom and to what. */
export interface Deed extends Read {
  readonly verb: string
  readonly manner: string
  readonly complements: readonly (readonly [string, Mention])[]
  /** Subjects that may be somebody. */
  readonly people: readonly Concept[]
  /** Objects that are properties alone. */
  readonly properties: readonly Item[]
}

export const deedOf = (read: Read, concepts: Concepts): Deed => {
  const { clause, sense, subjects } = read
  const { predicate } = clause
  return {
    ...read,
    verb: predicate.forms[0]?.name ?? predicate.word.lower,
    manner: mannerOf(sense),
    complements: complementsOf(clause),
    people: subjects.filter((each) => !isPropertyKind(each)),
    properties: clause.objects.filter(({ mention }) => {
      const concept = concepts.of(mention)
      return concept === null || isPropertyKind(concept)
    }),
  }
}

/** Verbs by which whoever writes says what is wanted. */
const wishes = /^(?:need|want|get|have|like|require|see|know|use)$/

/** Notes of everything that takes part how it does. */
export const noteDeed = (deed: Deed, concepts: Concepts): void => {
  const { clause, subjects, objects, manner, verb, complements } = deed
  for (const subject of subjects) {
    note(subject, `does ${manner}`)
    if (objects.length > 0) note(subject, 'does to something')
  }
  const isOurs = subjects.length === 0 && (clause.pronoun === null || /^(?:i|we|you)$/.test(clause.pronoun))
  for (const { concept, isPlural } of objects) {
    if (isOurs) note(concept, `ours ${manner}`)
    if (isOurs && wishes.test(verb)) note(concept, 'kept')
    note(concept, `${clause.predicate.isPassive ? 'passive ' : ''}object of ${manner}`)
    note(concept, isPlural ? 'object plural' : 'object single')
  }
  for (const [preposition, mention] of complements) note(concepts.of(mention), `prep:${preposition}`)
}

const keeping =
  /^(?:identify|describe|characterise|record|note|keep|list|store|define|know|log|enter|save|register|print|mark|label|write|jot|collect|capture|measure)/

/** `The nurse notes weight and temperature`, `graves are identified by section and row`: properties that are written down. */
export const notedIn = (deed: Deed, concepts: Concepts): readonly HasFact[] => {
  const { clause, sense, manner, verb, objects, properties, about, sentence } = deed
  const has = (owner: Concept, items: readonly Item[], how: string): readonly HasFact[] =>
    items.map((item) => ({ owner, item, concept: concepts.of(item.mention), manner: how, sentence }))
  const isKept = sense?.isKeeping === true || /^(?:create|update|unknown|measures)$/.test(manner)
  const isOpened = clause.openings.length > 0
  const passive = clause.predicate.isPassive && isOpened && keeping.test(verb) ? clause.subjects.map(itemFrom) : []
  const items = manner === 'measures' ? properties : passive.length > 0 ? passive : listIn(clause)
  const said = clause.objects.length
  const areProperties =
    items.length > 0 &&
    (passive.length > 0 || properties.length === said || (isOpened && said > 2 && properties.length * 2 >= said))
  const recorded = clause.predicate.isPassive && keeping.test(verb) ? clause.complements : []
  return [
    ...((isKept || passive.length > 0) && areProperties && about ? has(about, items, 'noted') : []),
    ...recorded
      .filter(({ preposition, items: said }) => /^(?:by|with|as)$/.test(preposition) && isPropertyList(said, concepts))
      .flatMap(({ preposition, items: said }) =>
        objects.flatMap(({ concept }) => has(concept, said, `recorded ${preposition}`)),
      ),
  ]
}

/** What was spoken of before: a thing, and what a verb made. */
interface Before {
  readonly thing: Concept | null
  readonly made: Concept | null
}

/** Everything that what is done may be done to, nearest first. */
export const actOf = (deed: Deed, concepts: Concepts, { thing, made }: Before): ActFact => {
  const { clause, sense, manner, verb, people, objects, complements, properties, about, sentence } = deed
  const targets = new Map<Concept, string>()
  for (const { concept } of objects) if (!isPropertyKind(concept)) targets.set(concept, 'object')
  if (sense?.makes) targets.set(concepts.made(sense.makes), 'made')
  for (const [preposition, mention] of complements) {
    const concept = concepts.of(mention)
    if (concept && !targets.has(concept) && !people.includes(concept) && !isPropertyKind(concept))
      targets.set(concept, preposition)
  }
  const hasObject = objects.some(({ concept }) => !isPropertyKind(concept))
  if (thing && !targets.has(thing)) targets.set(thing, hasObject ? 'topic' : 'topic alone')
  if (made && !targets.has(made)) targets.set(made, hasObject ? 'last made' : 'last made alone')
  if (about && !hasObject)
    targets.set(about, properties.length > 0 ? 'noted of' : (targets.get(about) ?? 'topic alone'))
  return {
    subjects: people,
    verb,
    manner,
    targets: [...targets].map(([concept, via]) => ({ concept, via })),
    isDenied: clause.predicate.isNegated,
    condition: conditionOf(clause),
    sentence,
    clause,
  }
}

/** What a verb makes of those who do it and what they do it to, or null. */
export const eventOf = (deed: Deed, concepts: Concepts, thing: Concept | null): EventFact | null => {
  const { clause, sense, subjects, people, objects, complements, sentence } = deed
  if (!sense?.makes || clause.predicate.isNegated) return null
  const made = concepts.made(sense.makes)
  const parts: EventFact['parts'][number][] = [
    ...subjects.map((concept) => ({ role: 'subject', concept, isPlural: false })),
    ...objects.filter(({ concept }) => concept !== made).map((each) => ({ role: 'object', ...each })),
  ]
  for (const [role, mention] of complements) {
    const concept = concepts.of(mention)
    if (concept && concept !== made && !(role === 'by' && subjects.includes(concept)))
      parts.push({ role, concept, isPlural: mention.isPlural })
  }
  if (objects.length === 0 && thing && !clause.isRelative)
    parts.push({ role: 'topic', concept: thing, isPlural: false })
  const { start, end } = clause.predicate.word
  const event = { concept: made, verb: deed.verb, place: { start, end }, parts, subjects: people, sense, sentence }
  noteEvent(event, deed)
  return event
}

const noteEvent = ({ concept: made, parts, sense }: EventFact, { clause, people, objects }: Deed): void => {
  const isOf = (test: (concept: Concept) => boolean): boolean => objects.some(({ concept }) => test(concept))
  const seen: readonly (readonly [string, boolean])[] = [
    ['made', true],
    ['made by somebody', people.length > 0],
    ['made of a thing', isOf(isThing)],
    ['made of nothing', objects.length === 0],
    ['made of a property', isOf(isPropertyKind)],
    ['made of an event', isOf((concept) => /^(?:event|document)$/.test(kindOf(concept)))],
    ['made passively', clause.predicate.isPassive],
    ['made if', clause.isConditional],
    ['made in a relative', clause.isRelative],
    ['made in its own sense', sense.near.length > 0],
    ['made of a thing by somebody', isOf(isThing) && people.some(isSomebody)],
  ]
  for (const [what, isSeen] of seen) if (isSeen) note(made, what)
  const filled = sense.of.filter((role) => parts.some((part) => part.role === role && !isPropertyKind(part.concept)))
  note(made, `made with ${Math.min(filled.length, 2)} of ${Math.min(sense.of.length, 2)}`)
  for (const { role, concept } of parts) {
    if (role === 'subject' || role === 'object') note(made, `made, ${role} ${kindOf(concept)}`)
    note(concept, `part ${sense.of.includes(role) ? 'usual ' : ''}${role}`)
  }
}

/** Properties that are said beside what a verb makes: `log hours per day with a remark`. */
export const propertiesOf = (
  { concept: owner }: EventFact,
  { clause, sentence }: Deed,
  concepts: Concepts,
): readonly HasFact[] => {
  const has = (items: readonly Item[], manner: string, takesTime: boolean): readonly HasFact[] =>
    items.flatMap((item) => {
      const concept = concepts.of(item.mention)
      const isSaid = concept !== null && isPropertyKind(concept) && (takesTime || kindOf(concept) !== 'time')
      return isSaid ? [{ owner, item, concept, manner, sentence }] : []
    })
  return [
    ...clause.complements
      .filter(({ preposition }) => /^(?:with|for|by|at|on|in)$/.test(preposition))
      .flatMap(({ preposition, items }) => has(items, `made ${preposition}`, false)),
    ...has(clause.objects, 'made of', true),
  ]
}

/** What is done to each thing; where none is named, to what was spoken of last. */
export const deedsOf = (deed: Deed, isEvent: boolean, thing: Concept | null): readonly DeedFact[] => {
  const { clause, subjects, people, objects, manner } = deed
  const meant =
    manner === 'moves' && people.length === 0 && subjects.length > 0
      ? subjects
      : thing && manner !== 'nothing' && manner !== 'unknown' && !isEvent
        ? [thing]
        : []
  const targets = objects.length > 0 ? objects.map(({ concept }) => concept) : isEvent ? [] : meant
  return targets.map((on) => ({ subjects: people, on, manner, clause }))
}

/** How what takes part hangs together: as the verb says, or by prepositions. */
export const linksOf = (deed: Deed, concepts: Concepts): readonly LinkFact[] => {
  const { clause, sense, subjects, objects, complements, manner, sentence } = deed
  if (!/^(?:links|unknown|moves|create|update)$/.test(manner)) return []
  const placed = complements.flatMap(([preposition, mention]) => {
    const concept = concepts.of(mention)
    return concept ? [{ preposition, concept, isPlural: mention.isPlural }] : []
  })
  if (sense?.links) {
    const [many, one] = sense.links
    const inRole = (role: string): readonly Participant[] => {
      const by = placed.filter(({ preposition }) => preposition === 'by')
      if (role === 'subject' && clause.predicate.isPassive && by.length > 0) return by
      if (role === 'subject')
        return subjects.map((concept) => ({ concept, isPlural: clause.subjects[0]?.isPlural ?? false }))
      return role === 'object' ? objects : placed.filter(({ preposition }) => preposition === role)
    }
    return inRole(many).flatMap(({ concept: from }) =>
      inRole(one).flatMap(({ concept: to, isPlural }) =>
        from === to ? [] : [{ from, to, manner: 'links', isMany: isPlural, sentence }],
      ),
    )
  }
  return [
    ...objects.flatMap(({ concept: from }) =>
      placed.flatMap(({ preposition, concept: to, isPlural }) =>
        to === from || preposition === 'by'
          ? []
          : [{ from, to, manner: `${manner} ${preposition}`, isMany: isPlural, sentence }],
      ),
    ),
    ...subjects.flatMap((to) =>
      objects.flatMap(({ concept: from, isPlural }) =>
        from === to ? [] : [{ from, to, manner: `${manner} subject`, isMany: isPlural, sentence }],
      ),
    ),
  ]
}
