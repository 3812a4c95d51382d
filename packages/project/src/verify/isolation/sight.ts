import { inDevelopment, rowAround } from '@charter/charter'
import { evaluate, type JsonObject, type Principal, type ServiceModel } from '@charter/runtime'

/** Rows by entity, canonical. */
export type Rows = Readonly<Record<string, readonly JsonObject[]>>

/** What one principal may do with rows, decided by the predicates alone, without any SQL. */
export interface Sight {
  allows(entity: string, action: string, row: JsonObject): boolean
  /** No action whatever is allowed: for this principal the row is not there. */
  isHidden(entity: string, row: JsonObject): boolean
  /** Fields behind a `reveal` that is not allowed on the row. */
  veiled(entity: string, row: JsonObject): readonly string[]
}

export const sightOf = (model: ServiceModel, rows: Rows, principal: Principal): Sight => {
  const asking = { ...inDevelopment, ...principal }
  const entityOf = (name: string) => model.entities.find((each) => each.name === name)
  const allows = (entity: string, action: string, row: JsonObject): boolean => {
    const of = entityOf(entity)
    if (!of || (of.tenantField !== undefined && row[of.tenantField] !== principal.tenant)) return false
    const around = rowAround(model, rows, of, row)
    const truths = model.access.rules
      .filter((rule) => rule.entity === entity && rule.actions.includes(action))
      .filter(({ roles }) => roles.length === 0 || roles.some((role) => principal.roles.includes(role)))
      .map(({ effect, when }) => ({ effect, truth: when ? evaluate(when, around, asking) : true }))
    if (truths.some(({ effect, truth }) => effect === 'forbid' && truth !== false)) return false
    return truths.some(({ effect, truth }) => effect === 'permit' && truth === true)
  }
  const actionsOf = (entity: string): readonly string[] => [
    ...new Set(model.access.rules.flatMap((rule) => (rule.entity === entity ? rule.actions : []))),
  ]
  return {
    allows,
    isHidden: (entity, row) => !actionsOf(entity).some((action) => allows(entity, action, row)),
    veiled: (entity, row) =>
      (entityOf(entity)?.fields ?? [])
        .filter(({ reveal }) => reveal !== undefined && !allows(entity, `reveal:${reveal}`, row))
        .map(({ name }) => name),
  }
}
