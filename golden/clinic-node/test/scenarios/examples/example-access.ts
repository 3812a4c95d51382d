import {
  type EntityModel,
  evaluate,
  type JsonObject,
  type Rule,
  type ServiceModel,
} from '../../../src/runtime/index.ts'
import { exampleNowMs } from './example-now.ts'
import { examplePrincipal } from './example-principal.ts'
import type { ExampleRows } from './example-rows.ts'
import { proposedRow } from './proposed-row.ts'
import { rowAround } from './row-around.ts'

export interface ExampleQuestion {
  readonly role: string
  readonly entity: string
  readonly action: string
  /** Which example row, or a row of one's own. Of `create`: the values that are sent, of which the service fills in what is its own to say. */
  readonly row: JsonObject
  /** Whose claims: those of this ordinal. */
  readonly claims: number
  /** Their `principal.id`; left out: that of the ordinal. */
  readonly person?: string
}

/** Whether the rules allow a role with the claims of an ordinal an action on a row: what a service must answer too. */
export const isAllowedExample = (
  model: ServiceModel,
  examples: ExampleRows,
  { role, entity, action, row: given, claims, person = examplePrincipal(role, claims) }: ExampleQuestion,
): boolean => {
  const { entities, rules } = indexOf(model)
  const found = entities.get(entity)
  if (!found) return false
  const row = action === 'create' ? proposedRow(model, found, { person, row: given, claims }) : given
  const subject = {
    id: person,
    roles: [role],
    attributes: examples.attributes[claims] ?? {},
    ...inDevelopment,
  }
  const whole = rowAround(model, examples.rows, found, row)
  const applies = (rule: Rule) =>
    rule.actions.includes(action) &&
    (rule.roles.length === 0 || rule.roles.includes(role)) &&
    (!rule.when || evaluate(rule.when, whole, subject) === true)
  const applying = [...(rules.get('') ?? []), ...(rules.get(entity) ?? [])].filter(applies)
  const isOfTenant = found.tenantField === undefined || row[found.tenantField] === `tenant-${claims + 1}`
  return (
    isOfTenant &&
    applying.some(({ effect }) => effect === 'permit') &&
    !applying.some(({ effect }) => effect === 'forbid')
  )
}

/** How a token of development signs in: just now, with a second factor. */
export const inDevelopment = {
  credential: 'development',
  asked: { style: 'rest', strongAge: 0, nowMs: exampleNowMs },
} as const

interface Index {
  readonly entities: ReadonlyMap<string, EntityModel>
  /** By entity; under the empty name those of every entity. */
  readonly rules: ReadonlyMap<string, readonly Rule[]>
}

const indexes = new WeakMap<ServiceModel, Index>()

/** Made once for each model: there may be thousands of entities and questions. */
const indexOf = (model: ServiceModel): Index => {
  const known = indexes.get(model)
  if (known) return known
  const made: Index = {
    entities: new Map(model.entities.map((entity) => [entity.name, entity])),
    rules: Map.groupBy(model.access.rules, ({ entity }) => entity ?? ''),
  }
  indexes.set(model, made)
  return made
}
