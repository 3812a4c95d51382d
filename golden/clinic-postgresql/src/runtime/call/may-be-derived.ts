import { type EntityModel, type FieldModel, isNeverInBodies } from './model.ts'
import { isLeftToHook } from './written.ts'

/** Whether a hook may give a field its value although nobody else does: what it is, only its code knows. */
export const mayBeDerived = (entity: Pick<EntityModel, 'hooks' | 'key' | 'tenantField'>, field: FieldModel): boolean =>
  isLeftToHook(entity, field) &&
  !isNeverInBodies(field) &&
  !entity.key.includes(field.name) &&
  field.name !== entity.tenantField
