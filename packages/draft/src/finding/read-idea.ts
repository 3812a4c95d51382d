import type { Analysis } from '../analysis.ts'
import { entityName } from '../read/names.ts'
import { type Decided, decide, type Thresholds, type Weights } from './decide.ts'
import { ideaWeights } from './idea-weights.ts'
import { withFound } from './with-found.ts'

/** Chosen where precision and recall meet, on ideas that the weights had not seen. */
const thresholds: Thresholds = {
  entity: 0.42,
  made: 0.3,
  relation: 0.35,
  many: 0.4,
  lonely: 0.25,
  role: 0.45,
  access: 0.35,
  field: 0.35,
  fieldOfMore: 0.6,
}

const ideaWordsMax = 110

/** Whether a text is as short as the ideas that the weights are fitted to, and laid out as plainly. */
export const isIdea = (words: string): boolean =>
  words.split(/\s+/).filter((word) => /[\p{L}\d]/u.test(word)).length <= ideaWordsMax &&
  !/^\s*(?:\||#|```)/m.test(words)

/**
 * What a short text describes, by the lexicon; null where sentences that spell out what each thing has, and who may do what, say as much
 * of it: these are read more exactly by their grammar alone.
 */
export const betterIdea = (
  words: string,
  spelledOut: Analysis,
  {
    isLimitedElsewhere = false,
    weights = ideaWeights,
  }: { readonly isLimitedElsewhere?: boolean; readonly weights?: Weights } = {},
): Decided | null => {
  const found = decideIdea(words, weights)
  const left = new Set(spelledOut.notEntities)
  const entities = found.analysis.entities.filter(({ name }) => !left.has(name))
  const idea = { ...found.analysis, entities }
  const spelled = spelledOutShare(words)
  const least = spelled >= 0.5 ? 0 : spelled >= 1 / 3 || isLimitedElsewhere || isLimited(words, spelledOut) ? 0.75 : 1.1
  if (
    spelledOut.entities.some(({ fields }) => fields.length > 0) &&
    partsOf(spelledOut, idea) >= partsOf(idea, idea) * least
  )
    return null
  return { ...found, analysis: withRights(idea, spelledOut) }
}

/** What the lexicon finds in a text. */
export const decideIdea = (words: string, weights: Weights = ideaWeights): Decided => decide(words, weights, thresholds)

const foundWordsMax = 1500

/** What longer texts describe: what their sentences spell out, and what the lexicon is sure of beside it. */
export const spelledOutAndFound = (words: string, spelledOut: Analysis, weights: Weights = ideaWeights): Decided =>
  words.split(/\s+/).length > foundWordsMax
    ? { analysis: spelledOut, usual: new Map() }
    : withFound(spelledOut, decideIdea(words, weights))

/** How many of the sentences are of the form `A visit has a date and is for one patient`. */
const spelledOutShare = (words: string): number => {
  const sentences = words.split(/[.!?](?:\s|$)|\n/).filter((each) => /\p{L}/u.test(each))
  const form =
    /^\s*(?:an?|each|every|the)\s+[\p{L} -]{2,30}?\s(?:has|have|is for|belongs? to|consists? of|refers? to)\b/iu
  return sentences.filter((each) => form.test(each)).length / Math.max(1, sentences.length)
}

/** Rights with a limit, or denied, are read more exactly by grammar. */
const isLimited = (words: string, { access, contradictions }: Analysis): boolean =>
  contradictions.length > 0 ||
  (access.length > 0 &&
    (access.some(({ when }) => when !== null) || /\b(?:cannot|can't|may not|must not|nobody|unless)\b/i.test(words)))

/** How much was found of what the words say; what is a thing of its own is no field. */
const partsOf = ({ entities, relations, roles, access }: Analysis, idea: Analysis): number => {
  const things = new Set(idea.entities.flatMap(({ name, aliases }) => [name, ...aliases]))
  return (
    entities.reduce(
      (sum, { fields }) => sum + 1 + fields.filter(({ name }) => !things.has(entityName(name))).length,
      0,
    ) +
    relations.length +
    roles.length +
    access.reduce((sum, right) => sum + right.do.length, 0)
  )
}

/** Rights that are spelled out (`inspector: full control over inspections`), and what is said twice and not alike. */
const withRights = (idea: Analysis, { access, denied = [], roles, contradictions }: Analysis): Analysis => {
  const own = new Map(
    idea.entities.flatMap(({ name, aliases }) => [name, ...aliases].map((each) => [each, name] as const)),
  )
  const rights = access.flatMap((right) => {
    const on = own.get(right.on)
    if (on === undefined || idea.access.some((each) => each.role === right.role)) return []
    const more = right.do.filter((each) => usual.has(each))
    return more.length > 0 ? [{ ...right, on, do: more }] : []
  })
  const named = new Set(idea.roles.map(({ name }) => name))
  const actors = roles.filter(({ name }) => !named.has(name) && rights.some(({ role }) => role === name))
  // A limit that a sentence spells out holds for what the words allow beside it, too.
  const limited = idea.access.map((right) => {
    const said = access.find(({ role, on, when }) => when !== null && role === right.role && own.get(on) === right.on)
    return right.when === null && said ? { ...right, when: said.when } : right
  })
  return { ...idea, roles: [...idea.roles, ...actors], access: [...limited, ...rights], denied, contradictions }
}

const usual = new Set(['create', 'read', 'update', 'delete', 'list', 'audit'])
