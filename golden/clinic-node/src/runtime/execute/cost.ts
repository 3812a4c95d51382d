import { type Call, type CallContext, includedIn, listOperations, type Selection } from '../call/call.ts'
import type { LimitsModel, OperationModel } from '../call/model.ts'
import { type Problem, ProblemError, problem } from '../problem/problem.ts'
import type { CallStore } from '../rows/call-store.ts'
import { type EntityUnit, entityOf } from '../store/entity.ts'
import type { Target } from './target.ts'

/** What a count, an aggregate and a write cost beside the rows that they show (GraphQL's `@cost` weights say the same). */
const countCost = 10
const aggregateCost = 50
const writeCost = 10

/** What one call, or all calls of a batch, are refused with (`too-large`) before anything is run; null for nothing. */
export const tooCostly = (cost: number, { costMax }: LimitsModel): Problem | null =>
  cost > costMax
    ? problem('too-large', {
        detail: `This costs ${cost}, and ${costMax} is taken. Ask for fewer rows or relations at once.`,
      })
    : null

/**
 * Refuses a call that costs too much, also with the calls that came in one request with it and are run already. Throws a ProblemError
 * (`too-large`).
 */
export const refuseCostly = (cost: number, { together }: CallContext, limits: LimitsModel): void => {
  const sum = (together?.cost ?? 0) + cost
  const costly = tooCostly(sum, limits)
  if (costly) throw new ProblemError(costly)
  if (together) together.cost = sum
}

/**
 * What a call costs before it is run: a row one, times the size of the page that it stands in, relations as their own, whatever
 * the style that asks. Of rows that may be fewer than a page the page counts.
 */
export const costOf = (
  store: Pick<CallStore, 'model' | 'units'>,
  target: Target | undefined,
  { select }: Call,
): number => {
  if (!target) return writeCost
  if (target.kind === 'custom') return writeCost + resultCost(store, target.operation, select)
  if (target.action === 'aggregate') return aggregateCost
  if (target.action === 'list') return pageCost(store, target.unit, select)
  if (target.action === 'audit') return sizeOf(store, select)
  const isRead = target.action === 'read' || listOperations.some((each) => each === target.action)
  return (isRead ? 0 : writeCost) + rowCost(store, target.unit, select)
}

/** Rows that an operation answers with are of its result's entity. How many a list has only its body knows: a full page is counted. */
const resultCost = (
  store: Pick<CallStore, 'model' | 'units'>,
  { result }: OperationModel,
  select: Selection | undefined,
): number => {
  if (!result || !('entity' in result)) return 1
  return (
    (result.isList ? store.model.limits.pageSizeMax : 1) * rowCost(store, entityOf(store.units, result.entity), select)
  )
}

const pageCost = (store: Pick<CallStore, 'model' | 'units'>, unit: EntityUnit, select: Selection | undefined): number =>
  1 + (select?.count ? countCost : 0) + sizeOf(store, select) * rowCost(store, unit, select)

/** What is not a size is refused elsewhere. */
const sizeOf = ({ model: { limits } }: Pick<CallStore, 'model'>, select: Selection | undefined): number =>
  Math.min(Math.max(select?.limit ?? limits.pageSizeDefault, 1), limits.pageSizeMax)

/** Relations that are not there cost nothing: they are refused by name. */
const rowCost = (
  store: Pick<CallStore, 'model' | 'units'>,
  unit: EntityUnit,
  select: Selection | undefined,
): number => {
  let cost = 1
  for (const { relation: name, selection: inner } of includedIn(select)) {
    const relation = unit.relations.get(name)
    if (!relation) continue
    const target = entityOf(store.units, relation.target)
    cost += relation.kind === 'many' ? pageCost(store, target, inner) : rowCost(store, target, inner)
  }
  return cost
}
