import { type Principal, relationOf, type Selection } from '../call.ts'
import type { RelationModel } from '../model.ts'
import { ProblemError, pointer, problem } from '../problem.ts'
import { jsonArrayText, type RelationSql, type SqlRow, type SqlValue } from '../sql.ts'
import type { AnswerForm, Count } from './answer-form.ts'
import { columnOf, decodeRow, type EntityUnit, encodeField, entityOf } from './entity.ts'
import { filterOf } from './filter-sql.ts'
import { type Grant, grantCondition, grantOf } from './grant.ts'
import { afterNested, type Child, type Nesting, nestedPage } from './nested-page.ts'
import { type Order, orderOf } from './order.ts'
import { pageSize, visible } from './page.ts'
import { joinedPages, type Numbered, pagedRows } from './paged-sql.ts'
import { type Condition, conjunction } from './statement.ts'
import type { Store } from './store.ts'
import { type View, viewOf } from './view.ts'

/**
 * Adds the asked relations to `items`: one statement for each relation and level, whatever the number of rows. Each
 * relation is read under its own entity's rule (`read` over to-one, `list` over to-many). Gives the paths of fields whose
 * protected values it added.
 */
export const includeRelations = async <Item>(
  form: AnswerForm<Item>,
  parents: Parents<Item>,
): Promise<readonly string[]> => {
  const { store, unit, selection, depth = 1 } = parents
  const wanted = Object.entries(selection?.include ?? {})
  const revealed: string[] = []
  if (wanted.length === 0) return revealed
  refuseTooMuch(store, wanted.length, depth)
  // Relations are asked for side by side, and added in the order they were asked for.
  const found = await Promise.all(
    wanted.map(([name, inner]) => {
      const relation = unit.relations.get(relationOf(name, inner))
      if (!relation) throw unknownRelation(unit, relationOf(name, inner))
      const keys = keysOf(form, parents, relation)
      return findRelated(form, { ...parents, depth, relation, selection: inner, keys, held: form.keys(parents.view) })
    }),
  )
  for (const [which, { members, shown }] of found.entries()) {
    const [name, inner] = wanted[which] as (typeof wanted)[number]
    const path = relationOf(name, inner)
    for (const [at, member] of members.entries()) parents.items[at] = form.join(parents.items[at] as Item, name, member)
    revealed.push(...shown.map((field) => `${path}.${field}`))
  }
  return revealed
}

/** What is added to each parent, in their order, and the paths of fields whose protected values it holds. */
interface Related<Item> {
  readonly members: readonly (Item | null)[]
  readonly shown: readonly string[]
}

/** The rows that relations are added to, and what was made of them so far: `items` are replaced in their places. */
export interface Parents<Item> {
  readonly store: Store
  readonly unit: EntityUnit
  readonly selection: Selection | undefined
  readonly rows: readonly SqlRow[]
  readonly view: View
  readonly items: Item[]
  readonly principal: Principal
  readonly depth?: number
}

const refuseTooMuch = (store: Store, count: number, depth: number): void => {
  const { includeDepthMax, includeCountMax } = store.model.limits
  if (depth > includeDepthMax)
    throw new ProblemError(
      problem('invalid-input', { detail: `Relations may be included at most ${includeDepthMax} levels deep.` }),
    )
  if (count > includeCountMax)
    throw new ProblemError(
      problem('invalid-input', { detail: `At most ${includeCountMax} relations may be included at once.` }),
    )
}

const unknownRelation = (unit: EntityUnit, name: string) =>
  new ProblemError(
    problem('invalid-input', {
      errors: [
        { path: `/include${pointer(name)}`, code: 'unknown', message: `${unit.model.name} has no relation "${name}".` },
      ],
    }),
  )

/** The parents' values of the relation's `from` fields, as the driver takes them; the view may not have selected them. */
const keysOf = <Item>(
  form: AnswerForm<Item>,
  { unit, rows, view }: Parents<Item>,
  relation: RelationModel,
): readonly (readonly SqlValue[])[] => {
  const held = form.keys(view)
  const at = relation.from.map((field) => held.indexOf(field))
  return rows.map((row) =>
    at.map((index, part) =>
      encodeField(unit, relation.from[part] as string, decodeRow(unit, [relation.from[part] as string], row, index)),
    ),
  )
}

type Including<Item> = Parents<Item> & Nesting & { readonly depth: number }

const findRelated = async <Item>(form: AnswerForm<Item>, including: Including<Item>): Promise<Related<Item>> => {
  const { store, unit, relation, selection, keys, principal, depth } = including
  const target = entityOf(store.units, relation.target)
  const grant = grantOf(target, relation.kind === 'one' ? 'read' : 'list', principal)
  if (!grant)
    throw new ProblemError(
      problem('forbidden', {
        detail: `You may not see ${relation.target} through ${unit.model.name}.${relation.name}.`,
      }),
    )
  const sql = unit.sql.relations[relation.name]
  if (!sql) throw new Error(`no SQL was rendered for ${unit.model.name}.${relation.name}`)
  const view = viewOf(target, selection, grant, principal)
  const columns = form.columns(view)
  const order = orderOf(target, relation.kind === 'one' ? undefined : selection, grant, principal)
  const targeting = { target, grant, sql, view, columns, order }
  if (form.split && isLeaf(including)) return findJoined(form.split, form, including, targeting)
  const rows = await readTargets(including, targeting)
  const counts = selection.count && relation.kind === 'many' ? await countTargets(including, targeting) : null
  const children = await form.read(store, target, view, rows, principal)
  const inner = { store, unit: target, selection, rows, view, items: children, principal, depth: depth + 1 }
  const beyond = await includeRelations(form, inner)
  const grouped = groupByParent(rows, children, columns.length, sql.parentKey.length)
  const members =
    relation.kind === 'one'
      ? keys.map((key) => grouped.get(keyText(key))?.[0]?.item ?? null)
      : pagesOf(form, including, targeting, grouped, counts)
  return { members, shown: rows.length === 0 ? [] : [...view.revealed, ...beyond] }
}

const pagesOf = <Item>(
  form: AnswerForm<Item>,
  including: Including<Item>,
  { target, order, columns }: Targeting,
  grouped: ReadonlyMap<string, readonly Child<Item>[]>,
  counts: ((key: readonly SqlValue[]) => Count) | null,
): readonly Item[] =>
  including.keys.map((key, at) => {
    const group = grouped.get(keyText(key)) ?? []
    return nestedPage(form, including, { target, order, width: columns.length, group, at }, counts?.(key))
  })

/** A list below which nothing is included. */
const isLeaf = <Item>({ relation, selection }: Including<Item>): boolean =>
  relation.kind === 'many' && Object.keys(selection.include ?? {}).length === 0

/** Pages whose rows the database joins: one row for each page, and one more for each that goes on. */
const findJoined = async <Item>(
  split: (lines: string) => Item[],
  form: AnswerForm<Item>,
  including: Including<Item>,
  targeting: Targeting,
): Promise<Related<Item>> => {
  const { view, sql } = targeting
  const rows = await readTargets(including, targeting, joinedPages)
  const counts = including.selection.count ? await countTargets(including, targeting) : null
  const width = sql.parentKey.length
  const ends = new Map(rows.flatMap((row) => (row.at(-1) === null ? [] : [[keyAt(row, 1, width), row]])))
  const grouped = new Map<string, Child<Item>[]>()
  for (const row of rows) {
    if (row.at(-1) !== null) continue
    const key = keyAt(row, 1, width)
    const end = ends.get(key)
    // The row after a page tells where the page ends, and is none of it.
    const group = split(String(row[0])).map((item): Child<Item> => ({ item, row: end ?? row }))
    if (end) group.push({ item: group[0]?.item as Item, row: end })
    grouped.set(key, group)
  }
  return {
    members: pagesOf(form, including, targeting, grouped, counts),
    shown: rows.length === 0 ? [] : view.revealed,
  }
}

interface Targeting {
  readonly target: EntityUnit
  readonly grant: Grant
  readonly sql: RelationSql
  readonly view: View
  readonly columns: readonly string[]
  readonly order: Order
}

const readTargets = async <Item>(
  including: Including<Item>,
  { target, grant, sql, view, columns: own, order }: Targeting,
  paged: (numbered: Numbered) => string = pagedRows,
): Promise<readonly SqlRow[]> => {
  const { store, relation, selection, principal, keys } = including
  if (keys.every((key) => key.includes(null))) return []
  const beyond = relation.kind === 'one' ? null : afterNested(including, target, order)
  const { sql: where, values } = conjunction([...(await matching(including, { target, grant, sql })), beyond])
  const positions = relation.kind === 'one' ? [] : order.sorts.map(({ field }) => columnOf(target, field).select)
  const text =
    relation.kind === 'one'
      ? `SELECT ${[...own, ...sql.parentKey].join(', ')} FROM ${sql.from}${where}`
      : paged({
          own,
          keys: sql.parentKey,
          positions,
          order: order.sql,
          from: `${sql.from}${where}`,
          limit: pageSize(store, selection),
        })
  return store.database.all(text, [...view.values(principal), ...values])
}

/** The parents' keys, each once; a parent without one has no targets. */
const distinctKeys = <Item>({ keys }: Including<Item>): readonly (readonly SqlValue[])[] => [
  ...new Map(keys.filter((key) => !key.includes(null)).map((key) => [keyText(key), key])).values(),
]

/** What makes a row a target of one of the parents, that may be seen and is asked for. */
const matching = async <Item>(
  including: Including<Item>,
  { target, grant, sql }: Pick<Targeting, 'target' | 'grant' | 'sql'>,
): Promise<readonly (Condition | null)[]> => {
  const { store, selection, principal } = including
  const batch = jsonArrayText(distinctKeys(including).map((key) => (key.length === 1 ? (key[0] ?? null) : key)))
  return [
    { sql: sql.match, values: [batch] },
    visible(target),
    grantCondition(target, grant, principal),
    await filterOf(store, target, selection, grant, principal),
  ]
}

/** How many targets each parent has, exact up to the cap: one statement for all of them. */
const countTargets = async <Item>(
  including: Including<Item>,
  targeting: Targeting,
): Promise<(key: readonly SqlValue[]) => Count> => {
  const { store } = including
  const { sql } = targeting
  const { countMax } = store.model.limits
  const found = new Map<string, number>()
  if (including.keys.some((key) => !key.includes(null))) {
    const { sql: where, values } = conjunction(await matching(including, targeting))
    const keys = sql.parentKey.map((column, at) => `${column} AS k${at}`)
    const names = sql.parentKey.map((_, at) => `k${at}`).join(', ')
    const numbered = `SELECT ${keys.join(', ')}, row_number() OVER (PARTITION BY ${sql.parentKey.join(', ')}) AS place FROM ${sql.from}${where}`
    const text = `SELECT ${names}, count(*) FROM (${numbered}) AS numbered WHERE place <= ${countMax + 1} GROUP BY ${names}`
    for (const row of await store.database.all(text, values))
      found.set(keyText(row.slice(0, -1)), Number(row.at(-1) ?? 0))
  }
  return (key) => {
    const counted = found.get(keyText(key)) ?? 0
    return { value: Math.min(counted, countMax), isExact: counted <= countMax }
  }
}

const groupByParent = <Item>(
  rows: readonly SqlRow[],
  children: readonly Item[],
  at: number,
  width: number,
): ReadonlyMap<string, Child<Item>[]> => {
  const groups = new Map<string, Child<Item>[]>()
  for (let index = 0; index < rows.length; index++) {
    const row = rows[index] as SqlRow
    const key = keyAt(row, at, width)
    const child = { item: children[index] as Item, row }
    const group = groups.get(key)
    if (group) group.push(child)
    else groups.set(key, [child])
  }
  return groups
}

const keyAt = (row: SqlRow, at: number, width: number): string =>
  width === 1 ? String(row[at]) : keyText(row.slice(at, at + width))

const keyText = (key: readonly SqlValue[]): string => key.map((part) => String(part)).join('\u0000')
