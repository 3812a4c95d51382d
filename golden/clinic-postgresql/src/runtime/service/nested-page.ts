import type { Principal, Selection } from '../call.ts'
import { canonicalJson } from '../canonical-json.ts'
import type { JsonObject } from '../json.ts'
import type { RelationModel } from '../model.ts'
import { and, type Predicate } from '../predicate.ts'
import { ProblemError, problem } from '../problem.ts'
import type { SqlRow, SqlValue } from '../sql.ts'
import type { AnswerForm, Count, Measured } from './answer-form.ts'
import { decodeRow, type EntityUnit } from './entity.ts'
import { afterCondition, type Order } from './order.ts'
import { cursorBinding, pageSize } from './page.ts'
import { cursorsOf, openPosition, type RowCursors, rowCursors } from './position.ts'
import type { Condition } from './statement.ts'
import type { Store } from './store.ts'

/** A relation that is read for several rows at once, each of which gets a page of its own. */
export interface Nesting {
  readonly store: Store
  readonly unit: EntityUnit
  readonly relation: RelationModel
  readonly selection: Selection
  readonly principal: Principal
  /** The rows that the relation is of, and their values of its `from` fields. */
  readonly rows: readonly SqlRow[]
  readonly keys: readonly (readonly SqlValue[])[]
  /** Fields that those rows hold, by their place. */
  readonly held: readonly string[]
}

export interface Child<Item> {
  readonly item: Item
  readonly row: SqlRow
}

/** A page goes on where another ended, which is a place among one parent's rows. */
export const afterNested = async (nesting: Nesting, target: EntityUnit, order: Order): Promise<Condition | null> => {
  const { store, relation, selection, keys, principal } = nesting
  if (selection.after === undefined) return null
  if (keys.length !== 1)
    throw new ProblemError(
      problem('invalid-input', {
        detail: `A cursor of ${relation.name} is a place below one row: ask for that row alone.`,
      }),
    )
  const binding = nestedBinding(nesting, target, order, 0)
  return afterCondition(
    target,
    order,
    await openPosition(store, target, order, selection.after, { binding, principal }),
  )
}

/** Where rows of one parent are. */
export interface NestedPlace {
  readonly target: EntityUnit
  readonly order: Order
  /** Columns that hold the item; the parent's key and the position in the order follow them. */
  readonly width: number
  /** The parent's place. */
  readonly at: number
}

/** The page of one parent: its rows, cut where it ends, with a cursor where there are more. */
export const nestedPage = <Item extends Measured>(
  form: AnswerForm<Item>,
  nesting: Nesting,
  place: NestedPlace,
  group: readonly Child<Item>[],
  count: Count | undefined,
): Item => {
  const limit = pageSize(nesting.store, nesting.selection)
  const read = group.slice(0, limit)
  const shown = place.order.isBackward ? read.toReversed() : read
  const cursors = nestedCursors(nesting, place)
  return form.page(
    shown.map(({ item }) => item),
    {
      next: group.length > limit ? cursors.next(read.at(-1)?.row ?? []) : null,
      count,
      cursors: cursorsOf(nesting.store, nesting.selection, shown, ({ row }) => cursors.after(row)),
    },
  )
}

/** Makes the cursors after rows of one parent. */
export const nestedCursors = (nesting: Nesting, { target, order, width, at }: NestedPlace): RowCursors =>
  rowCursors({
    store: nesting.store,
    unit: target,
    order,
    at: width + (nesting.keys[at]?.length ?? 0),
    binding: () => nestedBinding(nesting, target, order, at),
  })

/**
 * A list of the target goes on where an included page ended, with the filter that finds the parent's rows; where they hang on
 * it over a third entity, the same relation of the same parent does.
 */
const nestedBinding = (nesting: Nesting, target: EntityUnit, order: Order, at: number): string => {
  const { store, unit, relation, selection, principal, keys } = nesting
  if (!relation.through) {
    const filter = nestedFilter(nesting, nesting.rows[at] ?? [])
    return cursorBinding(store, target, order, { filter }, principal)
  }
  const parent = (keys[at] ?? []).map(String)
  return canonicalJson([
    unit.model.name,
    relation.name,
    parent,
    cursorBinding(store, target, order, selection, principal),
  ])
}

/** The filter with which a list of the target goes on where an included page ended. */
const nestedFilter = ({ unit, relation, held, selection: { filter } }: Nesting, row: SqlRow): Predicate => {
  const parent: JsonObject = Object.assign(
    {},
    ...relation.from.map((field) => decodeRow(unit, [field], row, held.indexOf(field))),
  )
  const own = relation.to.map((field, part): Predicate => {
    const from = relation.from[part] as string
    const type = unit.fields.get(from)?.type ?? { kind: 'text' }
    return {
      kind: 'compare',
      op: 'eq',
      left: { kind: 'field', path: [field] },
      right: { kind: 'value', value: parent[from] ?? null, type },
    }
  })
  return and(...own, ...(filter ? [filter] : []))
}
