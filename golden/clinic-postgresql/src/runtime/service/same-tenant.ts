import type { Principal } from '../call.ts'
import type { JsonObject } from '../json.ts'
import { ProblemError, problem } from '../problem.ts'
import { type EntityUnit, encodeField, entityOf } from './entity.ts'
import { conjunction } from './statement.ts'
import type { WritingStore } from './store.ts'

/**
 * Refuses references to another tenant's rows, as if they were not there (docs/semantics.md, Tenancy): the database's
 * own foreign keys know nothing of tenants. `only`: the fields that a write changes; absent: all.
 */
export const requireSameTenant = async (
  store: WritingStore,
  unit: EntityUnit,
  row: JsonObject,
  principal: Principal,
  only?: JsonObject,
): Promise<void> => {
  for (const { kind, target: name, from, to } of unit.model.relations) {
    const isAsked = kind === 'one' && (!only || from.some((field) => Object.hasOwn(only, field)))
    const target = isAsked ? entityOf(store.units, name) : null
    if (!target?.sql.tenancy || from.some((field) => (row[field] ?? null) === null)) continue
    const { sql, values } = conjunction([
      ...to.map((field, at) => ({
        sql: target.sql.columns[field]?.filters.eq ?? '0 = 1',
        values: [encodeField(unit, from[at] as string, row)],
      })),
      { sql: target.sql.tenancy, values: [principal.tenant ?? null] },
    ])
    const rows = await store.database.all(`SELECT 1 FROM ${target.sql.from}${sql}`, values)
    if (rows.length === 0) throw new ProblemError(problem('referenced'))
  }
}
