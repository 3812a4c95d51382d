import { type Asked, type Found, ProblemError, type RowsQuery, type RowsShape } from '../runtime/index.ts'
import { type Columns, columnsOf } from './columns.ts'
import type { Condition } from './condition.ts'
import { type SqlEntities, type SqlEntity, sqlEntity } from './entity.ts'
import { madeOf } from './made-of.ts'
import { toldBefore } from './order.ts'
import type { SqlRow, SqlValue } from './sql-value.ts'
import { readOf, type Statement } from './statement.ts'
import { where } from './where.ts'

/** Runs one statement of a database, or of a transaction. */
export type Ask = (statement: Statement, values: readonly SqlValue[]) => Promise<readonly SqlRow[]>

/** What was made of a query: its columns, and its statement where nothing but values is left open. */
interface FindPlan {
  readonly entity: SqlEntity
  readonly columns: Columns
  readonly select: string
  statement?: Statement
}

const planOf = madeOf((entity, query: RowsQuery): FindPlan => {
  const columns = columnsOf(entity, query)
  return { entity, columns, select: `SELECT ${selected(columns)} FROM ${entity.sql.from}` }
})

const selected = ({ own, places }: Columns): string => [...own, ...places].join(', ') || '1'

export const find = async (
  ask: Ask,
  entities: SqlEntities,
  query: RowsQuery,
  asked: Asked,
): Promise<readonly Found[]> => {
  const plan = planOf(sqlEntity(entities, query.entity), query)
  const { columns } = plan
  const condition = where(plan.entity, query, asked)
  const values = [...columns.values(asked.principal), ...condition.values]
  const rows = await rowsByKey(ask, statementOf(plan, condition, asked), values, query.byKey === 'given')
  return rows.map((row) => columns.found(row))
}

/** One that is always the same is made once. */
const statementOf = (plan: FindPlan, condition: Condition, { filter, equal, after, at, limit }: Asked): Statement => {
  const isOpen = Boolean(filter) || equal !== undefined || after !== undefined || at !== undefined
  if (!isOpen && limit === undefined && plan.statement !== undefined) return plan.statement
  // A bound as a parameter would have PostgreSQL plan anew each time.
  const told = toldBefore(after)
  const text = `${plan.select}${condition.sql}${plan.columns.orderBy}${limit === undefined ? '' : ` LIMIT ${limit}`}${told === 0 ? '' : ` OFFSET ${told}`}`
  const statement = readOf(text, plan.entity.sql.table)
  if (!isOpen && limit === undefined) plan.statement = statement
  return statement
}

/**
 * A key that the database refuses (its domain has a CHECK, it is no address of a network) is one that no row can have, as one
 * against the charter's own pattern is: there is no such row.
 */
const rowsByKey = async (
  ask: Ask,
  statement: Statement,
  values: readonly SqlValue[],
  isGiven: boolean,
): Promise<readonly SqlRow[]> => {
  if (!isGiven) return ask(statement, values)
  try {
    return await ask(statement, values)
  } catch (error) {
    if (error instanceof ProblemError && error.problem.code === 'invalid-input') return []
    throw error
  }
}

export const count = async (
  ask: Ask,
  entities: SqlEntities,
  shape: RowsShape,
  asked: Asked,
  most: number,
): Promise<number> => {
  const entity = sqlEntity(entities, shape.entity)
  const { sql, values } = where(entity, shape, asked)
  const rows = await ask(
    readOf(`SELECT count(*) FROM (SELECT 1 FROM ${entity.sql.from}${sql} LIMIT ${most}) AS counted`, entity.sql.table),
    values,
  )
  return Number(rows[0]?.[0] ?? 0)
}
