import type { FieldModel } from '../call/model.ts'
import { ProblemError, pointer, problem } from '../problem/problem.ts'
import { placeOf } from '../protect/protection.ts'
import { type EntityUnit, keyOf } from '../store/entity.ts'
import { indexOf } from '../store/store.ts'
import type { JsonObject } from '../values/json.ts'
import type { WritingStore } from './call-store.ts'
import { protectionIn } from './open-rows.ts'

/**
 * While the index key changes, equal values have two indexes, which the database takes for different: then a unique field is
 * looked up under both before it is written. Otherwise the database's own constraint decides. `only`: the fields that
 * change; null: a new row.
 */
export const requireUnique = async (
  store: WritingStore,
  unit: EntityUnit,
  row: JsonObject,
  only: JsonObject | null,
): Promise<void> => {
  for (const field of uniqueSealed(unit)) {
    const value = row[field.name] ?? null
    if (value === null) continue
    if (only !== null && !Object.hasOwn(only, field.name)) continue
    const { tenant } = placeOf(unit, field, row)
    const indexes = await protectionIn(store).lookup(unit, field, tenant, [value], store.transaction)
    if (indexes.length < 2) continue
    await refuseTaken(store, unit, field.name, indexes, row)
  }
}

/** Fields of which it may have to be asked. */
export const uniqueSealed = ({ model, sealed }: EntityUnit): readonly FieldModel[] =>
  sealed.filter(
    ({ name, protect }) => protect?.kind === 'encrypt' && model.unique.some(({ fields }) => fields.join() === name),
  )

const refuseTaken = async (
  store: WritingStore,
  unit: EntityUnit,
  field: string,
  indexes: readonly string[],
  row: JsonObject,
): Promise<void> => {
  if (!(await store.writes.isTaken(unit.model.name, indexOf(field), indexes, keyOf(unit, row)))) return
  const message = 'Another record already has this value.'
  const errors = [{ path: pointer(field), code: 'not-unique' as const, message }]
  throw new ProblemError(problem('conflict', { detail: message, errors }))
}

/**
 * What the database says of a column is said of its field. That uniqueness holds within the tenant is how it is kept, and nobody
 * wrote the tenant: it is not named.
 */
export const namingFields = async <Result>(unit: EntityUnit, write: () => Promise<Result>): Promise<Result> => {
  const { tenantField } = unit.model
  if (unit.fieldsOfColumns.size === 0 && tenantField === undefined) return write()
  try {
    return await write()
  } catch (error) {
    if (!(error instanceof ProblemError) || !error.problem.errors) throw error
    const tenant = tenantField === undefined ? undefined : pointer(tenantField)
    const errors = error.problem.errors
      .map((each) => ({ ...each, path: unit.fieldsOfColumns.get(each.path) ?? each.path }))
      .filter(({ code, path }) => code !== 'not-unique' || path !== tenant)
    throw new ProblemError({ ...error.problem, errors })
  }
}
