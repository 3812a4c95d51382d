import type { Principal, Selection, ValueOutcome } from '../call.ts'
import type { Json, JsonObject } from '../json.ts'
import { ProblemError, problem } from '../problem.ts'
import type { SqlRow, SqlValue } from '../sql.ts'
import { columnOf, type EntityUnit, keyValues, planOf } from './entity.ts'
import { type Grant, grantCondition } from './grant.ts'
import { includeRelations } from './include.ts'
import { visible } from './page.ts'
import { readRows } from './protect/open-rows.ts'
import { conjunction } from './statement.ts'
import type { Store } from './store.ts'
import { entityTag, rowDigest } from './version.ts'
import { type View, viewOf } from './view.ts'

/** What a read gives, with the names of fields that a reveal action uncovered. */
export interface ReadResult {
  readonly outcome: ValueOutcome
  readonly revealed: readonly string[]
}

/** One row by key, under the grant's condition; `not-found` where there is none or it may not be read. */
export const readRow = async (
  store: Store,
  unit: EntityUnit,
  grant: Grant,
  key: JsonObject,
  selection: Selection | undefined,
  principal: Principal,
): Promise<ReadResult> => {
  const plan = readPlan(unit, grant, selection, principal)
  const condition = grantCondition(unit, grant, principal)
  const values: SqlValue[] = [...plan.view.values(principal), ...keyValues(unit, key), ...(condition?.values ?? [])]
  const rows = await store.database.all(plan.sql, values)
  const row = rows[0]
  if (!row)
    throw new ProblemError(
      problem('not-found', { detail: `There is no such ${unit.model.name}, or you may not read it.` }),
    )
  const value: Record<string, Json> = (await readRows(store, unit, plan.view, [row], principal))[0] ?? {}
  if (!selection?.include)
    return { outcome: { kind: 'value', value, version: plan.tag(row) }, revealed: plan.view.revealed }
  const beyond = await includeRelations(store, unit, selection, rows, plan.view, [value], principal)
  return { outcome: { kind: 'value', value }, revealed: [...plan.view.revealed, ...beyond] }
}

interface ReadPlan {
  readonly view: View
  readonly sql: string
  tag(row: SqlRow): string
}

const readPlan = (unit: EntityUnit, grant: Grant, selection: Selection | undefined, principal: Principal): ReadPlan => {
  const id = `read ${grant.id} ${principal.roles.join()} ${selection?.fields?.join() ?? '*'} ${selection?.include ? Object.keys(selection.include).join() : ''}`
  return planOf(unit, id, () => makePlan(unit, grant, selection, principal))
}

const makePlan = (unit: EntityUnit, grant: Grant, selection: Selection | undefined, principal: Principal): ReadPlan => {
  const view = viewOf(unit, selection, grant, principal)
  const version = versionColumns(unit)
  const condition = grantCondition(unit, grant, principal)
  const { sql } = conjunction([{ sql: unit.sql.byKey, values: [] }, visible(unit), condition])
  const at = view.columns.length
  return {
    view,
    sql: `SELECT ${[...view.columns, ...version.columns].join(', ')} FROM ${unit.sql.from}${sql}`,
    tag: (row) => entityTag(version.of(row, at), view.id),
  }
}

/** The columns whose values make a row's version, and how: a version column, or a digest of the whole row. */
export const versionColumns = (
  unit: EntityUnit,
): { readonly columns: readonly string[]; of(row: SqlRow, at: number): string } => {
  const { version } = unit.sql
  if (version) return { columns: [version], of: (row, at) => String(row[at]) }
  const columns = unit.model.fields.map((field) => columnOf(unit, field.name).select)
  return { columns, of: (row, at) => rowDigest(row.slice(at, at + columns.length)) }
}
