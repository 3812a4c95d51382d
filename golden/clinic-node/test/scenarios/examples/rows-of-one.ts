import type { EntityModel, FieldModel, JsonObject, ServiceModel } from '../../../src/runtime/index.ts'
import type { ExampleRows } from './example-rows.ts'

/**
 * The examples, of which the first `mine` rows of each entity belong to the principal of claims 0, and the others to that
 * of claims 1: with one row each, neither an order nor a page would tell anything.
 */
export const rowsOfOne = (model: ServiceModel, examples: ExampleRows, mine: number): ExampleRows => {
  const { rows, attributes } = examples
  const owned = (entity: EntityModel, row: JsonObject, ordinal: number): JsonObject => ({
    ...row,
    ...(entity.tenantField !== undefined && { [entity.tenantField]: ordinal < mine ? 'tenant-1' : 'tenant-2' }),
    ...Object.fromEntries(
      entity.fields
        .filter((field) => isTied(model, examples, entity, field))
        .map(({ name }) => [name, rows[entity.name]?.[ordinal < mine ? 0 : ordinal]?.[name] ?? null]),
    ),
  })
  return {
    rows: Object.fromEntries(
      model.entities.map((entity) => [
        entity.name,
        (rows[entity.name] ?? []).map((row, ordinal) => owned(entity, row, ordinal)),
      ]),
    ),
    attributes: attributes.map((each, at) => (at === 1 ? (attributes[mine] ?? each) : each)),
  }
}

/** Whether the examples give the field each principal's own attribute: then it says whose the row is. */
const isTied = (
  model: ServiceModel,
  { rows, attributes }: ExampleRows,
  { name: entity, tenantField }: EntityModel,
  { name, type }: FieldModel,
): boolean =>
  type.kind === 'text' &&
  name !== tenantField &&
  model.access.principal.some((attribute) =>
    (rows[entity] ?? []).every((row, at) => row[name] !== null && row[name] === attributes[at]?.[attribute.name]),
  )
