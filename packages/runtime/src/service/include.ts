import { takeRoom } from '../answer-length.ts'
import { includedIn, type Principal, type Selection } from '../call.ts'
import type { RelationModel } from '../model.ts'
import { errorPointer, ProblemError, problem } from '../problem.ts'
import type { RelationSql, SqlRow, SqlValue } from '../sql.ts'
import type { PageTold } from '../text-part.ts'
import { type AnswerForm, lengthsOf, type Measured } from './answer-form.ts'
import { decodeRow, type EntityUnit, encodeField, entityOf } from './entity.ts'
import { type Grant, grantCondition, grantOf } from './grant.ts'
import { countTargets, keyText, readTargets, type Targeting } from './included-targets.ts'
import { type Child, type Nesting, nestedCursors, nestedPage } from './nested-page.ts'
import { orderOf } from './order.ts'
import { visible } from './page.ts'
import { joinedPages } from './paged-sql.ts'
import { protectedAsked } from './protect/answers.ts'
import { requireValuesIn } from './required-values.ts'
import { type Condition, conjunction } from './statement.ts'
import type { Store } from './store.ts'
import { isHidden, type View, viewOf } from './view.ts'

/**
 * Adds the asked relations to `items`: one statement for each relation and level, whatever the number of rows. Each
 * relation is read under its own entity's rule (`read` over to-one, `list` over to-many). Gives the paths of fields whose
 * protected values it added.
 */
export const includeRelations = async <Item extends Measured>(
  form: AnswerForm<Item>,
  parents: Parents<Item>,
): Promise<readonly string[]> => {
  const { store, unit, selection, depth = 1 } = parents
  const wanted = includedIn(selection)
  const revealed: string[] = []
  if (wanted.length === 0) return revealed
  refuseTooMuch(store, wanted.length, depth)
  // Relations are asked for side by side, and added in the order they were asked for.
  const found = await Promise.all(
    wanted.map(({ relation: name, selection: inner }) => {
      const relation = unit.relations.get(name)
      if (!relation) throw unknownRelation(unit, name)
      const keys = keysOf(form, parents, relation)
      return findRelated(form, { ...parents, depth, relation, selection: inner, keys, held: form.keys(parents.view) })
    }),
  )
  for (const [which, { members, shown }] of found.entries()) {
    const { member: name, relation } = wanted[which] as (typeof wanted)[number]
    for (const [at, member] of members.entries()) form.join(parents.items[at] as Item, name, member)
    revealed.push(...shown.map((field) => `${relation}.${field}`))
  }
  return revealed
}

/** What is added to each parent, in their order, and the paths of fields whose protected values it holds. */
interface Related<Item> {
  readonly members: readonly (Item | null)[]
  readonly shown: readonly string[]
}

/** The rows that relations are added to, and what was made of them so far: `items` are added to. */
export interface Parents<Item> {
  readonly store: Store
  readonly unit: EntityUnit
  /** What gave the rows. */
  readonly grant: Grant
  readonly selection: Selection | undefined
  readonly rows: readonly SqlRow[]
  readonly view: View
  readonly items: readonly Item[]
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
        {
          path: `/include${errorPointer(name)}`,
          code: 'unknown',
          message: `${unit.model.name} has no relation "${name}".`,
        },
      ],
    }),
  )

/** The parents' values of the relation's `from` fields, as the driver takes them; the view may not have selected them. */
const keysOf = <Item extends Measured>(
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

const findRelated = async <Item extends Measured>(
  form: AnswerForm<Item>,
  including: Including<Item>,
): Promise<Related<Item>> => {
  const { store, unit, relation, selection, keys, principal, depth } = including
  const target = entityOf(store.units, relation.target)
  const grant = seeing(including, target)
  refuseHidden(including, unit, including.grant, relation.from)
  refuseHidden(including, target, grant, relation.through ? relation.through.to : relation.to)
  const sql = unit.sql.relations[relation.name]
  if (!sql) throw new Error(`no SQL was rendered for ${unit.model.name}.${relation.name}`)
  const view = viewOf(target, selection, grant, principal)
  const columns = form.columns(view)
  const order = orderOf(target, relation.kind === 'one' ? undefined : selection, grant, principal)
  const targeting = { joined: joinedRows(including, sql), target, grant, sql, view, columns, order }
  if (form.joined && isLeaf(including) && !isPlaced(including))
    return findJoined(form.joined, form, including, targeting)
  const rows = await readTargets(including, targeting)
  const counts = selection.count && relation.kind === 'many' ? await countTargets(including, targeting) : null
  const children = await form.read(store, target, view, rows, principal)
  const inner = { store, unit: target, grant, selection, rows, view, items: children, principal, depth: depth + 1 }
  const beyond = await includeRelations(form, inner)
  const grouped = groupByParent(rows, children, columns.length, sql.parentKey.length)
  const members =
    relation.kind === 'one'
      ? keys.map((key) => grouped.get(keyText(key))?.[0]?.item ?? null)
      : keys.map((key, at) => {
          const place = { target, order, width: columns.length, at }
          return nestedPage(form, including, place, grouped.get(keyText(key)) ?? [], counts?.(key))
        })
  // Of what was read, a row may be joined to several parents, and the one past the end of a page to none.
  takeRoom(store.room, lengthsOf(members) - lengthsOf(children))
  return { members, shown: shownOf(including, target, rows, [...view.revealed, ...beyond]) }
}

/** What may be seen of an entity through the relation; `forbidden` where that is nothing. */
const seeing = <Item>({ unit, relation, principal }: Including<Item>, of: EntityUnit): Grant => {
  const grant = grantOf(of, relation.kind === 'one' ? 'read' : 'list', principal)
  if (grant) return grant
  const detail = `You may not see ${of.model.name} through ${unit.model.name}.${relation.name}.`
  throw new ProblemError(problem('forbidden', { detail }))
}

/**
 * That rows belong together tells the values they do by: a relation along a field that may not be seen of every row is
 * refused, as a filter by that field is.
 */
const refuseHidden = <Item>(
  { unit, relation, principal }: Including<Item>,
  of: EntityUnit,
  grant: Grant,
  fields: readonly string[],
): void => {
  const hidden = fields.filter((name) => {
    const field = of.fields.get(name)
    return field !== undefined && isHidden(of, field, grant, principal)
  })
  if (hidden.length === 0) return
  const [along, through] = [hidden.map((name) => `${of.model.name}.${name}`), `${unit.model.name}.${relation.name}`]
  throw new ProblemError(problem('forbidden', { detail: `You may not follow ${through} along ${along.join(', ')}.` }))
}

const noJoin: Condition = { sql: '', values: [] }

/** The rows of the entity in between, each under that entity's own rule: that two rows belong together is a row of its own. */
const joinedRows = <Item>(including: Including<Item>, { joining }: RelationSql): Condition => {
  if (!joining) return noJoin
  const between = entityOf(including.store.units, joining.entity)
  const grant = seeing(including, between)
  const { to, through } = including.relation
  refuseHidden(including, between, grant, [...to, ...(through?.from ?? [])])
  const { sql, values } = conjunction([visible(between), grantCondition(between, grant, including.principal)])
  return { sql: `${joining.open}${sql}${joining.close}`, values }
}

/** A list below which nothing is included. */
const isLeaf = <Item>({ relation, selection }: Including<Item>): boolean =>
  relation.kind === 'many' && includedIn(selection).length === 0

/** Whose rows are looked at one by one: for their cursors, or because they are read from the end. */
const isPlaced = <Item>({ selection: { cursors, isBackward = false } }: Including<Item>): boolean =>
  cursors !== undefined || isBackward

/** Pages whose rows the database joins: one row for each page, and one more for each that goes on. */
const findJoined = async <Item extends Measured>(
  joined: (lines: string, told: PageTold) => Item,
  form: AnswerForm<Item>,
  including: Including<Item>,
  targeting: Targeting,
): Promise<Related<Item>> => {
  const { view, sql, target, order, columns } = targeting
  const rows = await readTargets(including, targeting, joinedPages)
  const counts = including.selection.count ? await countTargets(including, targeting) : null
  const [pages, ends] = [new Map<string, SqlRow>(), new Map<string, SqlRow>()]
  for (const row of rows) (row.at(-1) === null ? pages : ends).set(keyAt(row, 1, sql.parentKey.length), row)
  const members = including.keys.map((key, at) => {
    const [name, count] = [keyText(key), counts?.(key)]
    const page = pages.get(name)
    if (!page) return form.page([], { next: null, count })
    const end = ends.get(name)
    const next = end ? nestedCursors(including, { target, order, width: columns.length, at }).next(end) : null
    const lines = String(page[0])
    requireValuesIn(target, view, lines)
    return joined(lines, { next, count })
  })
  takeRoom(including.store.room, lengthsOf(members))
  return { members, shown: shownOf(including, target, rows, view.revealed) }
}

/** What goes on record of rows along a relation: what was shown of them, and what they were asked by. */
const shownOf = <Item>(
  { selection }: Including<Item>,
  target: EntityUnit,
  rows: readonly SqlRow[],
  revealed: readonly string[],
): readonly string[] => [...new Set([...protectedAsked(target, selection), ...(rows.length === 0 ? [] : revealed)])]

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
