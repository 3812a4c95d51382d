import type { Member } from '../values/type.ts'
import type { EntityModel, FieldModel, RelationModel, ServiceModel } from './model.ts'

/** `create` and `replace` want the whole; `update` (RFC 7396) only what changes. */
export type InputMode = 'create' | 'replace' | 'update'

/** Whether clients may write the field at all: what contracts offer, and what is taken from who may see it. */
export const isWritten = ({ writable }: Pick<FieldModel, 'writable'>, mode: InputMode): boolean =>
  writable === 'always' || (writable === 'create' && mode === 'create')

/** All that a row is stored with: what answers may hold, then what is taken alone. */
export const everyField = ({ fields, writeOnly }: Pick<EntityModel, 'fields' | 'writeOnly'>): readonly FieldModel[] =>
  writeOnly ? [...fields, ...writeOnly] : fields

/** Whether any field of a service is encrypted or tokenised. */
export const needsProtection = ({ entities }: Pick<ServiceModel, 'entities'>): boolean =>
  entities.some((entity) => everyField(entity).some(({ protect }) => protect !== undefined))

/** The fields of a body, in the entity's order; those that are written alone stand last. */
export const writtenFields = (
  entity: Pick<EntityModel, 'fields' | 'writeOnly'>,
  mode: InputMode,
): readonly FieldModel[] => everyField(entity).filter((field) => isWritten(field, mode))

/** Whether a body must hold it. Who replaces a row cannot know what it was never shown. */
export const isNeeded = (
  { isOptional, default: fallback, isWriteOnly }: Member & Pick<FieldModel, 'isWriteOnly'>,
  mode: InputMode,
): boolean => mode !== 'update' && !isOptional && !fallback && !(isWriteOnly && mode === 'replace')

/** Whether nobody but a hook can give a field a value: nobody writes it, and nothing makes it. */
export const isLeftToHook = (
  { hooks }: Pick<EntityModel, 'hooks'>,
  { writable, default: preset }: Pick<FieldModel, 'writable' | 'default'>,
): boolean => hooks?.includes('before') === true && writable === 'never' && preset === undefined

/** Whether a hook has to give a field its value: a row always has it. */
export const isDerived = (entity: Pick<EntityModel, 'hooks'>, field: FieldModel): boolean =>
  isLeftToHook(entity, field) && !field.isOptional

/** The relations whose rows may stand in a body of `create` and `replace`. */
export const ownedRelations = ({ relations }: Pick<EntityModel, 'relations'>): readonly RelationModel[] =>
  relations.filter(({ isOwned }) => isOwned)

/** An entity as its rows stand in their parent's body: the reference to the parent comes from it, and no rows stand below them. */
export const ownedEntity = (target: EntityModel, { to }: Pick<RelationModel, 'to'>): EntityModel => ({
  ...target,
  relations: [],
  // What is written alone refers to nothing.
  fields: target.fields.map((field) => (to.includes(field.name) ? { ...field, writable: 'never' } : field)),
})
