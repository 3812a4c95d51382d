import type { EntityModel, FieldModel, Json, JsonObject, ServiceModel } from '../../src/runtime/index.ts'
import { type ExampleRows, exampleRows, isChecked, rowsOfOne } from './examples/index.ts'
import { namesIn, namesInRules } from './names-in-rules.ts'

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
  const bound = boundIn(model)
  const arranged = model.entities.map((entity) => {
    const isAnybodys = (name: string): boolean =>
      name !== entity.tenantField &&
      (rows[entity.name] ?? []).every((row, at) => row[name] === examples.rows[entity.name]?.[at]?.[name])
    const free = entity.fields.filter((field) => isAnybodys(field.name) && isFree(bound, entity, field))
    const vary = (row: JsonObject, ordinal: number): JsonObject => ({
      ...row,
      ...Object.fromEntries(free.map((field) => [field.name, varied(entity, field, row[field.name] ?? null, ordinal)])),
    })
    return [entity.name, (rows[entity.name] ?? []).map(vary)]
  })
  return { rows: Object.fromEntries(arranged), attributes }
}

/** Whether nothing else depends on the value: no key, reference, rule or check. */
const isFree = (bound: Bound, entity: EntityModel, { name }: FieldModel): boolean =>
  !entity.key.includes(name) &&
  !entity.unique.some(({ fields }) => fields.includes(name)) &&
  !isChecked(entity, name) &&
  !entity.checks.some(({ fields, predicate }) => fields.includes(name) || namesIn(predicate).includes(name)) &&
  !bound.fields.has(`${entity.name}.${name}`) &&
  !bound.rules.has(name) &&
  entity.softDeleteField !== name

interface Bound {
  /** `Order.customerId`: fields that relations go from, or to. */
  readonly fields: ReadonlySet<string>
  readonly rules: ReadonlySet<string>
}

const boundIn = (model: ServiceModel): Bound => {
  const ends = model.entities.flatMap(({ name, relations }) =>
    relations.flatMap(({ from, to, target, through }) => [
      ...from.map((field) => `${name}.${field}`),
      ...to.map((field) => `${target}.${field}`),
      ...(through ? [...through.from, ...through.to].map((field) => `${through.entity}.${field}`) : []),
    ]),
  )
  const asked = model.entities.flatMap((entity) =>
    (entity.relatedChecks ?? []).flatMap(({ paths }) => paths.flatMap((path) => endOf(model, entity, path))),
  )
  return { fields: new Set([...ends, ...asked]), rules: namesInRules(model) }
}

/** `Room.size` of `room.size` in a check of bookings. */
const endOf = (
  model: ServiceModel,
  entity: EntityModel,
  [first = '', ...more]: readonly string[],
): readonly string[] => {
  if (more.length === 0) return [`${entity.name}.${first}`]
  const target = entity.relations.find(({ name }) => name === first)?.target
  const next = model.entities.find(({ name }) => name === target)
  return next ? endOf(model, next, more) : []
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
