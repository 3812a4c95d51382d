import type { Rule, ServiceModel } from '@charter/runtime'

/**
 * Whether rules allow an operation (`Patient.list`, or a custom one's name) to these roles for some row: who may never call it is not told
 * of its tool. That it is told allows nothing: each call is judged as it comes.
 */
export const isCallable = (model: ServiceModel, operation: string, roles: readonly string[]): boolean => {
  const custom = model.operations.find(({ name }) => name === operation)
  const [entity = null, named = operation] = custom ? [custom.entity, operation] : operation.split('.')
  const action = custom ? operation : (judgedAs[named] ?? named)
  const applying = model.access.rules.filter((rule) => isOf(rule, entity, action, roles))
  return (
    applying.some(({ effect }) => effect === 'permit') &&
    !applying.some(({ effect, isConditional }) => effect === 'forbid' && !isConditional)
  )
}

const judgedAs: Readonly<Record<string, string>> = { replace: 'update', aggregate: 'list' }

const isOf = (rule: Rule, entity: string | null, action: string, roles: readonly string[]): boolean =>
  (rule.entity === null || rule.entity === entity) &&
  rule.actions.includes(action) &&
  (rule.roles.length === 0 || rule.roles.some((role) => roles.includes(role)))
