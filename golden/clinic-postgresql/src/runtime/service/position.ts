import { hash } from 'node:crypto'
import { takeRoom } from '../answer-length.ts'
import type { Principal, Selection } from '../call.ts'
import type { Json, JsonObject } from '../json.ts'
import { ProblemError, problem } from '../problem.ts'
import type { SqlRow } from '../sql.ts'
import { columnOf, decodeRow, type EntityUnit, keyOf, keyValues } from './entity.ts'
import { type Order, positionOf } from './order.ts'
import { ofTenant } from './page.ts'
import { conjunction } from './statement.ts'
import { isUnsaid } from './storage.ts'
import type { Store } from './store.ts'
import { unsaid } from './unservable.ts'

/** A cursor goes into a query and a header: past so many characters it names the row instead of holding its values. */
const valuesMax = 1000

/** The rows of one list, in an order. */
export interface Placed {
  readonly store: Store
  readonly unit: EntityUnit
  readonly order: Order
  /** The column at which the order's fields begin, among which the key always is. */
  readonly at: number
  /** What cursors are bound to; asked for once, with the first of them. */
  binding(): string
}

export interface RowCursors {
  /** Null where no cursor can hold the row's place: its values are long, and it has no key. */
  after(row: SqlRow): string | null
  /** The same for who goes on there. Throws a ProblemError (`invalid-input`) where there is none. */
  next(row: SqlRow): string
}

/**
 * Makes the cursor after a row: the values that the order compares. Where they are long it holds the row's key and a digest of them,
 * and they are read again when the list goes on.
 */
export const rowCursors = ({ store, unit, order, at, binding }: Placed): RowCursors => {
  const fields = order.sorts.map(({ field }) => field)
  let bound: string | undefined
  const after = (row: SqlRow): string | null => {
    bound ??= binding()
    const place = decodeRow(unit, fields, row, at)
    for (const [index, name] of unit.model.isOwned ? [] : fields.entries())
      if (isUnsaid(columnOf(unit, name).storage, row[at + index], place[name] ?? null)) throw unsaid(unit, name, place)
    const values = positionOf(order, place)
    const text = JSON.stringify(values)
    if (text.length <= valuesMax) return store.cursors.seal(values, bound)
    if (unit.model.key.length === 0) return null
    const named = { key: keyOf(unit, place), digest: digestOf(text) } satisfies Named
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

/** Cursors of rows, as the selection asks for them; they take from the store's room. */
export const cursorsOf = <Row>(
  store: Store,
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
  store: Store,
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
  const fields = order.sorts.map(({ field }) => field)
  const columns = fields.map((field) => columnOf(unit, field).select)
  const { sql, values: params } = conjunction([
    { sql: unit.sql.byKey, values: keyValues(unit, key) },
    ofTenant(unit, principal),
  ])
  const [row] = await store.database.all(`SELECT ${columns.join(', ')} FROM ${unit.sql.from}${sql}`, params)
  const values = row ? positionOf(order, decodeRow(unit, fields, row)) : []
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
