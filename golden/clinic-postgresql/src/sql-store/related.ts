import type { AskedRelated, Found, FoundRelated, JoinedPage, RelatedQuery } from '../runtime/index.ts'
import { type Columns, columnsOf } from './columns.ts'
import { type Condition, conjunction, ruled, visible } from './condition.ts'
import { columnOf, type SqlEntities, type SqlEntity, sqlEntity } from './entity.ts'
import type { RelationSql } from './entity-sql.ts'
import type { Ask } from './find.ts'
import { madeOf } from './made-of.ts'
import { toldBefore } from './order.ts'
import { joinedPages, type Numbered, pagedRows } from './paged.ts'
import { jsonArrayText, type SqlRow, type SqlValue } from './sql-value.ts'
import { readOf } from './statement.ts'
import { encode } from './storage.ts'
import type { Storage } from './stored-as.ts'
import { where } from './where.ts'

/** Rows along a relation: one statement for all parents. */
export const related = async (
  ask: Ask,
  entities: SqlEntities,
  query: RelatedQuery,
  asked: AskedRelated,
): Promise<FoundRelated> => {
  const wanted = relatedTargetOf(entities, query, asked)
  const { plan, keys } = wanted
  const rows = await targets(ask, entities, wanted, pagedRows)
  const groups = new Map<string, number[]>()
  const found = rows.map((row, at): Found => {
    const key = parentOf(plan, row)
    const group = groups.get(key)
    if (group) group.push(at)
    else groups.set(key, [at])
    return foundOf(plan, row)
  })
  return { rows: found, of: keys.map((key) => groups.get(keyText(key)) ?? noRows) }
}

const noRows: readonly number[] = []

/** Pages whose rows the database joins: one row for each page, and one more for each that goes on. */
export const pages = async (
  ask: Ask,
  entities: SqlEntities,
  query: RelatedQuery,
  asked: AskedRelated,
): Promise<readonly (JoinedPage | null)[]> => {
  const wanted = relatedTargetOf(entities, query, asked)
  const { plan, keys } = wanted
  const rows = await targets(ask, entities, wanted, joinedPages)
  const [lines, ends] = [new Map<string, SqlRow>(), new Map<string, SqlRow>()]
  for (const row of rows) (row.at(-1) === null ? lines : ends).set(parentOf(plan, row), row)
  return keys.map((key) => {
    const name = keyText(key)
    const page = lines.get(name)
    const end = ends.get(name)
    return page ? { lines: String(page[0]), end: end ? foundOf(plan, end) : null } : null
  })
}

/** How many rows each parent has: one statement for all of them. */
export const countRelated = async (
  ask: Ask,
  entities: SqlEntities,
  query: RelatedQuery,
  asked: AskedRelated,
  most: number,
): Promise<readonly number[]> => {
  const { after: _, ...whole } = asked
  const wanted = relatedTargetOf(entities, query, whole)
  const { plan, keys } = wanted
  if (keys.every(isAbsent)) return keys.map(() => 0)
  const { from, values } = fromOf(entities, wanted)
  const { parentKey } = plan.relation
  const columns = parentKey.map((column, at) => `${column} AS k${at}`)
  const names = parentKey.map((_, at) => `k${at}`).join(', ')
  const numbered = `SELECT ${columns.join(', ')}, row_number() OVER (PARTITION BY ${parentKey.join(', ')}) AS place FROM ${from}`
  const text = `SELECT ${names}, count(*) FROM (${numbered}) AS numbered WHERE place <= ${most} GROUP BY ${names}`
  const found = new Map<string, number>()
  for (const row of await ask(readOf(text, plan.target.sql.table), values))
    found.set(keyText(row.slice(0, -1)), Number(row.at(-1) ?? 0))
  return keys.map((key) => found.get(keyText(key)) ?? 0)
}

interface RelatedPlan {
  readonly target: SqlEntity
  /** How the parents' fields are kept. */
  readonly from: readonly Storage[]
  readonly relation: RelationSql
  readonly columns: Columns
}

const planOf = madeOf((target, query: RelatedQuery, entities: SqlEntities): RelatedPlan => {
  const of = sqlEntity(entities, query.of.name)
  const relation = of.sql.relations[query.relation.name]
  if (!relation) throw new Error(`no SQL was rendered for ${query.of.name}.${query.relation.name}`)
  const from = query.relation.from.map((field) => columnOf(of, field).storage)
  return { target, from, relation, columns: columnsOf(target, query) }
})

interface RelatedTarget {
  readonly plan: RelatedPlan
  readonly query: RelatedQuery
  readonly asked: AskedRelated
  /** The parents' values of the relation's `from` fields, as the driver takes them. */
  readonly keys: readonly (readonly SqlValue[])[]
}

const relatedTargetOf = (entities: SqlEntities, query: RelatedQuery, asked: AskedRelated): RelatedTarget => {
  const plan = planOf(sqlEntity(entities, query.entity), query, entities)
  const keys = asked.parents.map((values) => values.map((value, at) => encode(plan.from[at] as Storage, value)))
  return { plan, query, asked, keys }
}

/** The parent's key, which stands between a row's own columns and its place. */
const parentOf = ({ columns: { own }, relation: { parentKey } }: RelatedPlan, row: SqlRow): string =>
  parentKey.length === 1 ? String(row[own.length]) : keyText(row.slice(own.length, own.length + parentKey.length))

const foundOf = ({ columns, relation }: RelatedPlan, row: SqlRow): Found =>
  columns.found(row, columns.own.length + relation.parentKey.length)

/** The targets of all parents, or their pages: as many of each as fill one, and one more. */
const targets = async (
  ask: Ask,
  entities: SqlEntities,
  wanted: RelatedTarget,
  paged: (numbered: Numbered) => string,
): Promise<readonly SqlRow[]> => {
  const { plan, query, asked, keys } = wanted
  if (keys.every(isAbsent)) return []
  const { columns, relation } = plan
  const { from, values } = fromOf(entities, wanted)
  const text =
    query.relation.kind === 'one'
      ? `SELECT ${[...columns.own, ...relation.parentKey].join(', ')} FROM ${from}`
      : paged({
          own: columns.own,
          keys: relation.parentKey,
          positions: columns.places,
          order: columns.orderBy,
          from,
          limit: limitOf(asked),
          told: toldBefore(asked.after),
          lines: plan.target.sql.lines,
          isPlaced: query.isPlaced === true,
        })
  return ask(readOf(text, plan.target.sql.table), [...columns.values(asked.principal), ...values])
}

/** Of many rows: a page has an end. */
const limitOf = ({ limit }: AskedRelated): number => {
  if (limit === undefined) throw new Error('rows along a relation are asked for without a limit')
  return limit
}

/** Tables and condition: what makes a row a target of one of the parents, that may be seen and is asked for. */
const fromOf = (
  entities: SqlEntities,
  { plan: { target, relation }, query, asked, keys }: RelatedTarget,
): { readonly from: string; readonly values: readonly SqlValue[] } => {
  const joined = betweenOf(entities, relation, query, asked)
  const batch = jsonArrayText(distinct(keys).map((key) => (key.length === 1 ? (key[0] ?? null) : key)))
  const { sql, values } = where(target, query, asked, { sql: relation.match, values: [batch] })
  return { from: `${relation.from}${joined.sql}${sql}`, values: [...joined.values, ...values] }
}

/** The rows of the entity in between, each under that entity's own rules: that two rows belong together is a row of its own. */
const betweenOf = (
  entities: SqlEntities,
  { joining }: RelationSql,
  { between }: RelatedQuery,
  { principal }: AskedRelated,
): Condition => {
  if (!joining) return { sql: '', values: [] }
  if (!between || !principal) throw new Error(`rows of ${joining.entity} in between are asked for by nobody`)
  const entity = sqlEntity(entities, joining.entity)
  const { sql, values } = conjunction([...visible(entity), ruled(entity, between, principal)])
  return { sql: `${joining.open}${sql}${joining.close}`, values }
}

/** Each key once; a parent without one has no targets. */
const distinct = (keys: readonly (readonly SqlValue[])[]): readonly (readonly SqlValue[])[] => [
  ...new Map(keys.filter((key) => !isAbsent(key)).map((key) => [keyText(key), key])).values(),
]

const isAbsent = (key: readonly SqlValue[]): boolean => key.includes(null)

/** A parent's key, as a name for its group. */
const keyText = (key: readonly SqlValue[]): string => key.map((part) => String(part)).join('\u0000')
