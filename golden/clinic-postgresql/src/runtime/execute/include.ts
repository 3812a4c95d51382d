import { includedIn, type Principal, type Selection } from '../call/call.ts'
import type { RelationModel } from '../call/model.ts'
import { forbidden, whyDenied } from '../call/why.ts'
import { takeRoom } from '../limits/answer-length.ts'
import { errorPointer, ProblemError, problem } from '../problem/problem.ts'
import { type AnswerForm, type Count, lengthsOf, type Measured } from '../rows/answer-form.ts'
import type { CallStore } from '../rows/call-store.ts'
import { filterOf } from '../rows/filter.ts'
import { type Grant, grantOf } from '../rows/grant.ts'
import { afterNested, type Child, type NestedRead, nestedCursors, nestedPage } from '../rows/nested-page.ts'
import { type Order, orderOf } from '../rows/order.ts'
import { pageSize } from '../rows/page.ts'
import { requireValuesIn } from '../rows/required-values.ts'
import { isHidden, type View, viewOf } from '../rows/view.ts'
import { type EntityUnit, entityOf, planOf } from '../store/entity.ts'
import type { AskedRelated, Found, RelatedQuery } from '../store/store.ts'
import type { Json } from '../values/json.ts'
import { protectedAsked } from './answers.ts'

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
      const keys = parentsOf(form, parents, relation)
      return findRelated(form, { ...parents, depth, relation, selection: inner, parents: keys })
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
  readonly store: CallStore
  readonly unit: EntityUnit
  /** What gave the rows. */
  readonly grant: Grant
  readonly selection: Selection | undefined
  readonly rows: readonly Found[]
  readonly view: View
  readonly items: readonly Item[]
  readonly principal: Principal
  readonly depth?: number
}

const refuseTooMuch = (store: CallStore, count: number, depth: number): void => {
  const { includeDepthMax, includeCountMax } = store.model.limits
  if (depth > includeDepthMax)
    throw new ProblemError(
      problem('invalid-input', {
        detail: `Relations may be included at most ${includeDepthMax} levels deep (limits.includeDepthMax of the charter).`,
      }),
    )
  if (count > includeCountMax)
    throw new ProblemError(
      problem('invalid-input', {
        detail: `At most ${includeCountMax} relations may be included at once (limits.includeCountMax of the charter). Ask for the others in another request.`,
      }),
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

/** The rows' values of the relation's `from` fields. */
const parentsOf = <Item extends Measured>(
  form: AnswerForm<Item>,
  { rows, view }: Parents<Item>,
  relation: RelationModel,
): readonly (readonly Json[])[] => {
  const { fields } = form.asks(view)
  const at = relation.from.map((field) => fields.indexOf(field))
  return rows.map((row) => at.map((index) => row.value(index) ?? null))
}

type IncludeContext<Item> = Parents<Item> & NestedRead & { readonly depth: number }

const findRelated = async <Item extends Measured>(
  form: AnswerForm<Item>,
  including: IncludeContext<Item>,
): Promise<Related<Item>> => {
  const { store, unit, relation, selection, principal, depth } = including
  const target = entityOf(store.units, relation.target)
  const grant = seeing(including, target)
  refuseHidden(including, unit, including.grant, relation.from)
  refuseHidden(including, target, grant, relation.through ? relation.through.to : relation.to)
  const view = viewOf(target, selection, grant, principal)
  const order = orderOf(target, relation.kind === 'one' ? undefined : selection, grant, principal)
  const query = relatedQuery(form, including, { target, grant, view, order })
  const asked = await askedOf(including, { target, grant, view, order }, query)
  if (form.joined && store.reads.pages && isLeaf(including) && !isPlaced(including, target))
    return findJoined(form, including, { target, view, order, query, asked })
  const { rows, of } = await store.reads.related(query, asked)
  const counts = await countsOf(including, query, asked)
  const children = await form.read(store, target, view, rows, principal)
  const inner = { store, unit: target, grant, selection, rows, view, items: children, principal, depth: depth + 1 }
  const beyond = await includeRelations(form, inner)
  const members =
    relation.kind === 'one'
      ? of.map(([first]) => (first === undefined ? null : (children[first] ?? null)))
      : of.map((places, at) => {
          const group = places.map(
            (place): Child<Item> => ({ item: children[place] as Item, row: rows[place] as Found }),
          )
          return nestedPage(form, including, { target, order, at, after: asked.after }, group, counts?.[at])
        })
  // Of what was read, a row may be joined to several parents, and the one past the end of a page to none.
  takeRoom(store.room, lengthsOf(members) - lengthsOf(children))
  return { members, shown: shownOf(including, target, rows.length === 0, [...view.revealed, ...beyond]) }
}

interface IncludeTarget {
  readonly target: EntityUnit
  readonly grant: Grant
  readonly view: View
  readonly order: Order
}

/** What is asked of the target's rows; kept with the entity that has the relation. */
const relatedQuery = <Item extends Measured>(
  form: AnswerForm<Item>,
  including: IncludeContext<Item>,
  { target, grant, view, order }: IncludeTarget,
): RelatedQuery => {
  const { unit, relation, selection } = including
  const between = betweenOf(including)
  const isPlaced = selection.cursors !== undefined || hasNoKey(target)
  const asked = [relation.name, form.name, between?.id ?? null, order.isBackward, order.id, isPlaced, view.key]
  return planOf(unit, ['related', ...asked], () => ({
    ...form.asks(view),
    entity: target.model.name,
    rules: grant,
    of: unit.model,
    relation,
    isPlaced,
    between,
    ...(relation.kind === 'many' && { order }),
  }))
}

const askedOf = async <Item>(
  including: IncludeContext<Item>,
  { target, grant, order }: IncludeTarget,
  query: RelatedQuery,
): Promise<AskedRelated> => {
  const { store, relation, selection, principal, parents } = including
  const isMany = relation.kind === 'many'
  const filter = await filterOf(store, target, selection, grant, principal)
  const asked = { principal, parents, filter }
  const after = isMany ? await afterNested(including, { target, order, query, asked }) : undefined
  return {
    ...asked,
    ...(after && { after }),
    ...(isMany && { limit: pageSize(store, selection) }),
  }
}

/** How many targets each parent has, exact up to the cap. */
const countsOf = async <Item>(
  { store, relation, selection }: IncludeContext<Item>,
  query: RelatedQuery,
  asked: AskedRelated,
): Promise<readonly Count[] | null> => {
  if (!selection.count || relation.kind !== 'many') return null
  const { countMax } = store.model.limits
  const counted = await store.reads.countRelated(query, asked, countMax + 1)
  return counted.map((value) => ({ value: Math.min(value, countMax), isExact: value <= countMax }))
}

/** What may be seen of an entity through the relation; `forbidden` where that is nothing. */
const seeing = <Item>({ unit, relation, principal }: IncludeContext<Item>, of: EntityUnit): Grant => {
  const action = relation.kind === 'one' ? 'read' : 'list'
  const grant = grantOf(of, action, principal)
  if (grant) return grant
  const detail = `You may not see ${of.model.name} through ${unit.model.name}.${relation.name}.`
  const { name: entity, plural: many } = of.model
  throw forbidden(principal, detail, () => whyDenied(of.rules, { entity, many, action, principal }))
}

/**
 * That rows belong together tells the values they do by: a relation along a field that may not be seen of every row is
 * refused, as a filter by that field is.
 */
const refuseHidden = <Item>(
  { unit, relation, principal }: IncludeContext<Item>,
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

/** What the rows of the entity in between fall under: that two rows belong together is a row of its own. */
const betweenOf = <Item>(including: IncludeContext<Item>): Grant | null => {
  const { to, through } = including.relation
  if (!through) return null
  const between = entityOf(including.store.units, through.entity)
  const grant = seeing(including, between)
  refuseHidden(including, between, grant, [...to, ...through.from])
  return grant
}

/** A list below which nothing is included. */
const isLeaf = <Item>({ relation, selection }: IncludeContext<Item>): boolean =>
  relation.kind === 'many' && includedIn(selection).length === 0

/** Whose rows are looked at one by one: for their cursors, because they are read from the end, or have no key. */
const isPlaced = <Item>(
  { selection: { cursors, isBackward = false } }: IncludeContext<Item>,
  target: EntityUnit,
): boolean => cursors !== undefined || isBackward || hasNoKey(target)

/** Equal rows are counted where a page of them ends. */
const hasNoKey = ({ model }: EntityUnit): boolean => model.key.length === 0

interface TargetQuery extends Omit<IncludeTarget, 'grant'> {
  readonly query: RelatedQuery
  readonly asked: AskedRelated
}

/** Pages whose rows the store joins. */
const findJoined = async <Item extends Measured>(
  form: AnswerForm<Item>,
  including: IncludeContext<Item>,
  { target, view, order, query, asked }: TargetQuery,
): Promise<Related<Item>> => {
  const { reads, room } = including.store
  const pages = (await reads.pages?.(query, asked)) ?? []
  const counts = await countsOf(including, query, asked)
  const members = pages.map((page, at) => {
    const count = counts?.[at]
    if (!page || !form.joined) return form.page([], { next: null, count })
    const next = page.end
      ? nestedCursors(including, { target, order, at, after: asked.after }, []).next(page.end)
      : null
    requireValuesIn(target, view, page.lines)
    return form.joined(page.lines, { next, count })
  })
  takeRoom(room, lengthsOf(members))
  const isEmpty = pages.every((page) => page === null)
  return { members, shown: shownOf(including, target, isEmpty, view.revealed) }
}

/** What goes on record of rows along a relation: what was shown of them, and what they were asked by. */
const shownOf = <Item>(
  { selection }: IncludeContext<Item>,
  target: EntityUnit,
  isEmpty: boolean,
  revealed: readonly string[],
): readonly string[] => [...new Set([...protectedAsked(target, selection), ...(isEmpty ? [] : revealed)])]
