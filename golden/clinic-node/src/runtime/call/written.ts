import type { Member } from '../values/type.ts'
import type { EntityModel, FieldModel, RelationModel } from './model.ts'

/** `create` and `replace` want the whole; `update` (RFC 7396) only what changes. */
export type InputMode = 'create' | 'replace' | 'update'

/** Whether clients may write the field at all: what contracts offer, and what is taken from who may see it. */
export const isWritten = ({ writable }: Pick<FieldModel, 'writable'>, mode: InputMode): boolean =>
  writable === 'always' || (writable === 'create' && mode === 'create')

/** The fields of a body, in the entity's order. */
export const writtenFields = ({ fields }: Pick<EntityModel, 'fields'>, mode: InputMode): readonly FieldModel[] =>
  fields.filter((field) => isWritten(field, mode))

/** Whether a body must hold it. */
export const isNeeded = ({ isOptional, default: fallback }: Member, mode: InputMode): boolean =>
  mode !== 'update' && !isOptional && !fallback

/** Whether a hook is all that gives a field its value: nobody writes it, nothing makes it, and a row always has it. */
export const isDerived = (
  { hooks }: Pick<EntityModel, 'hooks'>,
  { writable, isOptional, default: preset }: FieldModel,
): boolean => hooks?.includes('before') === true && writable === 'never' && !isOptional && preset === undefined

/** Whether a hook may give a field its value although nobody else does: what it is, only its code knows. */
export const mayBeDerived = (
  { hooks, key, tenantField }: Pick<EntityModel, 'hooks' | 'key' | 'tenantField'>,
  { name, writable, isState, default: preset }: FieldModel,
): boolean =>
  hooks?.includes('before') === true &&
  writable === 'never' &&
  preset === undefined &&
  !isState &&
  !key.includes(name) &&
  name !== tenantField

/** The relations whose rows may stand in a body of `create` and `replace`. */
export const ownedRelations = ({ relations }: Pick<EntityModel, 'relations'>): readonly RelationModel[] =>
  relations.filter(({ isOwned }) => isOwned)

/** An entity as its rows stand in their parent's body: the reference to the parent comes from it, and no rows stand below them. */
export const ownedEntity = (target: EntityModel, { to }: Pick<RelationModel, 'to'>): EntityModel => ({
  ...target,
  relations: [],
  fields: target.fields.map((field) => (to.includes(field.name) ? { ...field, writable: 'never' } : field)),
})
