import { type Call, includedIn, listOperations, type Selection } from '../call.ts'
import type { LimitsModel } from '../model.ts'
import { type Problem, problem } from '../problem.ts'
import { type EntityUnit, entityOf } from './entity.ts'
import type { Target } from './executor.ts'
import type { Store } from './store.ts'

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
 * What a call costs before it is run: a row one, times the size of the page that it stands in, relations as their own, whatever
 * the style that asks. Of rows that may be fewer than a page the page counts.
 */
export const costOf = (store: Pick<Store, 'model' | 'units'>, target: Target | undefined, { select }: Call): number => {
  if (!target?.unit) return writeCost
  if (target.kind === 'custom') return writeCost + rowCost(store, target.unit, select)
  if (target.action === 'aggregate') return aggregateCost
  if (target.action === 'list') return pageCost(store, target.unit, select)
  if (target.action === 'audit') return sizeOf(store, select)
  const isRead = target.action === 'read' || listOperations.some((each) => each === target.action)
  return (isRead ? 0 : writeCost) + rowCost(store, target.unit, select)
}

const pageCost = (store: Pick<Store, 'model' | 'units'>, unit: EntityUnit, select: Selection | undefined): number =>
  1 + (select?.count ? countCost : 0) + sizeOf(store, select) * rowCost(store, unit, select)

/** What is not a size is refused elsewhere. */
const sizeOf = ({ model: { limits } }: Pick<Store, 'model'>, select: Selection | undefined): number =>
  Math.min(Math.max(select?.limit ?? limits.pageSizeDefault, 1), limits.pageSizeMax)

/** Relations that are not there cost nothing: they are refused by name. */
const rowCost = (store: Pick<Store, 'model' | 'units'>, unit: EntityUnit, select: Selection | undefined): number => {
  let cost = 1
  for (const { relation: name, selection: inner } of includedIn(select)) {
    const relation = unit.relations.get(name)
    if (!relation) continue
    const target = entityOf(store.units, relation.target)
    cost += relation.kind === 'many' ? pageCost(store, target, inner) : rowCost(store, target, inner)
  }
  return cost
}
