import type { EntityModel, Json, JsonObject, RelationModel, ServiceModel } from '../../../src/runtime/index.ts'

/** Rows by entity, canonical. */
export type RowsByEntity = Readonly<Record<string, readonly JsonObject[]>>

/**
 * A row with those its relations lead to under their names (a row or null, or a list), as predicates ask of them: only what is of its tenant
 * and not deleted. They are looked up when somebody asks, so that rows may lead to each other in a circle. `tenant`: of the nearest row before
 * that has one.
 */
export const rowAround = (
  model: ServiceModel,
  rows: RowsByEntity,
  entity: EntityModel,
  row: JsonObject,
  tenant?: Json,
): JsonObject => {
  const around = { ...row }
  const own = tenantOf(entity, row) ?? tenant
  for (const relation of entity.relations) {
    const target = model.entities.find(({ name }) => name === relation.target)
    if (!target) continue
    Object.defineProperty(around, relation.name, {
      get: () => {
        const found = targetsOf(model, rows, { row, relation, target, tenant: own })
        const whole = found.map((each) => rowAround(model, rows, target, each, own))
        return relation.kind === 'many' ? whole : (whole[0] ?? null)
      },
    })
  }
  return around
}

const tenantOf = ({ tenantField }: EntityModel, row: JsonObject): Json | undefined =>
  tenantField === undefined ? undefined : row[tenantField]

interface Step {
  readonly row: JsonObject
  readonly relation: RelationModel
  readonly target: EntityModel
  readonly tenant: Json | undefined
}

const targetsOf = (model: ServiceModel, rows: RowsByEntity, step: Step): readonly JsonObject[] => {
  const { row, relation, target, tenant } = step
  const { through, from: by, to } = relation
  const isMany = relation.kind === 'many'
  if (!through) return found(rows, { from: row, by, to, target, isMany, tenant })
  const between = model.entities.find(({ name }) => name === through.entity)
  if (!between) return []
  return found(rows, { from: row, by, to, target: between, isMany, tenant }).flatMap((each) =>
    found(rows, {
      from: each,
      by: through.from,
      to: through.to,
      target,
      isMany,
      tenant: tenantOf(between, each) ?? tenant,
    }),
  )
}

interface Lookup {
  readonly from: JsonObject
  readonly by: readonly string[]
  readonly to: readonly string[]
  readonly target: EntityModel
  readonly isMany: boolean
  readonly tenant: Json | undefined
}

/** What a relation to many leads to is gone once it is deleted; a reference to one still points at it. */
const found = (rows: RowsByEntity, { from, by, to, target, isMany, tenant }: Lookup): readonly JsonObject[] => {
  const { tenantField, softDeleteField } = target
  const isOfTenant = (each: JsonObject): boolean =>
    tenant === undefined || tenantField === undefined || each[tenantField] === tenant
  const isThere = (each: JsonObject): boolean =>
    !isMany || softDeleteField === undefined || (each[softDeleteField] ?? null) === null
  return (rows[target.name] ?? []).filter(
    (each) =>
      to.every((field, at) => (each[field] ?? null) !== null && each[field] === from[by[at] ?? '']) &&
      isOfTenant(each) &&
      isThere(each),
  )
}
