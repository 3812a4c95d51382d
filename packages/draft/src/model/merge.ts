import type { JsonObject } from '@charter/runtime'
import { type Candidate, entitiesOf, mapAt, mapEntries, recordsOf, textAt, textsAt, withMembers } from './candidate.ts'
import { completeGrants } from './complete-grants.ts'
import { type Evidence, overlaps, type Span } from './evidence.ts'
import { withDocument, withEntities } from './model-candidate.ts'
import { isRecord } from './read-answer.ts'

/**
 * The model's draft, and what the planner reads in sentences that the model did not touch. What both read stays the
 * model's, so that nothing is there twice under two names.
 */
export const merge = ({ model, planner, evidence, settled, rolesRead }: MergeInput): Candidate => {
  const isMissed = missedBy(model, planner, evidence, settled)
  const added = entitiesOf(planner.charter).filter(
    ([name]) => isMissed(name) && !Object.hasOwn(mapAt(model.charter, 'entities'), name),
  )
  const entities: JsonObject = { ...mapAt(model.charter, 'entities'), ...Object.fromEntries(added) }
  const whole = mapEntries(entities, (name, entity) =>
    isRecord(entity)
      ? withMissed(name, entity, mapAt(planner.charter, 'entities', name), { isMissed, entities })
      : entity,
  )
  const charter = withRoles(withEntities(model.charter, whole), planner, rolesRead)
  const provenance = { ...planner.provenance, ...model.provenance }
  return completeGrants(
    withDocument({ ...model, provenance, questions: questionsOf(model, planner, charter) }, charter),
  )
}

export interface MergeInput {
  /** Screened. */
  readonly model: Candidate
  readonly planner: Candidate
  readonly evidence: Evidence
  /** Sentences that say nothing of the API. */
  readonly settled: readonly Span[]
  /** Roles that the model named, whether their grants stayed or not: it has read what these may do. */
  readonly rolesRead: readonly string[]
}

/** Whether a part of the planner's draft rests on a sentence that nothing of the model's does. */
const missedBy = (model: Candidate, planner: Candidate, evidence: Evidence, settled: readonly Span[]) => {
  const own = Object.keys(model.provenance).flatMap((path) => spanOf(model, path) ?? [])
  const touched = [...own, ...settled, ...evidence.addressed]
  const open = evidence.sentences.filter((sentence) => !touched.some((each) => overlaps(each, sentence)))
  return (path: string): boolean => {
    const span = spanOf(planner, path)
    return span !== null && open.some((sentence) => overlaps(sentence, span))
  }
}

const spanOf = ({ provenance }: Candidate, path: string): Span | null => {
  const { quoted, offset } = provenance[path] ?? {}
  return quoted === undefined || offset === undefined ? null : { from: offset, to: offset + quoted.length }
}

interface JoinContext {
  readonly isMissed: (path: string) => boolean
  readonly entities: JsonObject
}

const withMissed = (
  name: string,
  entity: JsonObject,
  from: JsonObject,
  { isMissed, entities }: JoinContext,
): JsonObject => {
  const fields = mapAt(entity, 'fields')
  const relations = mapAt(entity, 'relations')
  const isFree = (member: string) => !Object.hasOwn(fields, member) && !Object.hasOwn(relations, member)
  const missed = (member: string) => isFree(member) && isMissed(`${name}.${member}`)
  const leads = (relation: JsonObject) =>
    Object.hasOwn(entities, textAt(relation, 'one') ?? textAt(relation, 'many') ?? '')
  const isThere = (relation: JsonObject) =>
    recordsOf(relations).some(([, each]) => textAt(each, 'one') === textAt(relation, 'one'))
  const newFields = mapEntries(mapAt(from, 'fields'), (member, value) => (missed(member) ? value : null))
  const newRelations = mapEntries(mapAt(from, 'relations'), (member, value) =>
    isRecord(value) && missed(member) && leads(value) && !(textAt(value, 'one') !== undefined && isThere(value))
      ? value
      : null,
  )
  return withMembers(entity, { fields: { ...fields, ...newFields }, relations: { ...relations, ...newRelations } })
}

/** A role that the model passed over altogether keeps what the planner read of it, unless the planner only assumed it. */
const withRoles = (charter: JsonObject, planner: Candidate, rolesRead: readonly string[]): JsonObject => {
  const access = mapAt(charter, 'access')
  const from = mapAt(planner.charter, 'access')
  const roles = textsAt(access, 'roles')
  const missed = textsAt(from, 'roles').filter(
    (role) => !rolesRead.includes(role) && planner.provenance[`access.roles.${role}`]?.assumed === undefined,
  )
  const entities = mapEntries(mapAt(charter, 'entities'), (name, entity) => {
    if (!isRecord(entity)) return entity
    const read = mapAt(planner.charter, 'entities', name, 'allow')
    const allow = {
      ...mapEntries(read, (role, grant) => (missed.includes(role) ? grant : null)),
      ...mapAt(entity, 'allow'),
    }
    const known = (role: string) => missed.includes(role) || roles.includes(role)
    return withMembers(entity, { allow: mapEntries(allow, (role, grant) => (known(role) ? grant : null)) })
  })
  const principal =
    missed.length > 0 ? { ...mapAt(from, 'principal'), ...mapAt(access, 'principal') } : mapAt(access, 'principal')
  const widened = withMembers({ ...access, roles: [...roles, ...missed] }, { principal })
  return { ...withEntities(charter, entities), access: widened }
}

/** The planner's questions about what is only now there. */
const questionsOf = (model: Candidate, planner: Candidate, charter: JsonObject): Candidate['questions'] => {
  const before = mapAt(model.charter, 'entities')
  const now = mapAt(charter, 'entities')
  const asked = planner.questions.filter(({ about }) => Object.hasOwn(now, about) && !Object.hasOwn(before, about))
  return [...model.questions, ...asked]
}
