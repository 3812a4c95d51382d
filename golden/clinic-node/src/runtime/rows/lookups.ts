import type { Principal } from '../call/call.ts'
import type { Predicate } from '../call/predicate.ts'
import { InputErrors } from '../problem/input-errors.ts'
import { type EntityUnit, tenantFor } from '../store/entity.ts'
import type { Json } from '../values/json.ts'
import type { CallStore } from './call-store.ts'
import type { Grant } from './grant.ts'
import { protectionIn } from './open-rows.ts'
import { readOperands, valueIn } from './operands.ts'
import { isHidden } from './view.ts'

/** What the columns of protected fields are compared with, by the part of the filter that asks. */
export type Lookups = ReadonlyMap<Predicate, readonly string[]>

/** Values of protected fields in a filter, as keyed indexes or tokens. What is wrong with the filter is told later. */
export const lookupsOf = async (
  store: CallStore,
  unit: EntityUnit,
  filter: Predicate,
  grant: Grant,
  principal: Principal,
): Promise<Lookups> => {
  const lookups = new Map<Predicate, readonly string[]>()
  const tenant = tenantFor(unit, principal)
  for (const { of, name, values } of equalitiesIn(filter)) {
    const field = unit.sealed.find((each) => each.name === name)
    if (!field?.isFilterable || isHidden(unit, field, grant, principal)) continue
    const canonical = readOperands(unit, name, values, '', new InputErrors()).filter((each) => each !== null)
    const { protection, transaction } = { protection: protectionIn(store), transaction: store.transaction }
    lookups.set(of, await protection.lookup(unit, field, tenant, canonical, transaction))
  }
  return lookups
}

interface Equality {
  readonly of: Predicate
  readonly name: string
  readonly values: readonly Json[]
}

const equalitiesIn = (of: Predicate): readonly Equality[] => {
  switch (of.kind) {
    case 'and':
    case 'or':
      return of.of.flatMap(equalitiesIn)
    case 'not':
      return equalitiesIn(of.of)
    case 'compare':
      return of.op === 'eq' && of.left.kind === 'field'
        ? [{ of, name: of.left.path[0] ?? '', values: [valueIn(of.right)] }]
        : []
    case 'in':
      return of.left.kind === 'field' ? [{ of, name: of.left.path[0] ?? '', values: of.right.map(valueIn) }] : []
    default:
      return []
  }
}
