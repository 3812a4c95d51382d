import { jsonLength, takeRoom } from '../answer-length.ts'
import type { Aggregate, AggregateGroup, Aggregates, Principal, Selection } from '../call.ts'
import { InputErrors } from '../input-errors.ts'
import type { Json, JsonObject } from '../json.ts'
import { errorPointer, ProblemError, problem } from '../problem.ts'
import type { AggregateSql, SqlRow, SqlValue, Storage } from '../sql.ts'
import { decimalText, scaledOf } from '../values/number.ts'
import { columnOf, type EntityUnit } from './entity.ts'
import { filterOf } from './filter-sql.ts'
import { type Grant, grantCondition } from './grant.ts'
import { pageSize, visible } from './page.ts'
import { isProtected, protectedAsked } from './protect/answers.ts'
import type { ReadResult } from './read.ts'
import { type Condition, conjunction } from './statement.ts'
import { decode, isUnsaid } from './storage.ts'
import type { Store } from './store.ts'
import { unsaidAmong } from './unservable.ts'
import { isHidden } from './view.ts'

type Measure = 'sum' | 'average' | 'min' | 'max'

/**
 * Counts, sums, averages, least and greatest values of the rows that `grant` gives and the filter takes, by group. At most
 * `aggregateRowsMax` rows are looked at: with more, the call is refused rather than answered for a part of them. What is made of
 * protected values goes on record as they do.
 */
export const aggregateRows = async (
  store: Store,
  unit: EntityUnit,
  grant: Grant,
  selection: Selection | undefined,
  principal: Principal,
): Promise<ReadResult> => {
  const asked = selection?.aggregate ?? {}
  refuse(unit, asked, grant, principal)
  const matching = conjunction([
    visible(unit),
    grantCondition(unit, grant, principal),
    await filterOf(store, unit, selection, grant, principal),
  ])
  await refuseMany(store, unit, matching)
  const limit = pageSize(store, selection)
  const keys = asked.groupBy ?? []
  const columns = keys.map((name) => columnOf(unit, name))
  const measures = measuresOf(asked)
  const selected = [
    ...columns.map(({ select }) => select),
    'count(*)',
    ...measures.flatMap(({ measure, field }) => expressions(unit, measure, field)),
  ]
  const grouping =
    columns.length === 0 ? '' : ` GROUP BY ${columns.flatMap(({ select, sort }) => [sort, select]).join(', ')}`
  const order =
    columns.length === 0 ? '' : ` ORDER BY ${columns.map(({ sort }) => `(${sort} IS NULL), ${sort}`).join(', ')}`
  const rows = await store.database.all(
    `SELECT ${selected.join(', ')} FROM ${unit.sql.from}${matching.sql}${grouping}${order} LIMIT ${limit + 1}`,
    matching.values,
  )
  const groups = rows.slice(0, limit).map((row) => groupOf(unit, keys, measures, row))
  const value = { groups, isComplete: rows.length <= limit } satisfies Aggregates as unknown as Json
  takeRoom(store.room, jsonLength(value))
  const isEmpty = groups.every(({ count }) => count === 0)
  const revealed = [...protectedAsked(unit, selection), ...(isEmpty ? [] : protectedIn(unit, asked))]
  return { outcome: { kind: 'value', value }, revealed: [...new Set(revealed)] }
}

const protectedIn = (unit: EntityUnit, asked: Aggregate): readonly string[] => {
  const names = new Set([...(asked.groupBy ?? []), ...measuresOf(asked).map(({ field }) => field)])
  return unit.model.fields.filter((field) => names.has(field.name) && isProtected(field)).map(({ name }) => name)
}

interface Measured {
  readonly measure: Measure
  readonly field: string
}

const measuresOf = (asked: Aggregate): readonly Measured[] =>
  (['sum', 'average', 'min', 'max'] as const).flatMap((measure) =>
    [...new Set(asked[measure] ?? [])].map((field) => ({ measure, field })),
  )

const refuseMany = async (store: Store, unit: EntityUnit, { sql, values }: Condition): Promise<void> => {
  const { aggregateRowsMax } = store.model.limits
  const rows = await store.database.all(
    `SELECT count(*) FROM (SELECT 1 FROM ${unit.sql.from}${sql} LIMIT ${aggregateRowsMax + 1}) AS counted`,
    values,
  )
  if (Number(rows[0]?.[0] ?? 0) > aggregateRowsMax)
    throw new ProblemError(
      problem('too-large', {
        detail: `More than ${aggregateRowsMax} rows would be looked at. Narrow the filter, or have the charter raise limits.aggregateRowsMax.`,
      }),
    )
}

/** Fields that are not there, hidden ones, and what a type does not have: all at once, as for a filter. */
const refuse = (unit: EntityUnit, asked: Aggregate, grant: Grant, principal: Principal): void => {
  const errors = new InputErrors()
  const hidden: string[] = []
  const look = (
    name: string,
    path: string,
    isOffered: (sql: AggregateSql | undefined) => boolean,
    what: string,
  ): void => {
    const field = unit.fields.get(name)
    if (field && isHidden(unit, field, grant, principal)) hidden.push(name)
    else if (!field || field.protect || !isOffered(columnOf(unit, name).aggregate))
      errors.push({
        path: `/aggregate/${path}${errorPointer(name)}`,
        code: field ? 'unsupported' : 'unknown',
        message: field ? `"${name}" has no ${what}.` : `${unit.model.name} has no field "${name}".`,
      })
  }
  for (const name of asked.groupBy ?? [])
    look(name, 'groupBy', () => unit.fields.get(name)?.isSortable === true, 'groups')
  for (const { measure, field } of measuresOf(asked))
    look(
      field,
      measure,
      (sql) => (measure === 'min' || measure === 'max' ? sql !== undefined : sql?.sum !== undefined),
      measure,
    )
  if (hidden.length > 0)
    throw new ProblemError(problem('forbidden', { detail: `You may not aggregate ${hidden.join(', ')}.` }))
  if (errors.length > 0) throw new ProblemError(problem('invalid-input', { errors }))
}

const aggregateOf = (unit: EntityUnit, field: string): AggregateSql => {
  const { aggregate } = columnOf(unit, field)
  if (!aggregate) throw new Error(`${unit.model.name}.${field} has no aggregates`)
  return aggregate
}

const expressions = (unit: EntityUnit, measure: Measure, field: string): readonly string[] => {
  const { min, max, sum = 'NULL', count = '0', unsaid } = aggregateOf(unit, field)
  const own = measure === 'min' ? [min] : measure === 'max' ? [max] : measure === 'sum' ? [sum] : [sum, count]
  return unsaid === undefined ? own : [...own, unsaid]
}

const groupOf = (
  unit: EntityUnit,
  keys: readonly string[],
  measures: readonly Measured[],
  row: SqlRow,
): AggregateGroup => {
  const found: Record<Measure, Record<string, Json>> = { sum: {}, average: {}, min: {}, max: {} }
  let at = keys.length + 1
  for (const { measure, field } of measures) {
    const value = row[at++] ?? null
    const { storage } = columnOf(unit, field)
    if (measure === 'average') found.average[field] = averageOf(storage, value, Number(row[at++] ?? 0))
    else found[measure][field] = measure === 'sum' ? sumOf(storage, value) : said(unit, field, value)
    if (aggregateOf(unit, field).unsaid !== undefined && Number(row[at++] ?? 0) > 0) throw unsaidAmong(unit, field)
  }
  const key: JsonObject = Object.fromEntries(keys.map((name, place) => [name, said(unit, name, row[place] ?? null)]))
  return { key, count: Number(row[keys.length] ?? 0), ...found }
}

const said = (unit: EntityUnit, name: string, value: SqlValue): Json => {
  const { storage } = columnOf(unit, name)
  const found = decode(storage, value)
  if (isUnsaid(storage, value, found)) throw unsaidAmong(unit, name)
  return found
}

/** Exact numbers as text with all their digits: a sum may be past what a JSON number holds. */
const sumOf = (storage: Storage, value: SqlValue): Json => {
  if (value === null) return null
  if (storage.kind === 'real') return finite(Number(value))
  const digits = digitsOf(String(value))
  return storage.kind === 'scaled' || storage.kind === 'numeric' ? decode(storage, digits) : digits
}

/** Digits, or the sums of two halves, of 2^32 and of 1 (sqlite/render/column.ts). */
const digitsOf = (text: string): string => {
  const [upper = '', lower] = text.split(':')
  return lower === undefined ? upper : String(BigInt(upper) * 4_294_967_296n + BigInt(lower))
}

/** Past the range of a float64 there is no sum. */
const finite = (value: number): number | null => (Number.isFinite(value) ? value : null)

/** Digits after the point that an average has more than its values. */
const averageDigits = 6

/** Of exact numbers rounded half away from zero. */
const averageOf = (storage: Storage, sum: SqlValue, count: number): Json => {
  if (sum === null) return null
  if (storage.kind === 'real') return finite(Number(sum) / count)
  const scale = storage.kind === 'scaled' || storage.kind === 'numeric' ? storage.scale : 0
  const digits = scaledOf(String(sumOf(storage, sum)), scale) * 10n ** BigInt(averageDigits)
  const divisor = BigInt(count)
  const twice = (digits < 0n ? -digits : digits) * 2n + divisor
  const rounded = twice / (divisor * 2n)
  return decimalText(String(digits < 0n ? -rounded : rounded), scale + averageDigits)
}
