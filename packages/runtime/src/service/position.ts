import { hash } from 'node:crypto'
import { takeRoom } from '../answer-length.ts'
import type { Principal, Selection } from '../call.ts'
import type { Json, JsonObject } from '../json.ts'
import { ProblemError, problem } from '../problem.ts'
import type { Found, RowsQuery } from '../store.ts'
import type { CallStore } from './call-store.ts'
import { type EntityUnit, keyOf } from './entity.ts'
import type { Order } from './order.ts'
import { unsaid } from './unservable.ts'

/** A cursor goes into a query and a header: past so many characters it names the row instead of holding its values. */
const valuesMax = 1000

/** The rows of one list, in an order. */
export interface Placed {
  readonly store: CallStore
  readonly unit: EntityUnit
  readonly order: Order
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
export const rowCursors = ({ store, unit, order, binding }: Placed): RowCursors => {
  let bound: string | undefined
  const after = (row: Found): string | null => {
    bound ??= binding()
    const place = row.place()
    if (!unit.model.isOwned) requireSaid(unit, order, place)
    const values = place.map((value) => value ?? null)
    const text = JSON.stringify(values)
    if (text.length <= valuesMax) return store.cursors.seal(values, bound)
    if (unit.model.key.length === 0) return null
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
}

interface Named {
  readonly key: JsonObject
  readonly digest: string
}

/** The values that a cursor stands for. Rejects with `stale-cursor`, also where the row that it names is gone or another now. */
export const openPosition = async (
  store: CallStore,
  unit: EntityUnit,
  order: Order,
  cursor: string,
  { binding, principal }: Bound,
): Promise<readonly Json[]> => {
  const opened = store.cursors.open(cursor, binding)
  const [first = null] = opened
  // No value that is sorted by is an object.
  if (typeof first !== 'object' || first === null) return opened
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
  return values
}

const digestOf = (text: string): string => hash('sha256', text, 'base64url')

const tooLong = ({ sorts }: Order): ProblemError => {
  const message = 'Values here are too long to go on after, and these rows have no key: sort by another field.'
  return new ProblemError(
    problem('invalid-input', { errors: [{ path: `/sort/${sorts[0]?.field ?? ''}`, code: 'unsupported', message }] }),
  )
}
