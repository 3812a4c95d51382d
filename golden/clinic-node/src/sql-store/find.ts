import { type Asked, type Found, ProblemError, type RowsQuery, type RowsShape } from '../runtime/index.ts'
import { type Columns, columnsOf } from './columns.ts'
import type { Condition } from './condition.ts'
import { type SqlEntities, type SqlEntity, sqlEntity } from './entity.ts'
import { madeOf } from './made-of.ts'
import { toldBefore } from './order.ts'
import type { SqlRow, SqlValue } from './sql-value.ts'
import { where } from './where.ts'

/** Runs one statement of a database, or of a transaction. */
export type Ask = (sql: string, values: readonly SqlValue[]) => Promise<readonly SqlRow[]>

/** What was made of a query: its columns, and its text where nothing but values is left open. */
interface FindPlan {
  readonly entity: SqlEntity
  readonly columns: Columns
  readonly select: string
  text?: string
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
  const rows = await rowsByKey(ask, textOf(plan, condition, asked), values, query.byKey === 'given')
  return rows.map((row) => columns.found(row))
}

/** A text that is always the same is one object, so that who knows statements by their text need not read it anew. */
const textOf = (plan: FindPlan, { sql }: Condition, { filter, equal, after, at, limit }: Asked): string => {
  const isOpen = Boolean(filter) || equal !== undefined || after !== undefined || at !== undefined
  if (!isOpen && limit === undefined && plan.text !== undefined) return plan.text
  // A bound as a parameter would have PostgreSQL plan anew each time.
  const told = toldBefore(after)
  const text = `${plan.select}${sql}${plan.columns.orderBy}${limit === undefined ? '' : ` LIMIT ${limit}`}${told === 0 ? '' : ` OFFSET ${told}`}`
  if (!isOpen && limit === undefined) plan.text = text
  return text
}

/**
 * A key that the database refuses (its domain has a CHECK, it is no address of a network) is one that no row can have, as one
 * against the charter's own pattern is: there is no such row.
 */
const rowsByKey = async (
  ask: Ask,
  sql: string,
  values: readonly SqlValue[],
  isGiven: boolean,
): Promise<readonly SqlRow[]> => {
  if (!isGiven) return ask(sql, values)
  try {
    return await ask(sql, values)
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
    `SELECT count(*) FROM (SELECT 1 FROM ${entity.sql.from}${sql} LIMIT ${most}) AS counted`,
    values,
  )
  return Number(rows[0]?.[0] ?? 0)
}
