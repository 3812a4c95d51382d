import type { JsonObject } from '@charter/runtime'
import type { DraftQuestion } from '../outline.ts'
import { type Candidate, entitiesOf, mapAt, mapEntries, recordsOf, textAt, textsAt, withMembers } from './candidate.ts'
import { completeGrants } from './complete-grants.ts'
import type { Evidence } from './evidence.ts'
import { proposed, withDocument, withEntities } from './model-candidate.ts'
import { isRecord } from './read-answer.ts'
import { screenGrants } from './screen-grants.ts'

/**
 * Takes out of a model's draft what nobody asked for: entities and operations without words that nothing with words leads
 * to, grants without words, and roles that are left with nothing. What is taken out becomes a question. This, and not the
 * prompt, is what keeps an instruction hidden in the words from having an effect; the planner's reading counts as words.
 */
export const screen = (candidate: Candidate, planner: Candidate, evidence: Evidence): Candidate => {
  const sourced = withPlannersWords(candidate, planner)
  const things = screenOperations(screenEntities(sourced, planner), planner)
  const granted = screenGrants(things, planner, evidence)
  const questions = [...addressedQuestion(evidence), ...granted.questions]
  return completeGrants({ ...screenRoles(granted), questions })
}

/**
 * What the planner read rests on the words, whatever the model quotes. A grant or operation without a quote is judged by the
 * planner's, and a role without one is assumed where the planner assumes it, or does not know it.
 */
const withPlannersWords = (candidate: Candidate, planner: Candidate): Candidate => {
  const operations = Object.keys(mapAt(planner.charter, 'operations')).map((name) => `operations.${name}`)
  const entries = Object.entries(candidate.provenance).flatMap(([path, from]) => {
    if (from.quoted !== undefined) return [[path, from] as const]
    const read = planner.provenance[path]
    if (read?.quoted !== undefined) return [[path, read] as const]
    return path.includes('.allow.') || operations.includes(path) ? [] : [[path, from] as const]
  })
  const roles = textsAt(mapAt(candidate.charter, 'access'), 'roles')
    .map((role) => `access.roles.${role}`)
    .filter((path) => !isQuoted(candidate, path))
    .map((path) => [path, planner.provenance[path] ?? { assumed: proposed, confidence: 0.4 }] as const)
  return { ...candidate, provenance: Object.fromEntries([...entries, ...roles]) }
}

const isQuoted = (candidate: Candidate, path: string): boolean => candidate.provenance[path]?.quoted !== undefined

const screenEntities = (candidate: Candidate, planner: Candidate): Candidate => {
  const known = mapAt(planner.charter, 'entities')
  const all = entitiesOf(candidate.charter)
  const supported = new Set(
    all.map(([name]) => name).filter((name) => isQuoted(candidate, name) || Object.hasOwn(known, name)),
  )
  const needed = new Set(
    all.filter(([name]) => supported.has(name)).flatMap(([name, entity]) => targetsOf(candidate, name, entity)),
  )
  const kept = all.filter(([name]) => supported.has(name) || needed.has(name))
  const names = new Set(kept.map(([name]) => name))
  const gone = all.map(([name]) => name).filter((name) => !names.has(name))
  const entities = Object.fromEntries(kept.map(([name, entity]) => [name, withoutLost(entity, names)]))
  const assumed = [...needed].filter((name) => !supported.has(name) && names.has(name))
  return {
    ...withDocument(candidate, withEntities(candidate.charter, entities)),
    questions: [...candidate.questions, ...gone.map(askEntity), ...assumed.map(askAssumed)],
  }
}

/** Entities that relations with words of their own lead to. */
const targetsOf = (candidate: Candidate, name: string, entity: JsonObject): readonly string[] =>
  recordsOf(mapAt(entity, 'relations'))
    .filter(([relation]) => isQuoted(candidate, `${name}.${relation}`))
    .flatMap(([, relation]) => relationTargets(relation))

const relationTargets = (relation: JsonObject): readonly string[] => {
  const { through } = relation
  const between = isRecord(through) ? textAt(through, 'entity') : typeof through === 'string' ? through : undefined
  return [textAt(relation, 'one'), textAt(relation, 'many'), between].filter((each) => each !== undefined)
}

const withoutLost = (entity: JsonObject, names: ReadonlySet<string>): JsonObject =>
  withMembers(entity, {
    relations: mapEntries(mapAt(entity, 'relations'), (_, relation) =>
      isRecord(relation) && relationTargets(relation).every((target) => names.has(target)) ? relation : null,
    ),
  })

const askEntity = (name: string): DraftQuestion => ({
  about: '',
  sentence: `Should the API keep ${name}? The model proposed it, the words do not say so; it is left out.`,
  choices: ['no', 'yes'],
})

const askAssumed = (name: string): DraftQuestion => ({
  about: name,
  sentence: `Is ${name} meant? The words do not name it; it is there because something else refers to it.`,
  choices: ['yes', 'no'],
})

const screenOperations = (candidate: Candidate, planner: Candidate): Candidate => {
  const known = mapAt(planner.charter, 'operations')
  const operations = mapAt(candidate.charter, 'operations')
  const entities = mapAt(candidate.charter, 'entities')
  const isKept = (name: string, operation: JsonObject) =>
    (isQuoted(candidate, `operations.${name}`) || Object.hasOwn(known, name)) &&
    Object.hasOwn(entities, textAt(operation, 'entity') ?? '')
  const kept = mapEntries(operations, (name, value) => (isRecord(value) && isKept(name, value) ? value : null))
  const gone = Object.keys(operations).filter((name) => !Object.hasOwn(kept, name))
  return {
    ...withDocument(candidate, withMembers(candidate.charter, { operations: kept })),
    questions: [...candidate.questions, ...gone.map(askOperation)],
  }
}

const askOperation = (name: string): DraftQuestion => ({
  about: '',
  sentence: `Is the operation ${name} wanted? The model proposed it, the words do not say so; it is left out.`,
  choices: ['no', 'yes'],
})

/** Roles that may do something, and principal attributes that a condition reads. */
const screenRoles = (candidate: Candidate): Candidate => {
  const access = mapAt(candidate.charter, 'access')
  const grants = entitiesOf(candidate.charter).flatMap(([, entity]) => recordsOf(mapAt(entity, 'allow')))
  const granted = new Set(grants.map(([role]) => role))
  const conditions = grants.map(([, grant]) => textAt(grant, 'when') ?? '').join(' ')
  const principal = mapEntries(mapAt(access, 'principal'), (name, value) =>
    new RegExp(`\\bprincipal(?:\\.| has )${name.replace(/\W/g, '')}\\b`).test(conditions) ? value : null,
  )
  const roles = textsAt(access, 'roles').filter((role) => granted.has(role))
  const narrowed = withMembers({ ...access, roles: [...new Set(roles)] }, { principal })
  return withDocument(candidate, { ...candidate.charter, access: narrowed })
}

const addressedQuestion = ({ addressed, text }: Evidence): readonly DraftQuestion[] => {
  const first = addressed[0]
  if (!first) return []
  const quoted = text(first)
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, 120)
  const sentence = `The words speak to a language model ("${quoted}"): this was not obeyed, and nothing rests on it. Is anything of it meant?`
  return [{ about: '', sentence, choices: ['no', 'yes'] }]
}
