import type { Rule, ServiceModel } from '../runtime/index.ts'

/**
 * Whether rules allow an operation (`Patient.list`, or a custom one's name) to these roles for some row: who may never call it is not told
 * of its tool. That it is told allows nothing: each call is judged as it comes. Rules are laid out once, as a search asks of thousands
 * of tools.
 */
export const callableBy = ({
  operations,
  access,
}: ServiceModel): ((operation: string, roles: readonly string[]) => boolean) => {
  const customs = new Map(operations.map((operation) => [operation.name, operation]))
  const byEntity = Map.groupBy(access.rules, ({ entity }) => entity)
  const ofAll = byEntity.get(null) ?? []
  return (operation, roles) => {
    const custom = customs.get(operation)
    const [entity = null, named = operation] = custom ? [custom.entity, operation] : operation.split('.')
    const action = custom ? operation : (judgedAs[named] ?? named)
    const own = entity === null ? [] : (byEntity.get(entity) ?? [])
    const applying = [...ofAll, ...own].filter((rule) => isOf(rule, action, roles))
    return (
      applying.some(({ effect }) => effect === 'permit') &&
      !applying.some(({ effect, isConditional }) => effect === 'forbid' && !isConditional)
    )
  }
}

const judgedAs: Readonly<Record<string, string>> = { replace: 'update', aggregate: 'list' }

const isOf = (rule: Rule, action: string, roles: readonly string[]): boolean =>
  rule.actions.includes(action) && (rule.roles.length === 0 || rule.roles.some((role) => roles.includes(role)))
