import { type Charter, exampleRows } from '@charter/charter'
import { sampleRows } from '@charter/draft/sample-rows'
import type { PageRole } from '@charter/page'
import { type Json, type JsonObject, ownMember, type Predicate } from '@charter/runtime'
import type { Derived } from '@charter/service'

/** Each role with the claims of its development token: those that give it the most sample rows. */
export const pageRoles = (derived: Derived, samples = samplesOf(derived.charter)): readonly PageRole[] => {
  const claims = claimsOf(derived, samples)
  return derived.charter.access.roles.map((name) => ({
    name,
    description: '',
    token: '',
    claims: { ...claims, ...subjectOf(derived, name, samples) },
  }))
}

/** Sample rows by entity. */
export type Samples = Readonly<Record<string, readonly JsonObject[]>>

/** The rows that tokens and requests of the page are made for. */
export const samplesOf = (charter: Charter): Samples => sampleRows(charter, { seed: 1, perEntity: 12 })

/** Claims of everybody's token: the rules' conditions then give them as many of the samples as they can. */
export const claimsOf = ({ charter, model }: Derived, samples = samplesOf(charter)): JsonObject => {
  const examples = exampleRows(model, 1).attributes[0] ?? {}
  const claims: Record<string, Json> = {}
  for (const { name, claim } of charter.access.principal)
    claims[claim] = commonest(samples, name) ?? ownMember(examples, name) ?? null
  if (charter.access.tenancy)
    claims[charter.access.tenancy.claim] = commonest(samples, charter.access.tenancy.field) ?? 'tenant-1'
  return claims
}

/** Who the token of a role names, where a condition asks who that is: whoever most sample rows belong to. */
const subjectOf = ({ model }: Derived, role: string, samples: Samples): JsonObject => {
  for (const { effect, roles, entity, when } of model.access.rules) {
    if (effect !== 'permit' || !when || entity === null || (roles.length > 0 && !roles.includes(role))) continue
    const field = ownedBy(when)
    const value = field === null ? undefined : commonest({ [entity]: samples[entity] ?? [] }, field)
    if (typeof value === 'string' && value !== 'sample') return { sub: value }
  }
  return {}
}

/** The field of a row that a condition compares with who asks; null where it asks no such thing. */
const ownedBy = (when: Predicate): string | null => {
  if (when.kind === 'and') return when.of.map(ownedBy).find((field) => field !== null) ?? null
  if (when.kind !== 'compare' || when.op !== 'eq') return null
  const operands = [when.left, when.right]
  const field = operands.find((each) => each.kind === 'field')
  return field?.path.length === 1 && operands.some((each) => each.kind === 'principal' && each.name === 'id')
    ? (field.path[0] ?? null)
    : null
}

/** The value that most sample rows have in a field of this name, whatever the entity. */
const commonest = (samples: Readonly<Record<string, readonly JsonObject[]>>, field: string): Json | undefined => {
  const counts = new Map<Json, number>()
  for (const row of Object.values(samples).flat()) {
    const value = ownMember(row, field)
    if (value !== undefined && value !== null) counts.set(value, (counts.get(value) ?? 0) + 1)
  }
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0]
}
