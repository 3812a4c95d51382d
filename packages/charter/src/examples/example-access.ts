import { type EntityModel, evaluate, type Json, type JsonObject, type Rule, type ServiceModel } from '@charter/runtime'
import type { ExampleRows } from './example-rows.ts'

export interface ExampleQuestion {
  readonly role: string
  readonly entity: string
  readonly action: string
  /** Which example row, or a row of one's own. */
  readonly row: JsonObject
  /** Whose claims: those of this ordinal. */
  readonly claims: number
}

/** Whether the rules allow a role with the claims of an ordinal an action on a row: what a service must answer too. */
export const isAllowedExample = (
  model: ServiceModel,
  examples: ExampleRows,
  { role, entity, action, row, claims }: ExampleQuestion,
): boolean => {
  const found = model.entities.find(({ name }) => name === entity)
  if (!found) return false
  const subject = { id: `${role}@development`, roles: [role], attributes: examples.attributes[claims] ?? {} }
  const whole = withTargets(model, examples, found, row, 3)
  const applies = (rule: Rule) =>
    (rule.entity === null || rule.entity === entity) &&
    rule.actions.includes(action) &&
    (rule.roles.length === 0 || rule.roles.includes(role)) &&
    (!rule.when || evaluate(rule.when, whole, subject) === true)
  const applying = model.access.rules.filter(applies)
  const isOfTenant = found.tenantField === undefined || row[found.tenantField] === `tenant-${claims + 1}`
  return (
    isOfTenant &&
    applying.some(({ effect }) => effect === 'permit') &&
    !applying.some(({ effect }) => effect === 'forbid')
  )
}

/** A row with the rows its to-one relations lead to nested under their names, as predicates see them. */
const withTargets = (
  model: ServiceModel,
  examples: ExampleRows,
  entity: EntityModel,
  row: JsonObject,
  depth: number,
): JsonObject => {
  const nested: Record<string, Json> = {}
  for (const relation of depth > 0 ? entity.relations.filter(({ kind }) => kind === 'one') : []) {
    const target = model.entities.find(({ name }) => name === relation.target)
    const found = examples.rows[relation.target]?.find((each) =>
      relation.from.every((field, at) => row[field] !== null && each[relation.to[at] as string] === row[field]),
    )
    if (target && found) nested[relation.name] = withTargets(model, examples, target, found, depth - 1)
  }
  return { ...row, ...nested }
}
