import type { Principal, Selection } from '../call/call.ts'
import type { RelationModel } from '../call/model.ts'
import { and, type Predicate } from '../call/predicate.ts'
import { ProblemError, problem } from '../problem/problem.ts'
import type { EntityUnit } from '../store/entity.ts'
import type { AskedRelated, Found, Place, RelatedQuery } from '../store/store.ts'
import { canonicalJson } from '../values/canonical-json.ts'
import type { Json } from '../values/json.ts'
import type { AnswerForm, Count, Measured } from './answer-form.ts'
import type { CallStore } from './call-store.ts'
import type { Order } from './order.ts'
import { cursorBinding, pageSize } from './page.ts'
import { cursorsOf, openPosition, type RowCursors, rowCursors } from './position.ts'

/** A relation that is read for several rows at once, each of which gets a page of its own. */
export interface NestedRead {
  readonly store: CallStore
  readonly unit: EntityUnit
  readonly relation: RelationModel
  readonly selection: Selection
  readonly principal: Principal
  /** Values of the relation's `from` fields, by row that it is of. */
  readonly parents: readonly (readonly Json[])[]
}

export interface Child<Item> {
  readonly item: Item
  readonly row: Found
}

/** What a page that goes on is asked with. */
interface PageContinuation {
  readonly target: EntityUnit
  readonly order: Order
  readonly query: RelatedQuery
  readonly asked: AskedRelated
}

/** A page goes on where another ended, which is a place among one parent's rows. */
export const afterNested = async (
  nesting: NestedRead,
  { target, order, query, asked }: PageContinuation,
): Promise<Place | undefined> => {
  const { store, relation, selection, parents, principal } = nesting
  if (selection.after === undefined) return undefined
  if (parents.length !== 1)
    throw new ProblemError(
      problem('invalid-input', {
        detail: `A cursor of ${relation.name} is a place below one row: ask for that row alone.`,
      }),
    )
  const binding = nestedBinding(nesting, target, order, 0)
  const countAt = async (at: readonly Json[]): Promise<number> =>
    (await store.reads.countRelated(query, { ...asked, at }, Number.MAX_SAFE_INTEGER))[0] ?? 0
  return openPosition(store, target, order, selection.after, { binding, principal, countAt })
}

/** Where rows of one parent are. */
export interface NestedPlace {
  readonly target: EntityUnit
  readonly order: Order
  /** The parent's place. */
  readonly at: number
  /** Where the page begins. */
  readonly after: Place | undefined
}

/** The page of one parent: its rows, cut where it ends, with a cursor where there are more. */
export const nestedPage = <Item extends Measured>(
  form: AnswerForm<Item>,
  nesting: NestedRead,
  place: NestedPlace,
  group: readonly Child<Item>[],
  count: Count | undefined,
): Item => {
  const limit = pageSize(nesting.store, nesting.selection)
  const read = group.slice(0, limit)
  const shown = place.order.isBackward ? read.toReversed() : read
  const cursors = nestedCursors(
    nesting,
    place,
    read.map(({ row }) => row),
  )
  const last = read.at(-1)
  return form.page(
    shown.map(({ item }) => item),
    {
      next: group.length > limit && last ? cursors.next(last.row) : null,
      count,
      cursors: cursorsOf(nesting.store, nesting.selection, shown, ({ row }) => cursors.after(row)),
    },
  )
}

/** Makes the cursors after rows of one parent. */
export const nestedCursors = (
  nesting: NestedRead,
  { target, order, at, after }: NestedPlace,
  read: readonly Found[],
): RowCursors =>
  rowCursors({
    store: nesting.store,
    unit: target,
    order,
    read,
    after,
    binding: () => nestedBinding(nesting, target, order, at),
  })

/**
 * A list of the target goes on where an included page ended, with the filter that finds the parent's rows; where they hang on
 * it over a third entity, the same relation of the same parent does.
 */
const nestedBinding = (nesting: NestedRead, target: EntityUnit, order: Order, at: number): string => {
  const { store, unit, relation, selection, principal } = nesting
  const parent = nesting.parents[at] ?? []
  if (!relation.through)
    return cursorBinding(store, target, order, { filter: nestedFilter(nesting, parent) }, principal)
  return canonicalJson([
    unit.model.name,
    relation.name,
    parent,
    cursorBinding(store, target, order, selection, principal),
  ])
}

/** The filter with which a list of the target goes on where an included page ended. */
const nestedFilter = ({ unit, relation, selection: { filter } }: NestedRead, parent: readonly Json[]): Predicate => {
  const own = relation.to.map((field, part): Predicate => {
    const type = unit.fields.get(relation.from[part] as string)?.type ?? { kind: 'text' }
    return {
      kind: 'compare',
      op: 'eq',
      left: { kind: 'field', path: [field] },
      right: { kind: 'value', value: parent[part] ?? null, type },
    }
  })
  return and(...own, ...(filter ? [filter] : []))
}
