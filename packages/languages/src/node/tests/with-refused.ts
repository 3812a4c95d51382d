import { type ExampleRows, exampleValue, isAllowedExample } from '@charter/charter'
import type { EntityModel, Json, JsonObject, Operand, Predicate, Rule, ServiceModel } from '@charter/runtime'

/**
 * Example rows whose last one is refused to a role wherever every row would be given to it: a condition that is never false
 * could be left out unseen.
 */
export const withRefused = (model: ServiceModel, examples: ExampleRows): ExampleRows => ({
  ...examples,
  rows: Object.fromEntries(
    model.entities.map((entity) => [entity.name, refusing(model, examples, entity, examples.rows[entity.name] ?? [])]),
  ),
})

const refusing = (
  model: ServiceModel,
  examples: ExampleRows,
  entity: EntityModel,
  rows: readonly JsonObject[],
): readonly JsonObject[] => {
  const last = rows.at(-1)
  if (rows.length < 2 || !last) return rows
  const isGiven = ({ actions, roles }: Rule, row: JsonObject): boolean =>
    roles.every((role) =>
      actions.every((action) =>
        isAllowedExample(model, examples, { role, entity: entity.name, action, row, claims: 0 }),
      ),
    )
  const rule = model.access.rules.find(
    (each) =>
      each.when && each.effect === 'permit' && each.entity === entity.name && rows.every((row) => isGiven(each, row)),
  )
  const refused = rule?.when && variants(model, entity, rule.when, last).find((row) => !isGiven(rule, row))
  return refused ? [...rows.slice(0, -1), refused] : rows
}

/** The row with another value in one of the plain fields that the condition speaks of. */
const variants = (
  model: ServiceModel,
  entity: EntityModel,
  when: Predicate,
  row: JsonObject,
): readonly JsonObject[] => {
  const { fields, values } = spokenOf(when)
  return entity.fields
    .filter(({ name }) => fields.has(name) && !isBound(entity, name))
    .flatMap(({ name, type }) => {
      const usual = [0, 1, 2, 3].map((ordinal) => exampleValue(type, { types: model.types, ordinal, name }))
      return [...usual, ...values].flatMap((value) =>
        value !== undefined && typeof value === typeof row[name] ? [{ ...row, [name]: value }] : [],
      )
    })
}

/** Other rows, or a check, speak of the field, too. */
const isBound = (
  { key, unique, checks, relatedChecks = [], relations, tenantField, softDeleteField }: EntityModel,
  name: string,
): boolean =>
  name === tenantField ||
  name === softDeleteField ||
  [
    key,
    ...[...unique, ...checks, ...relatedChecks].map(({ fields }) => fields),
    ...relations.map(({ from }) => from),
  ].some((fields) => fields.includes(name))

interface Spoken {
  readonly fields: Set<string>
  readonly values: Json[]
}

/** Fields of the row itself, and values, in a condition however it is put together. */
const spokenOf = (when: Predicate): Spoken => {
  const spoken: Spoken = { fields: new Set(), values: [] }
  const look = (of: unknown): void => {
    if (Array.isArray(of)) for (const each of of) look(each)
    else if (of !== null && typeof of === 'object') {
      const { kind, path, value } = of as Partial<Extract<Operand, { kind: 'field' }> & { value: Json }>
      if (kind === 'field' && path?.length === 1 && path[0] !== undefined) spoken.fields.add(path[0])
      else if (value !== undefined) spoken.values.push(value)
      for (const each of Object.values(of)) look(each)
    }
  }
  look(when)
  return spoken
}
