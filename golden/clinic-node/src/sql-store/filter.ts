import type { FilterOperator, Json, Operand, Predicate } from '../runtime/index.ts'
import type { Condition } from './condition.ts'
import { columnOf, type SqlEntity } from './entity.ts'
import { jsonArrayText } from './sql-value.ts'
import { encode } from './storage.ts'

const all: Condition = { sql: '1 = 1', values: [] }
const none: Condition = { sql: '0 = 1', values: [] }

/** A filter of canonical values as SQL over `t`: its fields have the operators that it asks for (`StoredEntity.filters`). */
export const filterCondition = (entity: SqlEntity, filter: Predicate): Condition => {
  switch (filter.kind) {
    case 'true':
      return all
    case 'false':
      return none
    case 'and':
    case 'or':
      return joined(entity, filter.kind, filter.of)
    case 'not': {
      const { sql, values } = filterCondition(entity, filter.of)
      return { sql: `NOT (${sql})`, values }
    }
    case 'compare':
      return fieldCondition(entity, filter.left, filter.op, [valueIn(filter.right)])
    case 'in':
      return fieldCondition(entity, filter.left, 'in', filter.right.map(valueIn))
    case 'like':
      return fieldCondition(entity, filter.left, 'like', [filter.pattern])
    case 'startsWith':
      return fieldCondition(entity, filter.left, 'startsWith', [filter.prefix])
    case 'isNull':
      return fieldCondition(entity, filter.left, 'isNull', [])
    default:
      throw new Error(`a filter of ${filter.kind} was not refused`)
  }
}

const joined = (entity: SqlEntity, kind: 'and' | 'or', of: readonly Predicate[]): Condition => {
  if (of.length === 0) return kind === 'and' ? all : none
  const parts = of.map((each) => filterCondition(entity, each))
  return {
    sql: `(${parts.map(({ sql }) => sql).join(kind === 'and' ? ' AND ' : ' OR ')})`,
    values: parts.flatMap(({ values }) => values),
  }
}

const valueIn = (operand: Operand): Json => (operand.kind === 'value' ? operand.value : null)

const fieldCondition = (
  entity: SqlEntity,
  operand: Operand,
  operator: FilterOperator,
  given: readonly Json[],
): Condition => {
  const name = operand.kind === 'field' ? (operand.path[0] ?? '') : ''
  const { filters, storage } = columnOf(entity, name)
  const sql = filters[operator]
  if (sql === undefined) throw new Error(`${entity.sql.entity}.${name} has no ${operator}`)
  if (operator === 'isNull') return { sql, values: [] }
  if (operator === 'like' || operator === 'startsWith') return { sql, values: given as readonly string[] }
  const encoded = given.map((value) => encode(storage, value))
  return { sql, values: operator === 'in' ? [jsonArrayText(encoded)] : encoded }
}
