import type { Charter, Entity, Field } from './charter.ts'
import { writableOf } from './model.ts'
import { isOurs } from './ours.ts'

/** The field that says whose a row is; undefined where all tenants see the same rows. */
export const tenantFieldOf = (charter: Charter, entity: Entity): Field | undefined =>
  entity.isShared ? undefined : entity.fields.find(({ name }) => name === charter.access.tenancy?.field)

/**
 * Whether the key of an entity is unique within the tenant only, as it is in a database of ours where clients give a part of it:
 * else a conflict would tell of another tenant's row. Keys that the service makes are unique over all, and so are those that rows
 * without a tenant refer to.
 */
export const isKeyWithinTenant = (charter: Charter, entity: Entity): boolean => {
  const tenant = tenantFieldOf(charter, entity)
  return (
    tenant !== undefined &&
    !tenant.isOptional &&
    !entity.key.includes(tenant.name) &&
    isOurs(charter, entity) &&
    entity.key.some((name) => isGiven(entity, name)) &&
    !isReferredToByAll(charter, entity)
  )
}

/** Whether clients may give the field's value. */
export const isGiven = (entity: Entity, name: string): boolean => {
  const field = entity.fields.find((each) => each.name === name)
  return field !== undefined && writableOf(field, entity) !== 'never'
}

const isReferredToByAll = (charter: Charter, { name, key }: Entity): boolean =>
  charter.entities.some(
    (other) =>
      tenantFieldOf(charter, other) === undefined &&
      other.relations.some(
        ({ kind, target, to }) => kind === 'one' && target === name && to.every((field) => key.includes(field)),
      ),
  )
