import type { Analysis } from '../analysis.ts'
import { memberName } from '../read/names.ts'
import { type Decided, decide, type Thresholds, type Weights } from './decide.ts'
import { ideaWeights } from './idea-weights.ts'

/** Chosen where precision and recall meet, on ideas that the weights had not seen. */
const thresholds: Thresholds = {
  entity: 0.42,
  relation: 0.4,
  many: 0.4,
  lonely: 0.25,
  role: 0.45,
  access: 0.4,
  field: 0.4,
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
export const betterIdea = (words: string, spelledOut: Analysis, weights: Weights = ideaWeights): Decided | null => {
  const found = decide(words, weights, thresholds)
  const left = new Set(spelledOut.notEntities)
  const entities = found.analysis.entities.filter(({ name }) => !left.has(name))
  const isCovered = entities.every(({ name, aliases }) => [name, ...aliases].some((each) => isNamed(spelledOut, each)))
  const fields = spelledOut.entities.reduce((sum, entity) => sum + entity.fields.length, 0)
  if (isCovered && spelledOut.entities.length > 0 && fields * 2 >= spelledOut.entities.length) return null
  return { ...found, analysis: withRights({ ...found.analysis, entities }, spelledOut) }
}

const isNamed = ({ entities, roles }: Analysis, wanted: string): boolean =>
  entities.some(({ name, aliases }) => name === wanted || aliases.includes(wanted)) ||
  roles.some(({ name }) => name === memberName(wanted))

/** Rights that are spelled out (`inspector: full control over inspections`), and what is said twice and not alike. */
const withRights = (idea: Analysis, { access, roles, contradictions }: Analysis): Analysis => {
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
  return { ...idea, roles: [...idea.roles, ...actors], access: [...idea.access, ...rights], contradictions }
}

const usual = new Set(['create', 'read', 'update', 'delete', 'list', 'audit'])
