import { doing, type EntityModel, type Rule, type ServiceModel, whyDenied } from '@charter/runtime'

/** What decides the rows that an include adds: each is read by the rules of its own entity. */
export interface IncludeDecision {
  /** `patient`, `patient.records`. */
  readonly path: string
  readonly entity: EntityModel
  readonly isAllowed: boolean
  readonly rules: readonly Rule[]
  readonly sentence: string
}

/** The decisions on what `include` of a query names, in its order; of what is no relation, none. */
export const decideIncludes = (
  model: ServiceModel,
  from: EntityModel,
  query: string,
  role: string,
): readonly IncludeDecision[] =>
  new URLSearchParams(query)
    .getAll('include')
    .flatMap((list) => list.split(','))
    .flatMap((path) => decide(model, from, path.trim(), role))

const decide = (model: ServiceModel, from: EntityModel, path: string, role: string): readonly IncludeDecision[] => {
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
      ...decisionOf(model.access.rules, target.name, action, role),
    })
    entity = target
  }
  return decisions
}

const decisionOf = (rules: readonly Rule[], entity: string, action: string, role: string) => {
  const deciding = rules.filter(
    (rule) =>
      rule.entity === entity && rule.actions.includes(action) && (rule.roles.length === 0 || rule.roles.includes(role)),
  )
  const isAllowed =
    deciding.some(({ effect }) => effect === 'permit') &&
    !deciding.some(({ effect, isConditional }) => effect === 'forbid' && !isConditional)
  const which = deciding.some(({ when }) => when !== undefined) ? 'on the rows that meet the condition' : 'on every row'
  const sentence = isAllowed
    ? `${role} may ${doing(entity, action)}, ${which}.`
    : whyDenied(rules, { entity, action, principal: { roles: [role] } }).sentence
  return { isAllowed, rules: deciding, sentence }
}
