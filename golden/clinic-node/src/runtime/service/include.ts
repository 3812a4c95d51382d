import type { Principal, Selection } from '../call.ts'
import type { Json, JsonObject } from '../json.ts'
import type { RelationModel } from '../model.ts'
import { and, type Predicate } from '../predicate.ts'
import { ProblemError, pointer, problem } from '../problem.ts'
import { jsonArrayText, type RelationSql, type SqlRow, type SqlValue } from '../sql.ts'
import { columnOf, decodeRow, type EntityUnit, encodeField, entityOf } from './entity.ts'
import { filterOf } from './filter-sql.ts'
import { type Grant, grantCondition, grantOf } from './grant.ts'
import { type Order, orderOf, positionOf } from './order.ts'
import { cursorBinding, pageSize, visible } from './page.ts'
import { readRows } from './protect/open-rows.ts'
import { conjunction } from './statement.ts'
import type { Store } from './store.ts'
import { type View, viewOf } from './view.ts'

/**
 * Adds the asked relations to `items`: one statement for each relation and level, whatever the number of rows. Each
 * relation is read under its own entity's rule (`read` over to-one, `list` over to-many). Gives the paths of fields whose
 * protected values it added.
 */
export const includeRelations = async (
  store: Store,
  unit: EntityUnit,
  selection: Selection | undefined,
  rows: readonly SqlRow[],
  view: View,
  items: readonly Record<string, Json>[],
  principal: Principal,
  depth = 1,
): Promise<readonly string[]> => {
  const wanted = Object.entries(selection?.include ?? {})
  const revealed: string[] = []
  if (wanted.length === 0) return revealed
  refuseTooMuch(store, wanted.length, depth)
  for (const [name, inner] of wanted) {
    const relation = unit.relations.get(name)
    if (!relation) throw unknownRelation(unit, name)
    const keys = await parentKeys(unit, relation, rows, view)
    const shown = await includeOne({ store, unit, relation, selection: inner, items, keys, principal, depth })
    revealed.push(...shown.map((field) => `${name}.${field}`))
  }
  return revealed
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
const parentKeys = async (
  unit: EntityUnit,
  relation: RelationModel,
  rows: readonly SqlRow[],
  view: View,
): Promise<readonly (readonly SqlValue[])[]> => {
  const at = relation.from.map((field) => view.stored.indexOf(field))
  return rows.map((row) =>
    at.map((index, part) =>
      encodeField(unit, relation.from[part] as string, decodeRow(unit, [relation.from[part] as string], row, index)),
    ),
  )
}

interface Including {
  readonly store: Store
  readonly unit: EntityUnit
  readonly relation: RelationModel
  readonly selection: Selection
  readonly items: readonly Record<string, Json>[]
  readonly keys: readonly (readonly SqlValue[])[]
  readonly principal: Principal
  readonly depth: number
}

const includeOne = async (including: Including): Promise<readonly string[]> => {
  const { store, unit, relation, selection, items, keys, principal, depth } = including
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
  const targetView = viewOf(target, selection, grant, principal)
  const order = orderOf(target, relation.kind === 'one' ? undefined : selection, grant, principal)
  const found = await readTargets(including, target, grant, sql, targetView, order)
  const children = await readRows(store, target, targetView, found, principal)
  const beyond = await includeRelations(store, target, selection, found, targetView, children, principal, depth + 1)
  const grouped = groupByParent(found, children, targetView.columns.length, sql.parentKey.length)
  for (const [at, item] of items.entries()) {
    const group = grouped.get(keyText(keys[at] ?? [])) ?? []
    item[selection.as ?? relation.name] =
      relation.kind === 'one' ? (group[0]?.value ?? null) : pageOf(including, target, order, targetView, group, at)
  }
  return found.length === 0 ? [] : [...targetView.revealed, ...beyond]
}

const readTargets = async (
  { store, relation, selection, keys, principal }: Including,
  target: EntityUnit,
  grant: Grant,
  sql: RelationSql,
  view: View,
  order: Order,
): Promise<readonly SqlRow[]> => {
  const distinct = [...new Map(keys.filter((key) => !key.includes(null)).map((key) => [keyText(key), key])).values()]
  if (distinct.length === 0) return []
  const batch = jsonArrayText(distinct.map((key) => (key.length === 1 ? (key[0] ?? null) : key)))
  const filter = await filterOf(store, target, selection, grant, principal)
  const { sql: where, values } = conjunction([
    { sql: sql.match, values: [batch] },
    visible(target),
    grantCondition(target, grant, principal),
    filter,
  ])
  const positions = relation.kind === 'one' ? [] : order.sorts.map(({ field }) => columnOf(target, field).select)
  const columns = [...view.columns, ...sql.parentKey, ...positions]
  if (relation.kind === 'one')
    return store.database.all(`SELECT ${columns.join(', ')} FROM ${sql.from}${where}`, [
      ...view.values(principal),
      ...values,
    ])
  // Each parent's own page in one statement: numbered within the parent, cut one past the page.
  const numbered = `row_number() OVER (PARTITION BY ${sql.parentKey.join(', ')}${order.sql}) AS place`
  const text = `SELECT * FROM (SELECT ${columns.map((column, at) => `${column} AS c${at}`).join(', ')}, ${numbered} FROM ${sql.from}${where}) AS numbered WHERE place <= ? ORDER BY place`
  return store.database.all(text, [...view.values(principal), ...values, pageSize(store, selection) + 1])
}

interface Child {
  readonly value: JsonObject
  readonly row: SqlRow
}

const groupByParent = (
  rows: readonly SqlRow[],
  children: readonly JsonObject[],
  at: number,
  width: number,
): ReadonlyMap<string, Child[]> => {
  const groups = new Map<string, Child[]>()
  for (const [index, row] of rows.entries()) {
    const key = keyText(row.slice(at, at + width))
    const group = groups.get(key) ?? []
    group.push({ value: children[index] as JsonObject, row })
    groups.set(key, group)
  }
  return groups
}

const keyText = (key: readonly SqlValue[]): string => key.map((part) => String(part)).join('\u0000')

const pageOf = (
  { store, unit, relation, selection, items, principal }: Including,
  target: EntityUnit,
  order: Order,
  view: View,
  group: readonly Child[],
  at: number,
): Json => {
  const limit = pageSize(store, selection)
  const shown = group.slice(0, limit)
  if (group.length <= limit || relation.through) return { items: shown.map(({ value }) => value), next: null }
  const last = decodeRow(
    target,
    order.sorts.map(({ field }) => field),
    shown.at(-1)?.row ?? [],
    view.columns.length + relation.to.length,
  )
  const filter = nestedFilter(unit, relation, items[at] ?? {}, selection.filter)
  return {
    items: shown.map(({ value }) => value),
    next:
      filter && store.cursors.seal(positionOf(order, last), cursorBinding(store, target, order, { filter }, principal)),
  }
}

/** The filter with which a list of the target goes on where an included page ended. Null when the parent's key is not in view. */
const nestedFilter = (
  unit: EntityUnit,
  relation: RelationModel,
  parent: JsonObject,
  filter: Predicate | undefined,
): Predicate | null => {
  if (relation.from.some((field) => parent[field] === undefined)) return null
  const own = relation.to.map((field, part): Predicate => {
    const from = relation.from[part] as string
    const type = unit.fields.get(from)?.type ?? { kind: 'text' }
    return {
      kind: 'compare',
      op: 'eq',
      left: { kind: 'field', path: [field] },
      right: { kind: 'value', value: parent[from] ?? null, type },
    }
  })
  return and(...own, ...(filter ? [filter] : []))
}
