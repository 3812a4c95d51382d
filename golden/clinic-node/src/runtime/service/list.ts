import type { Page, Principal, Selection } from '../call.ts'
import type { JsonObject } from '../json.ts'
import type { SqlRow } from '../sql.ts'
import { columnOf, decodeRow, type EntityUnit } from './entity.ts'
import { filterOf } from './filter-sql.ts'
import { type Grant, grantCondition } from './grant.ts'
import { includeRelations } from './include.ts'
import { afterCondition, type Order, orderOf, positionOf } from './order.ts'
import { cursorBinding, pageSize, visible } from './page.ts'
import { readRows } from './protect/open-rows.ts'
import { type Condition, conjunction } from './statement.ts'
import type { Store } from './store.ts'
import { type View, viewOf } from './view.ts'

/** A page, with the names of fields whose protected values it holds. */
export interface ListResult {
  readonly page: Page
  readonly revealed: readonly string[]
}

/** One page of the rows that `grant` gives, filtered and ordered as asked, with relations included. */
export const listRows = async (
  store: Store,
  unit: EntityUnit,
  grant: Grant,
  selection: Selection | undefined,
  principal: Principal,
): Promise<ListResult> => {
  const view = viewOf(unit, selection, grant, principal)
  const order = orderOf(unit, selection, grant, principal)
  const limit = pageSize(store, selection)
  const binding = cursorBinding(store, unit, order, selection, principal)
  const matching = [
    visible(unit),
    grantCondition(unit, grant, principal),
    await filterOf(store, unit, selection, grant, principal),
  ]
  const beyond =
    selection?.after === undefined ? null : afterCondition(unit, order, store.cursors.open(selection.after, binding))
  const { sql, values } = conjunction([...matching, beyond])
  const positions = order.sorts.map(({ field }) => columnOf(unit, field).select)
  const text = `SELECT ${[...view.columns, ...positions].join(', ')} FROM ${unit.sql.from}${sql}${order.sql} LIMIT ?`
  const rows = await store.database.all(text, [...view.values(principal), ...values, limit + 1])
  const shown = rows.slice(0, limit)
  const items = await readRows(store, unit, view, shown, principal)
  const included = await includeRelations(store, unit, selection, shown, view, items, principal)
  const next =
    rows.length > limit ? store.cursors.seal(positionOf(order, lastPosition(unit, order, view, shown)), binding) : null
  const count = selection?.count ? await countRows(store, unit, conjunction(matching)) : undefined
  return { page: { items, next, ...(count && { count }) }, revealed: [...view.revealed, ...included] }
}

const lastPosition = (unit: EntityUnit, order: Order, view: View, shown: readonly SqlRow[]): JsonObject =>
  decodeRow(
    unit,
    order.sorts.map(({ field }) => field),
    shown.at(-1) ?? [],
    view.columns.length,
  )

const countRows = async (
  store: Store,
  unit: EntityUnit,
  { sql, values }: Condition,
): Promise<{ value: number; isExact: boolean }> => {
  const { countMax } = store.model.limits
  const rows = await store.database.all(
    `SELECT count(*) FROM (SELECT 1 FROM ${unit.sql.from}${sql} LIMIT ?) AS counted`,
    [...values, countMax + 1],
  )
  const counted = Number(rows[0]?.[0] ?? 0)
  return { value: Math.min(counted, countMax), isExact: counted <= countMax }
}
