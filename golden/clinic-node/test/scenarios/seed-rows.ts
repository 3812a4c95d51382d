import type { EntityModel, FieldModel, Json, JsonObject, ServiceModel } from '../../src/runtime/index.ts'
import { type ExampleRows, exampleRows, rowsOfOne } from './examples/index.ts'

/** Rows of each entity: the first `mine` belong to claims 0, the others to claims 1. */
export const seedCount = 6
export const mineCount = 5

/**
 * Example rows arranged to show what a service may get wrong: most belong to one principal, optional values are
 * missing in one row, texts differ in case alone, moments have fractions.
 */
export const seedRows = (model: ServiceModel): ExampleRows => {
  const examples = exampleRows(model, seedCount)
  const { rows, attributes } = rowsOfOne(model, examples, mineCount)
  const arranged = model.entities.map((entity) => {
    const isAnybodys = (name: string): boolean =>
      name !== entity.tenantField &&
      (rows[entity.name] ?? []).every((row, at) => row[name] === examples.rows[entity.name]?.[at]?.[name])
    const free = entity.fields.filter((field) => isAnybodys(field.name) && isFree(model, entity, field))
    const vary = (row: JsonObject, ordinal: number): JsonObject => ({
      ...row,
      ...Object.fromEntries(free.map((field) => [field.name, varied(entity, field, row[field.name] ?? null, ordinal)])),
    })
    return [entity.name, (rows[entity.name] ?? []).map(vary)]
  })
  return { rows: Object.fromEntries(arranged), attributes }
}

/** Whether nothing else depends on the value: no key, reference, rule or check. */
export const isFree = (model: ServiceModel, entity: EntityModel, { name }: FieldModel): boolean =>
  !entity.key.includes(name) &&
  !entity.unique.some(({ fields }) => fields.includes(name)) &&
  !entity.checks.some(({ fields, predicate }) => fields.includes(name) || speaksOf(predicate, name)) &&
  !model.entities.some(({ relations, name: of }) =>
    relations.some(
      ({ from, to, target, through }) =>
        (of === entity.name && from.includes(name)) ||
        (target === entity.name && to.includes(name)) ||
        (through?.entity === entity.name && [...through.from, ...through.to].includes(name)),
    ),
  ) &&
  !model.access.rules.some(({ when }) => when !== undefined && speaksOf(when, name)) &&
  entity.softDeleteField !== name

/** Whether a condition, however it is put together, reads the field of a row. */
export const speaksOf = (condition: unknown, name: string): boolean => {
  if (typeof condition !== 'object' || condition === null) return false
  if ('path' in condition && Array.isArray(condition.path) && condition.path.includes(name)) return true
  return Object.values(condition).some((each) => speaksOf(each, name))
}

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
