import type { EntityModel, FieldModel, Json, JsonObject, ServiceModel } from '../../src/runtime/index.ts'
import { type ExampleRows, exampleRows } from './examples/index.ts'

/** Rows of each entity: the first `mine` belong to claims 0, the others to claims 1. */
export const seedCount = 6
export const mineCount = 5

/**
 * Example rows arranged to show what a service may get wrong: most belong to one principal, optional values are
 * missing in one row, texts differ in case alone, moments have fractions.
 */
export const seedRows = (model: ServiceModel): ExampleRows => {
  const { rows, attributes } = exampleRows(model, seedCount)
  const arranged = Object.fromEntries(
    model.entities.map((entity) => [
      entity.name,
      (rows[entity.name] ?? []).map((row, ordinal) => arrange(model, entity, rows, attributes, row, ordinal)),
    ]),
  )
  return {
    rows: arranged,
    attributes: attributes.map((each, at) => (at === 1 ? (attributes[mineCount] ?? each) : each)),
  }
}

const arrange = (
  model: ServiceModel,
  entity: EntityModel,
  rows: ExampleRows['rows'],
  attributes: readonly JsonObject[],
  row: JsonObject,
  ordinal: number,
): JsonObject =>
  Object.fromEntries(
    entity.fields.map((field) => {
      const value = row[field.name] ?? null
      if (field.name === entity.tenantField) return [field.name, ordinal < mineCount ? 'tenant-1' : 'tenant-2']
      if (isTied(model, rows, attributes, entity, field))
        return [field.name, rows[entity.name]?.[ordinal < mineCount ? 0 : ordinal]?.[field.name] ?? null]
      return [field.name, isFree(model, entity, field) ? varied(entity, field, value, ordinal) : value]
    }),
  )

/** Whether the examples give the field each principal's own attribute: then it says whose the row is. */
const isTied = (
  model: ServiceModel,
  rows: ExampleRows['rows'],
  attributes: readonly JsonObject[],
  entity: EntityModel,
  { name, type }: FieldModel,
): boolean =>
  type.kind === 'text' &&
  model.access.principal.some((attribute) =>
    (rows[entity.name] ?? []).every((row, at) => row[name] !== null && row[name] === attributes[at]?.[attribute.name]),
  )

/** Whether nothing else depends on the value: no key, reference, rule or check. */
export const isFree = (model: ServiceModel, entity: EntityModel, { name }: FieldModel): boolean =>
  !entity.key.includes(name) &&
  !entity.unique.some(({ fields }) => fields.includes(name)) &&
  !entity.checks.some(({ fields, predicate }) => fields.includes(name) || mentions(predicate, name)) &&
  !model.entities.some(({ relations, name: of }) =>
    relations.some(
      ({ from, to, target, through }) =>
        (of === entity.name && from.includes(name)) ||
        (target === entity.name && to.includes(name)) ||
        (through?.entity === entity.name && [...through.from, ...through.to].includes(name)),
    ),
  ) &&
  !model.access.rules.some(({ when }) => when !== undefined && mentions(when, name)) &&
  entity.softDeleteField !== name

const mentions = (predicate: object, name: string): boolean => JSON.stringify(predicate).includes(`"${name}"`)

const missingOrdinal = 2

const varied = (entity: EntityModel, { type, isOptional, name }: FieldModel, value: Json, ordinal: number): Json => {
  if (isOptional && ordinal === missingOrdinal) return null
  if (type.kind === 'text' && !type.pattern && !type.format && ordinal === 3 && typeof value === 'string')
    return value.toUpperCase()
  if (
    type.kind === 'text' &&
    !type.pattern &&
    !type.format &&
    ordinal === 4 &&
    typeof value === 'string' &&
    value.length > 3
  )
    return `${value.slice(0, -2)}%_`
  // Equal to another row's: sorting by it then needs the key to be total.
  if (type.kind === 'instant' && type.min === undefined && typeof value === 'string' && ordinal % 2 === 1)
    return value.replace('Z', `.${ordinal}Z`)
  return entity.key.includes(name) ? null : value
}
