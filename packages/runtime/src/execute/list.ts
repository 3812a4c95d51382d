import { type Principal, type Selection, textValue, type ValueOutcome } from '../call/call.ts'
import { type AnswerForm, asText, asValues, type Count, isTextual, type Measured } from '../rows/answer-form.ts'
import type { CallStore } from '../rows/call-store.ts'
import { filterOf } from '../rows/filter.ts'
import type { Grant } from '../rows/grant.ts'
import { type Order, orderOf } from '../rows/order.ts'
import { cursorBinding, pageSize } from '../rows/page.ts'
import { cursorsOf, openPosition, rowCursors } from '../rows/position.ts'
import { type View, viewOf } from '../rows/view.ts'
import { type EntityUnit, planOf } from '../store/entity.ts'
import type { RowsQuery, Asked as StoreAsked } from '../store/store.ts'
import { protectedAsked } from './answers.ts'
import { includeRelations } from './include.ts'

/** A page, with the names of fields whose protected values it holds, or was asked by. */
export interface ListResult {
  readonly outcome: ValueOutcome
  readonly revealed: readonly string[]
}

/** One page of the rows that `grant` gives, filtered and ordered as asked, with relations included. */
export const listRows = async (
  store: CallStore,
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
  readonly store: CallStore
  readonly unit: EntityUnit
  readonly grant: Grant
  readonly selection: Selection | undefined
  readonly principal: Principal
}

const listAs = async <Item extends Measured>(
  form: AnswerForm<Item>,
  { store, unit, grant, selection, principal }: Asked,
) => {
  const { view, order, query } = listPlan(form, unit, grant, selection, principal)
  const limit = pageSize(store, selection)
  const binding = cursorBinding(store, unit, order, selection, principal)
  const filter = await filterOf(store, unit, selection, grant, principal)
  const asked = { principal, filter }
  const after =
    selection?.after === undefined
      ? undefined
      : await openPosition(store, unit, order, selection.after, {
          binding,
          principal,
          countAt: (at) => store.reads.count(query, { ...asked, at }, Number.MAX_SAFE_INTEGER),
        })
  const rows = await store.reads.find(query, { ...asked, ...(after && { after }), limit: limit + 1 })
  const read = rows.slice(0, limit)
  const shown = order.isBackward ? read.toReversed() : read
  const items = await form.read(store, unit, view, shown, principal)
  const included = await includeRelations(form, { store, unit, grant, selection, rows: shown, view, items, principal })
  const cursors = rowCursors({ store, unit, order, read, after, binding: () => binding })
  const last = read.at(-1)
  const next = rows.length > limit && last ? cursors.next(last) : null
  const count = selection?.count ? await countRows(store, query, asked) : undefined
  return {
    answer: form.page(items, { next, count, cursors: cursorsOf(store, selection, shown, cursors.after) }),
    page: { next, rows: items.length },
    revealed: [
      ...new Set([...protectedAsked(unit, selection), ...(items.length > 0 ? [...view.revealed, ...included] : [])]),
    ],
  }
}

interface ListPlan {
  readonly view: View
  readonly order: Order
  readonly query: RowsQuery
}

const listPlan = <Item extends Measured>(
  form: AnswerForm<Item>,
  unit: EntityUnit,
  grant: Grant,
  selection: Selection | undefined,
  principal: Principal,
): ListPlan => {
  const view = viewOf(unit, selection, grant, principal)
  const order = orderOf(unit, selection, grant, principal)
  return planOf(unit, ['list', form.name, order.isBackward, order.id, view.key], () => ({
    view,
    order,
    query: { ...form.asks(view), entity: unit.model.name, rules: grant, order },
  }))
}

const countRows = async (store: CallStore, query: RowsQuery, asked: StoreAsked): Promise<Count> => {
  const { countMax } = store.model.limits
  const counted = await store.reads.count(query, asked, countMax + 1)
  return { value: Math.min(counted, countMax), isExact: counted <= countMax }
}
