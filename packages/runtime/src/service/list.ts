import { type Principal, type Selection, textValue, type ValueOutcome } from '../call.ts'
import { type AnswerForm, asText, asValues, type Count, isTextual, type Measured } from './answer-form.ts'
import { columnOf, type EntityUnit } from './entity.ts'
import { filterOf } from './filter-sql.ts'
import { type Grant, grantCondition } from './grant.ts'
import { includeRelations } from './include.ts'
import { afterCondition, orderOf } from './order.ts'
import { cursorBinding, pageSize, visible } from './page.ts'
import { cursorsOf, openPosition, rowCursors } from './position.ts'
import { protectedAsked } from './protect/answers.ts'
import { type Condition, conjunction } from './statement.ts'
import type { Store } from './store.ts'
import { viewOf } from './view.ts'

/** A page, with the names of fields whose protected values it holds, or was asked by. */
export interface ListResult {
  readonly outcome: ValueOutcome
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
  const asked = { store, unit, grant, selection, principal }
  if (isTextual(store, unit, selection, grant, principal)) {
    const { answer: part, revealed, page } = await listAs(asText, asked)
    return { outcome: textValue(part, { page }), revealed }
  }
  const { answer, revealed, page } = await listAs(asValues, asked)
  return { outcome: { kind: 'value', value: answer.value, page }, revealed }
}

interface Asked {
  readonly store: Store
  readonly unit: EntityUnit
  readonly grant: Grant
  readonly selection: Selection | undefined
  readonly principal: Principal
}

const listAs = async <Item extends Measured>(
  form: AnswerForm<Item>,
  { store, unit, grant, selection, principal }: Asked,
) => {
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
    selection?.after === undefined
      ? null
      : afterCondition(unit, order, await openPosition(store, unit, order, selection.after, { binding, principal }))
  const { sql, values } = conjunction([...matching, beyond])
  const columns = form.columns(view)
  const positions = order.sorts.map(({ field }) => columnOf(unit, field).select)
  // A bound as a parameter would have PostgreSQL plan anew each time.
  const text = `SELECT ${[...columns, ...positions].join(', ')} FROM ${unit.sql.from}${sql}${order.sql} LIMIT ${limit + 1}`
  const rows = await store.database.all(text, [...view.values(principal), ...values])
  const read = rows.slice(0, limit)
  const shown = order.isBackward ? read.toReversed() : read
  const items = await form.read(store, unit, view, shown, principal)
  const included = await includeRelations(form, { store, unit, grant, selection, rows: shown, view, items, principal })
  const cursors = rowCursors({ store, unit, order, at: columns.length, binding: () => binding })
  const next = rows.length > limit ? cursors.next(read.at(-1) ?? []) : null
  const count = selection?.count ? await countRows(store, unit, conjunction(matching)) : undefined
  return {
    answer: form.page(items, { next, count, cursors: cursorsOf(store, selection, shown, cursors.after) }),
    page: { next, rows: items.length },
    revealed: [
      ...new Set([...protectedAsked(unit, selection), ...(items.length > 0 ? [...view.revealed, ...included] : [])]),
    ],
  }
}

const countRows = async (store: Store, unit: EntityUnit, { sql, values }: Condition): Promise<Count> => {
  const { countMax } = store.model.limits
  const rows = await store.database.all(
    `SELECT count(*) FROM (SELECT 1 FROM ${unit.sql.from}${sql} LIMIT ${countMax + 1}) AS counted`,
    values,
  )
  const counted = Number(rows[0]?.[0] ?? 0)
  return { value: Math.min(counted, countMax), isExact: counted <= countMax }
}
