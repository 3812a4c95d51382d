import type { EntityModel, JsonObject, RelationModel, ServiceModel } from '../../../src/runtime/index.ts'

/** Rows by entity, canonical. */
export type RowsByEntity = Readonly<Record<string, readonly JsonObject[]>>

/**
 * A row with those its relations lead to under their names (a row or null, or a list), as predicates ask of them: only what is of its tenant
 * and not deleted. They are looked up when somebody asks, so that rows may lead to each other in a circle.
 */
export const rowAround = (
  model: ServiceModel,
  rows: RowsByEntity,
  entity: EntityModel,
  row: JsonObject,
): JsonObject => {
  const around = { ...row }
  for (const relation of entity.relations) {
    const target = model.entities.find(({ name }) => name === relation.target)
    if (!target) continue
    Object.defineProperty(around, relation.name, {
      get: () => {
        const found = targetsOf(model, rows, { entity, row, relation, target })
        const whole = found.map((each) => rowAround(model, rows, target, each))
        return relation.kind === 'many' ? whole : (whole[0] ?? null)
      },
    })
  }
  return around
}

interface Step {
  readonly entity: EntityModel
  readonly row: JsonObject
  readonly relation: RelationModel
  readonly target: EntityModel
}

const targetsOf = (model: ServiceModel, rows: RowsByEntity, step: Step): readonly JsonObject[] => {
  const { entity, row, relation, target } = step
  const { through } = relation
  if (!through) return found(rows, { from: row, by: relation.from, to: relation.to, entity, target, relation })
  const between = model.entities.find(({ name }) => name === through.entity)
  if (!between) return []
  const joining = found(rows, { from: row, by: relation.from, to: relation.to, entity, target: between, relation })
  return joining.flatMap((each) =>
    found(rows, { from: each, by: through.from, to: through.to, entity: between, target, relation }),
  )
}

interface Lookup {
  readonly from: JsonObject
  readonly by: readonly string[]
  readonly to: readonly string[]
  readonly entity: EntityModel
  readonly target: EntityModel
  readonly relation: RelationModel
}

/** What a relation to many leads to is gone once it is deleted; a reference to one still points at it. */
const found = (rows: RowsByEntity, { from, by, to, entity, target, relation }: Lookup): readonly JsonObject[] => {
  const tenants = [entity.tenantField, target.tenantField] as const
  const isOfTenant = (each: JsonObject): boolean =>
    tenants[0] === undefined || tenants[1] === undefined || each[tenants[1]] === from[tenants[0]]
  const deleted = relation.kind === 'many' ? target.softDeleteField : undefined
  return (rows[target.name] ?? []).filter(
    (each) =>
      to.every((field, at) => (each[field] ?? null) !== null && each[field] === from[by[at] ?? '']) &&
      isOfTenant(each) &&
      (deleted === undefined || (each[deleted] ?? null) === null),
  )
}
