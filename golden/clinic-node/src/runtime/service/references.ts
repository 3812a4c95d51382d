import type { Principal } from '../call.ts'
import { InputErrors } from '../input-errors.ts'
import type { JsonObject } from '../json.ts'
import type { RelationModel } from '../model.ts'
import { errorPointer } from '../problem.ts'
import { type EntityUnit, encodeField, entityOf } from './entity.ts'
import { ofTenant, visible } from './page.ts'
import { type Condition, conjunction } from './statement.ts'
import type { WritingStore } from './store.ts'

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
  const asked = unit.model.relations.filter(
    (relation) =>
      relation.kind === 'one' &&
      relation.from.every((field) => (row[field] ?? null) !== null) &&
      (before === null || relation.from.some((field) => row[field] !== before[field])),
  )
  if (asked.length === 0) return errors
  const found = asked.map((relation) => targetOf(store, unit, relation, row, principal))
  const columns = found.map(({ sql }) => `CASE WHEN EXISTS (SELECT 1 FROM ${sql}) THEN 1 ELSE 0 END`)
  const [given = []] = await store.database.all(
    `SELECT ${columns.join(', ')}`,
    found.flatMap(({ values }) => values),
  )
  for (const [at, { from, target }] of asked.entries())
    if (Number(given[at]) !== 1)
      errors.push({
        path: `${path}${errorPointer(from.at(-1) ?? '')}`,
        code: 'not-found',
        message: `There is no ${target} with this ${from.length === 1 ? 'key' : 'combination of keys'}.`,
      })
  return errors
}

/** The row of the relation's target, if it is there. */
const targetOf = (
  store: WritingStore,
  unit: EntityUnit,
  { target: name, from, to }: RelationModel,
  row: JsonObject,
  principal: Principal,
): Condition => {
  const target = entityOf(store.units, name)
  const { sql, values } = conjunction([
    ...to.map((field, at) => ({
      sql: target.sql.columns[field]?.filters.eq ?? '0 = 1',
      values: [encodeField(unit, from[at] as string, row)],
    })),
    visible(target),
    ofTenant(target, principal),
  ])
  return { sql: `${target.sql.from}${sql}`, values }
}
