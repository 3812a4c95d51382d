import { doing, type EntityModel, type ServiceModel } from '@charter/runtime'
import { type Decision, decisionOn } from './decision.ts'
import type { Known } from './outcomes.ts'

/** What decides the rows that an include adds: each is read by the rules of its own entity. */
export interface IncludeDecision extends Decision {
  /** `patient`, `patient.records`. */
  readonly path: string
  readonly entity: EntityModel
}

/** The decisions on what `include` of a query names, in its order; of what is no relation, none. */
export const decideIncludes = (
  model: ServiceModel,
  from: EntityModel,
  query: string,
  known: Known,
): readonly IncludeDecision[] =>
  new URLSearchParams(query)
    .getAll('include')
    .flatMap((list) => list.split(','))
    .flatMap((path) => decide(model, from, path.trim(), known))

const decide = (model: ServiceModel, from: EntityModel, path: string, known: Known): readonly IncludeDecision[] => {
  const decisions: IncludeDecision[] = []
  let entity = from
  for (const [index, name] of path.split('.').entries()) {
    const relation = entity.relations.find((each) => each.name === name)
    const target = model.entities.find((each) => each.name === relation?.target)
    if (!relation || !target) return decisions
    const action = relation.kind === 'one' ? 'read' : 'list'
    decisions.push({
      path: path
        .split('.')
        .slice(0, index + 1)
        .join('.'),
      entity: target,
      ...decisionOn(model.access.rules, {
        entity: target.name,
        action,
        ...known,
        said: doing(target.name, action, target.plural),
      }),
    })
    entity = target
  }
  return decisions
}
