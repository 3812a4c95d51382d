import { type CrudOperation, crudOperations, type ListOperation, listOperations } from '../call/call.ts'
import { calledOperations, isRoute, type OperationModel, type RouteModel, type ServiceModel } from '../call/model.ts'
import type { EntityUnit } from '../store/entity.ts'

/** What a call is for. */
export type Target =
  | { readonly kind: 'entity'; readonly unit: EntityUnit; readonly action: CrudOperation | ListOperation }
  | { readonly kind: 'custom'; readonly unit: EntityUnit | null; readonly operation: OperationModel }

/** Every operation of a model by its name: those of entities, then its own. */
export const targetsOf = (model: ServiceModel, units: ReadonlyMap<string, EntityUnit>): ReadonlyMap<string, Target> => {
  const targets = new Map<string, Target>()
  for (const unit of units.values()) {
    for (const action of crudOperations)
      if (unit.model.offers.includes(action))
        targets.set(`${unit.model.name}.${action}`, { kind: 'entity', unit, action })
    if (unit.model.offers.includes('list'))
      for (const action of listOperations) targets.set(`${unit.model.name}.${action}`, { kind: 'entity', unit, action })
  }
  for (const operation of calledOperations(model)) {
    targets.set(operation.name, {
      kind: 'custom',
      unit: operation.entity ? (units.get(operation.entity) ?? null) : null,
      operation,
    })
  }
  return targets
}

/** The route that it is, of a charter's own; undefined of everything else. */
export const routeOf = (target: Target | undefined): RouteModel | undefined =>
  target?.kind === 'custom' && isRoute(target.operation) ? target.operation : undefined

/** Whether it is on one row, whose key its call gives. */
export const isOnRow = (target: Target): boolean =>
  target.kind === 'custom' ? target.operation.hasKey : !onNoRow.includes(target.action)

const onNoRow: readonly string[] = ['create', 'list', ...listOperations]

const readActions: readonly (CrudOperation | ListOperation)[] = ['read', 'list', 'audit', ...listOperations]

/** Whether it changes nothing. */
export const isRead = (target: Target | undefined): boolean =>
  target?.kind === 'entity' ? readActions.includes(target.action) : routeOf(target)?.effect === 'read'

/** A stream goes on past the deadline by which it had to begin. */
export const isFollowed = (target: Target): boolean => target.kind === 'entity' && target.action === 'changes'

/** Whether the engine itself does it. */
export const isBuiltIn = (target: Target): boolean => target.kind === 'custom' && target.operation.isBuiltIn === true
