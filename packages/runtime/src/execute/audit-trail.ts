import type { Page } from '../call/call.ts'
import type { EntityModel } from '../call/model.ts'
import { principalKey } from '../call/principal-key.ts'
import { jsonLength, takeRoom } from '../limits/answer-length.ts'
import { ProblemError, problem } from '../problem/problem.ts'
import { onePerCall } from '../record/audit-outcome.ts'
import { type Grant, isEveryRow } from '../rows/grant.ts'
import { pageSize } from '../rows/page.ts'
import { cursorsOf } from '../rows/position.ts'
import type { EntityUnit } from '../store/entity.ts'
import type { StoredAuditEntry } from '../store/state.ts'
import type { RowsQuery } from '../store/store.ts'
import { canonicalJson } from '../values/canonical-json.ts'
import type { Json, JsonObject } from '../values/json.ts'
import type { Execution } from './call-engine.ts'

/**
 * Who did what to one row, newest first. The `audit` rule alone decides; where it has a condition, the row must meet
 * it. A row that is gone keeps its trail for whoever may read every row's.
 */
export const readAuditTrail = async (
  { executing, principal, call, notes, nowMs }: Execution,
  unit: EntityUnit,
  grant: Grant,
  key: JsonObject,
): Promise<Page> => {
  const { store, state } = executing
  const shape: RowsQuery = { entity: unit.model.name, fields: [], byKey: 'given', rules: grant, withDeleted: true }
  const rows = await store.reads.find(shape, { principal, key })
  const limit = pageSize(store, call.select)
  const binding = canonicalJson(['audit', store.model.digest, unit.model.name, key, principalKey(principal)])
  const before = call.select?.after === undefined ? null : Number(store.cursors.open(call.select.after, binding)[0])
  const names = namesOf(unit.model, notes.key ?? key).map((name) => ({ ...name, tenant: principal.tenant ?? null }))
  const read = async (most: number, from: number | null) => {
    const found = await Promise.all(names.map((of) => state.readAudit(of, most, from)))
    return found
      .flat()
      .sort((a, b) => b.position - a.position)
      .slice(0, most)
  }
  // Entries are of the caller's tenant already. What was only asked for leaves entries too, and was never there.
  const wasThere = async (): Promise<boolean> =>
    isEveryRow(grant) && (before !== null || (await read(lookedBack, null)).some(({ outcome }) => outcome === 'ok'))
  if (rows.length === 0 && !(await wasThere()))
    throw new ProblemError(
      problem('not-found', { detail: `There is no such ${unit.model.name}, or you may not read its audit trail.` }),
    )
  const entries = await onePerCall({ state, model: store.model, nowMs }, read, limit + 1, before)
  const shown = entries.slice(0, limit)
  const cursorOf = ({ position }: StoredAuditEntry): string => store.cursors.seal([position], binding)
  const last = shown.at(-1)
  const cursors = cursorsOf(store, call.select, shown, cursorOf)
  const items = shown.map(publicEntry)
  takeRoom(store.room, jsonLength(items))
  return {
    items,
    next: entries.length > limit && last ? cursorOf(last) : null,
    ...(cursors && { cursors }),
  }
}

/** So many of the newest entries of a row that is gone are looked through for one that found it. */
const lookedBack = 200

/** What entries call the row: an entry keeps the names of its time. */
const namesOf = ({ name, key: fields, formerly = [] }: EntityModel, key: JsonObject) => {
  const now = { entity: name, key: canonicalJson(key) }
  const before = formerly.map((former) => ({
    entity: former.name,
    key: canonicalJson(Object.fromEntries(former.key.map((field, at) => [field, key[fields[at] ?? ''] ?? null]))),
  }))
  return [now, ...before.filter((each) => each.entity !== now.entity || each.key !== now.key)]
}

const publicEntry = (entry: StoredAuditEntry): JsonObject => ({
  id: entry.id,
  at: entry.at,
  operation: entry.operation,
  principal: entry.principal,
  roles: entry.roles as readonly Json[],
  credential: entry.credential,
  apiKey: entry.apiKey ?? null,
  origin: entry.origin as unknown as JsonObject,
  outcome: entry.outcome,
  fields: entry.fields as readonly Json[],
  rule: entry.rule,
})
