import { hash } from 'node:crypto'
import type { Principal, Selection } from '../call/call.ts'
import { takeRoom } from '../limits/answer-length.ts'
import { ProblemError, problem } from '../problem/problem.ts'
import { type EntityUnit, keyOf } from '../store/entity.ts'
import type { Found, Place, RowsQuery } from '../store/store.ts'
import type { Json, JsonObject } from '../values/json.ts'
import type { CallStore } from './call-store.ts'
import type { Order } from './order.ts'
import { unsaid } from './unservable.ts'

/** A cursor goes into a query and a header: past so many characters it names the row instead of holding its values. */
const valuesMax = 1000

/** The rows of one list, in an order. */
export interface Placed {
  readonly store: CallStore
  readonly unit: EntityUnit
  readonly order: Order
  /** The rows that are read, in the order they are read in. */
  readonly read: readonly Found[]
  /** Where they begin; absent: with the first that there is. */
  readonly after?: Place | undefined
  /** What cursors are bound to; asked for once, with the first of them. */
  binding(): string
}

export interface RowCursors {
  /** Null where no cursor can hold the row's place: its values are long, and it has no key. */
  after(row: Found): string | null
  /** The same for who goes on there. Throws a ProblemError (`invalid-input`) where there is none. */
  next(row: Found): string
}

/**
 * Makes the cursor after a row: the values that the order compares. Where they are long it holds the row's key and a digest of them,
 * and they are read again when the list goes on.
 */
export const rowCursors = (placed: Placed): RowCursors => {
  const { store, unit, order, binding } = placed
  let bound: string | undefined
  let told: ReadonlyMap<Found, number> | undefined
  const after = (row: Found): string | null => {
    bound ??= binding()
    const place = row.place()
    if (!unit.model.isOwned) requireSaid(unit, order, place)
    const values = place.map((value) => value ?? null)
    const text = JSON.stringify(values)
    if (unit.model.key.length === 0) {
      if (text.length > valuesMax) return null
      told ??= toldOf(placed)
      const counted = { values, told: told.get(row) ?? 1, isBackward: order.isBackward } satisfies Counted
      return store.cursors.seal([counted as unknown as Json], bound)
    }
    if (text.length <= valuesMax) return store.cursors.seal(values, bound)
    const named = { key: keyOf(unit, rowIn(order, values)), digest: digestOf(text) } satisfies Named
    return store.cursors.seal([named as unknown as Json], bound)
  }
  return {
    after,
    next: (row) => {
      const cursor = after(row)
      if (cursor === null) throw tooLong(order)
      return cursor
    },
  }
}

/** Rows without a key may be equal in all that they are ordered by: for each, how many of its equals were told, with itself. */
const toldOf = ({ read, after }: Placed): ReadonlyMap<Found, number> => {
  let [place, told] = [textOf(after?.values ?? []), after?.told ?? 0]
  return new Map(
    read.map((row) => {
      const own = textOf(row.place())
      told = own === place ? told + 1 : 1
      place = own
      return [row, told]
    }),
  )
}

const textOf = (place: readonly (Json | undefined)[]): string => JSON.stringify(place.map((value) => value ?? null))

/** The values of a place by the fields that the order is by, among which the key always is. */
const rowIn = ({ sorts }: Order, place: readonly (Json | undefined)[]): JsonObject =>
  Object.fromEntries(sorts.map(({ field }, at) => [field, place[at] ?? null]))

const requireSaid = (unit: EntityUnit, order: Order, place: readonly (Json | undefined)[]): void => {
  const at = place.indexOf(undefined)
  const { field } = order.sorts[at] ?? {}
  if (field !== undefined) throw unsaid(unit, field, rowIn(order, place))
}

/** Cursors of rows, as the selection asks for them; they take from the store's room. */
export const cursorsOf = <Row>(
  store: CallStore,
  selection: Selection | undefined,
  rows: readonly Row[],
  cursorOf: (row: Row) => string | null,
): readonly (string | null)[] | undefined => {
  if (selection?.cursors === undefined) return undefined
  const asked = selection.cursors === 'all' ? rows : [...rows.slice(0, 1), ...rows.slice(1).slice(-1)]
  const cursors = asked.map(cursorOf)
  takeRoom(
    store.room,
    cursors.reduce((sum, cursor) => sum + (cursor?.length ?? 0), 0),
  )
  return cursors
}

/** What a cursor is bound to, and who goes on with it. */
interface Bound {
  readonly binding: string
  readonly principal: Principal
  countAt(place: readonly Json[]): Promise<number>
}

interface Named {
  readonly key: JsonObject
  readonly digest: string
}

/** Of rows without a key. `isBackward`: they are counted from their end. */
interface Counted extends Required<Place> {
  readonly isBackward: boolean
}

/** The place that a cursor stands for. `countAt`: how many rows there are at one. Rejects with `stale-cursor`, also where the row that it names is gone or another now. */
export const openPosition = async (
  store: CallStore,
  unit: EntityUnit,
  order: Order,
  cursor: string,
  { binding, principal, countAt }: Bound,
): Promise<Place> => {
  const opened = store.cursors.open(cursor, binding)
  const [first = null] = opened
  // No value that is sorted by is an object.
  if (typeof first !== 'object' || first === null) return { values: opened }
  if ('told' in first) {
    const { values, told, isBackward } = first as unknown as Counted
    // Of those that are before it, read the other way, all but these come first.
    return { values, told: isBackward === order.isBackward ? told : Math.max(0, (await countAt(values)) - told + 1) }
  }
  const { key, digest } = first as unknown as Named
  const query: RowsQuery = {
    entity: unit.model.name,
    fields: [],
    byKey: 'stored',
    rules: null,
    ofTenant: true,
    withDeleted: true,
    order,
  }
  const [row] = await store.reads.find(query, { principal, key })
  const values = row ? row.place().map((value) => value ?? null) : []
  if (digestOf(JSON.stringify(values)) !== digest) throw new ProblemError(problem('stale-cursor'))
  return { values }
}

const digestOf = (text: string): string => hash('sha256', text, 'base64url')

const tooLong = ({ sorts }: Order): ProblemError => {
  const message = 'Values here are too long to go on after, and these rows have no key: sort by another field.'
  return new ProblemError(
    problem('invalid-input', { errors: [{ path: `/sort/${sorts[0]?.field ?? ''}`, code: 'unsupported', message }] }),
  )
}
