import {
  type Asked,
  decimalText,
  type FoundGroup,
  type GroupsQuery,
  type Json,
  type Measure,
  scaledOf,
} from '../runtime/index.ts'
import { said } from './columns.ts'
import { columnOf, type SqlEntities, type SqlEntity, sqlEntity } from './entity.ts'
import type { Ask } from './find.ts'
import type { SqlRow, SqlValue } from './sql-value.ts'
import { readOf } from './statement.ts'
import { decode } from './storage.ts'
import type { Storage } from './stored-as.ts'
import { where } from './where.ts'

/** Rows in groups, in the order of their keys, each with what was measured of it. */
export const groups = async (
  ask: Ask,
  entities: SqlEntities,
  query: GroupsQuery,
  asked: Asked,
): Promise<readonly FoundGroup[]> => {
  const entity = sqlEntity(entities, query.entity)
  const { sql, values } = where(entity, query, asked)
  const keys = query.groupBy.map((name) => columnOf(entity, name))
  const selected = [
    ...keys.map(({ select }) => select),
    'count(*)',
    ...query.measures.flatMap(({ measure, field }) => expressions(entity, measure, field)),
  ]
  const grouping = keys.length === 0 ? '' : ` GROUP BY ${keys.flatMap(({ select, sort }) => [sort, select]).join(', ')}`
  const order = keys.length === 0 ? '' : ` ORDER BY ${keys.map(({ sort }) => `(${sort} IS NULL), ${sort}`).join(', ')}`
  const limit = asked.limit === undefined ? '' : ` LIMIT ${asked.limit}`
  const text = `SELECT ${selected.join(', ')} FROM ${entity.sql.from}${sql}${grouping}${order}${limit}`
  return (await ask(readOf(text, entity.sql.table), values)).map((row) => groupOf(entity, query, row))
}

const aggregateOf = (entity: SqlEntity, field: string) => {
  const { aggregate } = columnOf(entity, field)
  if (!aggregate) throw new Error(`${entity.sql.entity}.${field} has no aggregates`)
  return aggregate
}

const expressions = (entity: SqlEntity, measure: Measure, field: string): readonly string[] => {
  const { min, max, sum = 'NULL', count = '0', unsaid } = aggregateOf(entity, field)
  const own = measure === 'min' ? [min] : measure === 'max' ? [max] : measure === 'sum' ? [sum] : [sum, count]
  return unsaid === undefined ? own : [...own, unsaid]
}

const groupOf = (entity: SqlEntity, { groupBy, measures }: GroupsQuery, row: SqlRow): FoundGroup => {
  let at = groupBy.length + 1
  const measured = measures.map(({ measure, field }) => {
    const { storage } = columnOf(entity, field)
    const value = row[at++] ?? null
    const found =
      measure === 'average'
        ? averageOf(storage, value, Number(row[at++] ?? 0))
        : measure === 'sum'
          ? sumOf(storage, value)
          : said(storage, value)
    const isUnsaid = aggregateOf(entity, field).unsaid !== undefined && Number(row[at++] ?? 0) > 0
    return isUnsaid ? undefined : found
  })
  return {
    key: groupBy.map((name, place) => said(columnOf(entity, name).storage, row[place] ?? null)),
    count: Number(row[groupBy.length] ?? 0),
    measures: measured,
  }
}

/** Exact numbers as text with all their digits: a sum may be past what a JSON number holds. */
const sumOf = (storage: Storage, value: SqlValue): Json => {
  if (value === null) return null
  if (storage.kind === 'real') return finite(floatOf(value))
  const digits = digitsOf(String(value))
  // A sum may well have more digits than each of its values.
  if (storage.kind === 'numeric') return decode({ kind: 'numeric', scale: storage.scale }, digits)
  return storage.kind === 'scaled' ? decode(storage, digits) : digits
}

/** Digits, or the sums of two halves, of 2^32 and of 1 (sqlite/render/column.ts). */
const digitsOf = (text: string): string => {
  const [upper = '', lower] = text.split(':')
  return lower === undefined ? upper : String(BigInt(upper) * 4_294_967_296n + BigInt(lower))
}

/** A float, or the sums of the small ones and, in multiples of 2^64, of the large ones (postgresql/render/column.ts). */
const floatOf = (value: SqlValue): number => {
  const [rest, high = 0] = String(value).split(':')
  return Number(rest) + Number(high) * 2 ** 64
}

/** Past the range of a float64 there is no sum. */
const finite = (value: number): number | null => (Number.isFinite(value) ? value : null)

/** Digits after the point that an average has more than its values. */
const averageDigits = 6

/** Of exact numbers rounded half away from zero. */
const averageOf = (storage: Storage, sum: SqlValue, count: number): Json => {
  if (sum === null) return null
  if (storage.kind === 'real') return finite(floatOf(sum) / count)
  const scale = storage.kind === 'scaled' || storage.kind === 'numeric' ? storage.scale : 0
  const digits = scaledOf(String(sumOf(storage, sum)), scale) * 10n ** BigInt(averageDigits)
  const divisor = BigInt(count)
  const twice = (digits < 0n ? -digits : digits) * 2n + divisor
  const rounded = twice / (divisor * 2n)
  return decimalText(String(digits < 0n ? -rounded : rounded), scale + averageDigits)
}
