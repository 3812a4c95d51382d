import type { JsonObject } from '@charter/runtime'
import { type Candidate, entitiesOf, mapAt, mapEntries, recordsOf, textAt, textsAt, withMembers } from './candidate.ts'
import { withEntities } from './model-candidate.ts'
import { isRecord } from './read-answer.ts'

const everything = ['create', 'read', 'update', 'delete', 'list', 'audit']

/**
 * As in the planner's drafts: what nobody may use is looked after by an administrator, who is assumed and asked about;
 * those who write a masked field may see it; and what nobody could see unmasked is not masked.
 */
export const completeGrants = (candidate: Candidate): Candidate => {
  const kept = withKeeper(candidate)
  const entities = entitiesOf(kept.charter).map(([name, entity]) => [name, withReveals(entity)] as const)
  return { ...kept, charter: withEntities(kept.charter, Object.fromEntries(entities)) }
}

const withKeeper = (candidate: Candidate): Candidate => {
  const entities = entitiesOf(candidate.charter)
  const unkept = entities.filter(([, entity]) => recordsOf(mapAt(entity, 'allow')).length === 0).map(([name]) => name)
  if (unkept.length === 0) return candidate
  const access = mapAt(candidate.charter, 'access')
  const roles = textsAt(access, 'roles')
  const keeper = ['admin', 'administrator', 'manager'].find((role) => roles.includes(role)) ?? 'admin'
  const isNew = !roles.includes(keeper)
  const allowed = entities.map(([name, entity]) =>
    unkept.includes(name) ? [name, { ...entity, allow: { [keeper]: { do: everything } } }] : [name, entity],
  )
  const charter = { ...candidate.charter, access: { ...access, roles: isNew ? [...roles, keeper] : roles } }
  const assumed = { assumed: `nobody else may create ${unkept.join(', ')}`, confidence: 0.4 }
  return {
    charter: withEntities(charter, Object.fromEntries(allowed)),
    provenance: isNew ? { ...candidate.provenance, [`access.roles.${keeper}`]: assumed } : candidate.provenance,
    questions: [
      ...candidate.questions,
      { about: 'access', sentence: `Who looks after ${unkept.join(', ')}? Assumed: ${keeper}.`, choices: roles },
    ],
  }
}

const withReveals = (entity: JsonObject): JsonObject => {
  const revealed = new Set(recordsOf(mapAt(entity, 'fields')).flatMap(([, field]) => textAt(field, 'reveal') ?? []))
  const allow = mapEntries(mapAt(entity, 'allow'), (_, grant) =>
    isRecord(grant) ? withWritersReveal(grant, revealed) : grant,
  )
  const seen = new Set(recordsOf(allow).flatMap(([, grant]) => textsAt(grant, 'reveal')))
  const fields = mapEntries(mapAt(entity, 'fields'), (_, field) => {
    if (!isRecord(field)) return field
    const { reveal, mask, ...plain } = field
    return typeof reveal === 'string' && seen.has(reveal)
      ? field
      : reveal === undefined && mask === undefined
        ? field
        : plain
  })
  return withMembers({ ...entity, fields }, { allow })
}

const withWritersReveal = (grant: JsonObject, revealed: ReadonlySet<string>): JsonObject => {
  const asked = textsAt(grant, 'reveal').filter((name) => revealed.has(name))
  const isWriter = textsAt(grant, 'do').some((action) => action === 'create' || action === 'update')
  return withMembers(grant, { reveal: isWriter ? [...revealed] : asked })
}
