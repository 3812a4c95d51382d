import {
  compareValues,
  decimalText,
  evaluate,
  type FieldModel,
  type FilterOperator,
  filterOperators,
  type Json,
  type JsonObject,
  type Operand,
  type Predicate,
  scaledOf,
} from '@charter/runtime'
import { type Code, code } from '../../code.ts'
import { restSurfaceOf } from '../rest/addresses.ts'
import { literal, propertyAccess, stringLiteral } from '../text.ts'
import { equal, type Given, rowType, testCase } from './given.ts'
import { type Seen, seenOf } from './seen.ts'

/** Finding rows: by every filter that each field takes, in every order, and what they come to. */
export const findCases = (given: Given): readonly Code[] => {
  const seen = seenOf(given)
  const path = restSurfaceOf(given.emitting)?.routes.find(
    ({ kind, operation }) => kind === 'search' && operation === `${given.entity.name}.list`,
  )?.path
  if (!seen || !path || given.entity.key.length === 0) return []
  const isOnePage = seen.rows.length <= given.emitting.model.limits.pageSizeMax
  const found = isOnePage ? [filterCase(given, seen, path), ...orderCase(given, seen, path)] : []
  const isSummed = seen.rows.length <= given.emitting.model.limits.aggregateRowsMax
  return [...found, ...(isSummed ? aggregateCase(given, seen) : [])]
}

const filterCase = (given: Given, { role, rows, fields }: Seen, path: string): Code => {
  const asked = fields
    .filter(({ isFilterable }) => isFilterable)
    .flatMap((field) =>
      filterOperators(field.type).flatMap((op) => conditions(field, op, given.row?.[field.name] ?? null)),
    )
  const table = asked.map(({ filter, predicate }) => [
    filter,
    rows.filter((row) => evaluate(predicate, row, { id: '', roles: [], attributes: {} }) === true).length,
  ])
  return testCase(
    `${role} finds rows by every filter`,
    code`
      const filters = ${literal(table as unknown as Json)}
      for (const [filter, found] of filters) {
        const answer = await service.ask('POST', ${stringLiteral(path)}, { role: ${stringLiteral(role)}, body: { filter, limit: ${String(Math.max(1, rows.length))} } })
        ${equal}([filter, answer.status, answer.body.items?.length], [filter, 200, found])
      }
    `,
  )
}

interface Asked {
  readonly filter: JsonObject
  readonly predicate: Predicate
}

/** What can be asked with one operator about a row's value; about no value, only whether there is one. */
const conditions = ({ name, type }: FieldModel, op: FilterOperator, value: Json): readonly Asked[] => {
  const left: Operand = { kind: 'field', path: [name], type }
  const operand = (of: Json): Operand => ({ kind: 'value', value: of, type })
  const asked = (of: Json, predicate: Predicate): Asked => ({ filter: { field: name, op, value: of }, predicate })
  if (op === 'isNull')
    return [asked(true, { kind: 'isNull', left }), asked(false, { kind: 'not', of: { kind: 'isNull', left } })]
  if (value === null) return []
  if (op === 'in') return [asked([value], { kind: 'in', left, right: [operand(value)] })]
  if (op === 'startsWith') {
    const prefix = [...String(value)].slice(0, 2).join('')
    return [asked(prefix, { kind: 'startsWith', left, prefix })]
  }
  if (op === 'like') {
    const pattern = `%${String(value).replaceAll(/[\\%_]/g, '\\$&')}`
    return [asked(pattern, { kind: 'like', left, pattern })]
  }
  return [asked(value, { kind: 'compare', op, left, right: operand(value) })]
}

const orderCase = (given: Given, { role, rows, fields }: Seen, path: string): readonly Code[] => {
  const { key } = given.entity
  const sortable = fields.filter(({ isSortable, type }) => isSortable && filterOperators(type).includes('eq'))
  if (sortable.length === 0) return []
  const keyFields = key.flatMap((name) => given.entity.fields.find((field) => field.name === name) ?? [])
  const table = sortable.flatMap((field) =>
    [1, -1].map((direction) => [
      `${direction < 0 ? '-' : ''}${field.name}`,
      [...rows]
        .sort((a, b) => byField(field, direction)(a, b) || firstOf(keyFields.map((each) => byField(each, 1)(a, b))))
        .map((row) => key.map((name) => row[name] ?? null)),
    ]),
  )
  const item = `[${key.map((name) => `item${propertyAccess(name)}`).join(', ')}]`
  return [
    testCase(
      `${role} gets rows in every order`,
      code`
      const orders = ${literal(table as unknown as Json)}
      for (const [sort, keys] of orders) {
        const answer = await service.ask('POST', ${stringLiteral(path)}, { role: ${stringLiteral(role)}, body: { sort: [sort], limit: ${String(Math.max(1, rows.length))} } })
        ${equal}([sort, answer.body.items.map((item: ${rowType}) => ${item})], [sort, keys])
      }
    `,
    ),
  ]
}

/** Nulls stand last both ways. */
const byField =
  ({ name, type }: FieldModel, direction: number) =>
  (a: JsonObject, b: JsonObject): number => {
    const [left, right] = [a[name] ?? null, b[name] ?? null]
    if (left === null || right === null) return Number(left === null) - Number(right === null)
    return direction * compareValues(type, left, right)
  }

const firstOf = (orders: readonly number[]): number => orders.find((order) => order !== 0) ?? 0

/** Aggregates are not in the language of REST, so the service is asked beneath its protocols. */
const aggregateCase = (given: Given, { role, rows, fields }: Seen): readonly Code[] => {
  const sql = given.emitting.plans.find(({ entity }) => entity === given.entity.name)
  const asked = fields.filter(({ name }) => sql?.columns[name]?.aggregate?.min !== undefined)
  if (asked.length === 0) return []
  const names = asked.map(({ name }) => name)
  const extremes = (direction: number) =>
    Object.fromEntries(
      asked.map((field) => [field.name, [...rows].sort(byField(field, direction))[0]?.[field.name] ?? null]),
    )
  const sums = Object.fromEntries(
    asked.flatMap(({ name, type }) => (type.kind === 'decimal' ? [[name, sumOf(rows, name, type.scale)]] : [])),
  )
  const summed = Object.keys(sums)
  const group = { key: {}, count: rows.length, sum: sums, average: {}, min: extremes(1), max: extremes(-1) }
  return [
    testCase(
      `${role} is told the least and the greatest of its rows${summed.length > 0 ? ', and their sum' : ''}`,
      code`
      const fields = ${literal(names as unknown as Json)}
      const answer = await service.aggregate(${stringLiteral(given.entity.name)}, ${stringLiteral(role)}, { min: fields, max: fields, ${summed.length > 0 && `sum: ${literal(summed)} `}})
      ${equal}(answer, ${literal({ groups: [group], isComplete: true } as unknown as Json)})
    `,
    ),
  ]
}

/** Exact, as the service gives it. */
const sumOf = (rows: readonly JsonObject[], name: string, scale: number): Json => {
  const digits = rows.flatMap((row) => (row[name] === null ? [] : [scaledOf(String(row[name]), scale)]))
  return digits.length === 0
    ? null
    : decimalText(
        digits.reduce((sum, each) => sum + each, 0n),
        scale,
      )
}
