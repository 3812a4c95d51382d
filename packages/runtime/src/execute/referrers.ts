import type { Principal } from '../call/call.ts'
import type { RelationModel } from '../call/model.ts'
import type { Problem } from '../problem/problem.ts'
import { grantOf } from '../rows/grant.ts'
import { isHidden } from '../rows/view.ts'
import type { EntityUnit } from '../store/entity.ts'
import type { Reads } from '../store/store.ts'
import type { JsonObject } from '../values/json.ts'

/** A row that others keep, and who asked. */
export interface Kept {
  readonly units: ReadonlyMap<string, EntityUnit>
  /** Outside the transaction that failed. */
  readonly reads: Reads
  readonly unit: EntityUnit
  readonly key: JsonObject
  readonly principal: Principal
}

/** The problem with what refers to the row, as far as the caller may see those rows. It is as it was where nothing can be asked now. */
export const withReferrers = async (found: Problem, kept: Kept): Promise<Problem> => {
  const names = await referrersOf(kept).catch(() => [])
  return names.length === 0 ? found : { ...found, detail: `${found.detail} Among them: ${names.join(', ')}.` }
}

/** `Assignment (nurse)`: entities of which a row refers to it, by the relation along which it does. */
const referrersOf = async (kept: Kept): Promise<readonly string[]> => {
  const { units, unit, key } = kept
  const asked = [...units.values()].flatMap((of) =>
    of.model.relations
      .filter(
        ({ kind, target, to }) => kind === 'one' && target === unit.model.name && to.every((field) => field in key),
      )
      .map((relation) => ({ of, relation })),
  )
  const names = await Promise.all(
    asked.map(async ({ of, relation }) => {
      const isThere = await refers(kept, of, relation)
      return isThere ? [`${of.model.name} (${relation.name})`] : []
    }),
  )
  return names.flat()
}

const refers = async ({ reads, key, principal }: Kept, of: EntityUnit, relation: RelationModel): Promise<boolean> => {
  const grant = grantOf(of, 'list', principal) ?? grantOf(of, 'read', principal)
  const fields = relation.from.map((name) => of.fields.get(name))
  if (!grant || fields.some((field) => field !== undefined && isHidden(of, field, grant, principal))) return false
  const equal = Object.fromEntries(relation.from.map((name, at) => [name, key[relation.to[at] ?? ''] ?? null]))
  const query = { entity: of.model.name, fields: [], rules: grant }
  return (await reads.find(query, { principal, equal, limit: 1 })).length > 0
}
