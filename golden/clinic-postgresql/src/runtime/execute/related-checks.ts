import type { Principal } from '../call/call.ts'
import { evaluate } from '../call/evaluate.ts'
import { InputErrors } from '../problem/input-errors.ts'
import { errorPointer } from '../problem/problem.ts'
import type { WritingStore } from '../rows/call-store.ts'
import { targetValues } from '../rows/target-values.ts'
import { type EntityUnit, entityOf } from '../store/entity.ts'
import { rowOf } from '../store/found-row.ts'
import type { Json, JsonObject } from '../values/json.ts'

/**
 * Checks over relations that would not hold of a row about to be written (docs/semantics.md, Checks over relations). What they ask of is
 * read in the writing transaction, so it is as it was when that commits. `before`: the row as stored, of which a check is asked where what
 * it speaks of changes; null for a new row.
 */
export const unmetChecks = async (
  store: WritingStore,
  unit: EntityUnit,
  row: JsonObject,
  before: JsonObject | null,
  { principal, path = '' }: { readonly principal: Principal; readonly path?: string },
): Promise<InputErrors> => {
  const errors = new InputErrors()
  const asked = (unit.model.relatedChecks ?? []).filter(
    ({ fields }) => before === null || fields.some((name) => isOther(row[name], before[name])),
  )
  if (asked.length === 0) return errors
  const paths = asked.flatMap((each) => each.paths)
  const around = await rowAlong({ store, principal, isTenanted: false }, unit, row, paths)
  for (const { fields, message, predicate } of asked) {
    if (evaluate(predicate, around, principal) !== false) continue
    const told = fields.find((name) => unit.fields.get(name)?.writable !== 'never') ?? fields[0] ?? ''
    errors.push({ path: `${path}${errorPointer(told)}`, code: 'check', message })
  }
  return errors
}

const isOther = (now: Json | undefined, before: Json | undefined): boolean =>
  JSON.stringify(now ?? null) !== JSON.stringify(before ?? null)

interface Along {
  readonly store: WritingStore
  readonly principal: Principal
  /** Whether some row on the way is of a tenant, which is the caller's: then none of another's is there. */
  readonly isTenanted: boolean
}

/** The row with those that paths lead to under the names of their relations; null where there is none. */
const rowAlong = async (
  along: Along,
  unit: EntityUnit,
  row: JsonObject,
  paths: readonly (readonly string[])[],
): Promise<JsonObject> => {
  const around: Record<string, Json> = { ...row }
  const here = { ...along, isTenanted: along.isTenanted || unit.model.tenantField !== undefined }
  const below = paths.filter(({ length }) => length > 1)
  for (const name of new Set(below.map(([first]) => first ?? ''))) {
    const relation = unit.relations.get(name)
    if (!relation) continue
    const target = entityOf(along.store.units, relation.target)
    const further = below.filter(([first]) => first === name).map((path) => path.slice(1))
    const equal = targetValues(relation, row)
    const found = Object.values(equal).includes(null) ? null : await foundRow(here, target, equal, further)
    around[name] = found && (await rowAlong(here, target, found, further))
  }
  return around
}

/** The fields of a row that paths begin with: what they ask for, or what the next relation goes along. */
const foundRow = async (
  { store, principal, isTenanted }: Along,
  target: EntityUnit,
  equal: JsonObject,
  paths: readonly (readonly string[])[],
): Promise<JsonObject | null> => {
  const fields = [
    ...new Set(
      paths.flatMap(([first = '', ...more]) =>
        more.length === 0 ? [first] : (target.relations.get(first)?.from ?? []),
      ),
    ),
  ]
  const entity = target.model.name
  // What a row refers to may be marked deleted by now: it is judged by all the same.
  const shape = { entity, fields, rules: null, ofTenant: isTenanted, withDeleted: true }
  const [found] = await store.writes.find(shape, { principal, equal, limit: 1 })
  return found ? rowOf(fields, found) : null
}
