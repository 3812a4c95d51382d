import { type Charter, type Entity, isKeyWithinTenant, tenantFieldOf } from '@charter/charter'

/**
 * Fields that tell a row from all others of its table, and that statements find it by: its key, after the tenant where keys hold
 * within the tenant.
 */
export const rowKeyOf = (charter: Charter, entity: Entity): readonly string[] => [
  ...tenantOfKey(charter, entity),
  ...entity.key,
]

/** The tenant's field, where keys hold within the tenant; else nothing. */
export const tenantOfKey = (charter: Charter, entity: Entity): readonly string[] => {
  const tenant = isKeyWithinTenant(charter, entity) ? tenantFieldOf(charter, entity) : undefined
  return tenant ? [tenant.name] : []
}
