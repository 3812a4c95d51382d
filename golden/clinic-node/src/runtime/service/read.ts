import { type Principal, type Selection, textValue, type ValueOutcome } from '../call.ts'
import type { JsonObject } from '../json.ts'
import { ProblemError, problem } from '../problem.ts'
import type { SqlRow, SqlValue } from '../sql.ts'
import { type AnswerForm, asText, asValues, isTextual, type Measured } from './answer-form.ts'
import { type EntityUnit, keyValues, planOf } from './entity.ts'
import { type Grant, grantCondition } from './grant.ts'
import { includeRelations } from './include.ts'
import { visible } from './page.ts'
import { rowsByKey } from './rows-by-key.ts'
import { conjunction } from './statement.ts'
import type { Store } from './store.ts'
import { entityTag, versionColumns } from './version.ts'
import { relationsIn, type View, viewOf } from './view.ts'

/** What a read gives, with the names of fields that a reveal action uncovered. */
export interface ReadResult {
  readonly outcome: ValueOutcome
  readonly revealed: readonly string[]
}

/** One row by key, under the grant's condition; `not-found` where there is none or it may not be read. */
export const readRow = (
  store: Store,
  unit: EntityUnit,
  grant: Grant,
  key: JsonObject,
  selection: Selection | undefined,
  principal: Principal,
): Promise<ReadResult> => {
  const asked = { store, unit, grant, key, selection, principal }
  return isTextual(store, unit, selection, grant, principal) ? readText(asked) : readValue(asked)
}

const readText = async (asked: Asked): Promise<ReadResult> => {
  const { item: part, version, revealed } = await readAs(asText, asked)
  return { outcome: textValue(part, version === null ? {} : { version }), revealed }
}

const readValue = async (asked: Asked): Promise<ReadResult> => {
  const { item, version, revealed } = await readAs(asValues, asked)
  return { outcome: { kind: 'value', value: item.value, ...(version !== null && { version }) }, revealed }
}

interface Asked {
  readonly store: Store
  readonly unit: EntityUnit
  readonly grant: Grant
  readonly key: JsonObject
  readonly selection: Selection | undefined
  readonly principal: Principal
}

const readAs = async <Item extends Measured>(
  form: AnswerForm<Item>,
  { store, unit, grant, key, selection, principal }: Asked,
) => {
  const plan = readPlan(form, unit, grant, selection, principal)
  const condition = grantCondition(unit, grant, principal)
  const values: SqlValue[] = [...plan.view.values(principal), ...keyValues(unit, key), ...(condition?.values ?? [])]
  const rows = await rowsByKey(store, plan.sql, values)
  const row = rows[0]
  if (!row)
    throw new ProblemError(
      problem('not-found', { detail: `There is no such ${unit.model.name}, or you may not read it.` }),
    )
  const { view } = plan
  const read = form.read(store, unit, view, rows, principal)
  const items = read instanceof Promise ? await read : read
  if (!selection?.include)
    return { item: items[0] as Item, version: plan.tag(store, principal, row), revealed: view.revealed }
  const beyond = await includeRelations(form, { store, unit, grant, selection, rows, view, items, principal })
  // An answer with relations has no version: they change without the row (docs/semantics.md, Update).
  return { item: items[0] as Item, version: null, revealed: [...view.revealed, ...beyond] }
}

interface ReadPlan {
  readonly view: View
  readonly sql: string
  tag(store: Store, principal: Principal, row: SqlRow): string
}

const readPlan = <Item extends Measured>(
  form: AnswerForm<Item>,
  unit: EntityUnit,
  grant: Grant,
  selection: Selection | undefined,
  principal: Principal,
): ReadPlan => {
  const id = `read ${form.name} ${grant.id} ${principal.roles.join()} ${selection?.fields?.join() ?? '*'} ${relationsIn(selection).join()}`
  return planOf(unit, id, () => makePlan(form, unit, grant, selection, principal))
}

const makePlan = <Item extends Measured>(
  form: AnswerForm<Item>,
  unit: EntityUnit,
  grant: Grant,
  selection: Selection | undefined,
  principal: Principal,
): ReadPlan => {
  const view = viewOf(unit, selection, grant, principal)
  const version = versionColumns(unit)
  const condition = grantCondition(unit, grant, principal)
  const { sql } = conjunction([{ sql: unit.sql.byKey, values: [] }, visible(unit), condition])
  const columns = form.columns(view)
  const at = columns.length
  return {
    view,
    sql: `SELECT ${[...columns, ...version.columns].join(', ')} FROM ${unit.sql.from}${sql}`,
    tag: (store, who, row) => entityTag(version.of(store.versions, who, row, at), view.id),
  }
}
