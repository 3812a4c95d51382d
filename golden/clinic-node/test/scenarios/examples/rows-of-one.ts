import type { EntityModel, FieldModel, JsonObject, ServiceModel } from '../../../src/runtime/index.ts'
import type { ExampleRows } from './example-rows.ts'

/**
 * The examples, of which the first `mine` rows of each entity belong to the principal of claims 0, and the others to that
 * of claims 1: with one row each, neither an order nor a page would tell anything.
 */
export const rowsOfOne = (model: ServiceModel, examples: ExampleRows, mine: number): ExampleRows => {
  const { rows, attributes } = examples
  const owned = (entity: EntityModel, row: JsonObject, ordinal: number): JsonObject => {
    const tenant = ordinal < mine ? 'tenant-1' : 'tenant-2'
    return {
      ...row,
      ...(entity.tenantField !== undefined && { [entity.tenantField]: tenant }),
      ...Object.fromEntries(
        entity.fields.flatMap((field) => {
          const attribute = tiedTo(model, examples, entity, field)
          if (!attribute) return []
          const usual = rows[entity.name]?.[ordinal < mine ? 0 : ordinal]?.[field.name] ?? null
          return [[field.name, isTenant(model, attribute) ? tenant : usual]]
        }),
      ),
    }
  }
  const [, second = {}] = attributes
  const others = {
    ...(attributes[mine] ?? second),
    ...Object.fromEntries(
      model.access.principal.flatMap((each) => (isTenant(model, each) ? [[each.name, 'tenant-2']] : [])),
    ),
  }
  return {
    rows: Object.fromEntries(
      model.entities.map((entity) => [
        entity.name,
        (rows[entity.name] ?? []).map((row, ordinal) => owned(entity, row, ordinal)),
      ]),
    ),
    attributes: attributes.map((each, at) => (at === 1 ? others : each)),
  }
}

type Attribute = ServiceModel['access']['principal'][number]

/** Whether tokens say the attribute and whose tenant they are of by the same claim. */
const isTenant = ({ access }: ServiceModel, { claim }: Attribute): boolean => claim === access.tenantClaim

/** The attribute of each principal that the examples give the field: then it says whose the row is. */
const tiedTo = (
  model: ServiceModel,
  { rows, attributes }: ExampleRows,
  { name: entity, tenantField }: EntityModel,
  { name, type }: FieldModel,
): Attribute | undefined =>
  type.kind !== 'text' || name === tenantField
    ? undefined
    : model.access.principal.find((attribute) =>
        (rows[entity] ?? []).every((row, at) => row[name] !== null && row[name] === attributes[at]?.[attribute.name]),
      )
