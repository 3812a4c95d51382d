import type { Principal } from '../call/call.ts'
import type { RelationModel } from '../call/model.ts'
import { InputErrors } from '../problem/input-errors.ts'
import { errorPointer } from '../problem/problem.ts'
import type { WritingStore } from '../rows/call-store.ts'
import { targetValues } from '../rows/target-values.ts'
import type { EntityUnit } from '../store/entity.ts'
import type { Reference } from '../store/store.ts'
import type { JsonObject } from '../values/json.ts'

/**
 * References of a row about to be written to rows that are not there: never were, were deleted, or are another tenant's
 * (docs/semantics.md, Tenancy: the database's own foreign keys know nothing of tenants). One statement for all of them.
 * `before`: the row as stored, whose references that stay are not asked about; null for a new row.
 */
export const unknownReferences = async (
  store: WritingStore,
  unit: EntityUnit,
  row: JsonObject,
  before: JsonObject | null,
  { principal, path = '' }: { readonly principal: Principal; readonly path?: string },
): Promise<InputErrors> => {
  const errors = new InputErrors()
  const asked = referring(unit, row, before)
  if (asked.length === 0) return errors
  const given = await store.writes.present(
    asked.map((relation) => reference(relation, row)),
    principal,
  )
  for (const [at, { from, target }] of asked.entries())
    if (!given[at])
      errors.push({
        path: `${path}${errorPointer(from.at(-1) ?? '')}`,
        code: 'not-found',
        message: `There is no ${target} with this ${from.length === 1 ? 'key' : 'combination of keys'}.`,
      })
  return errors
}

/** What a new row refers to. */
export const referencesOf = (unit: EntityUnit, row: JsonObject): readonly Reference[] =>
  referring(unit, row, null).map((relation) => reference(relation, row))

const reference = (relation: RelationModel, row: JsonObject): Reference => ({
  entity: relation.target,
  equal: targetValues(relation, row),
})

const referring = (unit: EntityUnit, row: JsonObject, before: JsonObject | null): readonly RelationModel[] =>
  unit.model.relations.filter(
    (relation) =>
      relation.kind === 'one' &&
      relation.from.every((field) => (row[field] ?? null) !== null) &&
      (before === null || relation.from.some((field) => row[field] !== before[field])),
  )
