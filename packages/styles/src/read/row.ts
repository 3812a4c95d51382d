import type { EntityModel, FieldModel, RelationModel } from '@charter/runtime'
import { type Visibility, type VisibleMember, type VisibleMembers, visibleType } from './visible.ts'

/** What a contract in JSON shows of an entity's rows. */
export interface VisibleRow {
  readonly fields: VisibleMembers
  readonly relations: Readonly<Record<string, { readonly kind: 'one' | 'many'; readonly target: string }>>
}

export const visibleRow = ({ fields, relations }: EntityModel, visibility: Visibility): VisibleRow => ({
  fields: Object.fromEntries(fields.map((field) => [field.name, shown(field, visibility)])),
  relations: Object.fromEntries(relations.map(({ name, kind, target }: RelationModel) => [name, { kind, target }])),
})

/** What is hidden may be null; what is masked or a token has not the form of the value. */
const shown = (field: FieldModel, visibility: Visibility): VisibleMember => {
  const { reveal, mask, protect, isOptional } = field
  const isToken = protect?.kind === 'tokenize'
  const mayBeHidden =
    !isToken && (reveal !== undefined || mask !== undefined) && (mask === undefined || mask.kind === 'hide')
  const type = visibleType(field.type, visibility)
  const isNullable = (isOptional || mayBeHidden) && field.type.kind !== 'json'
  if (type.kind !== 'text') return { type, isNullable, isRequired: false }
  const { pattern, format, lengthMin, lengthMax } = type
  const lengths = isToken
    ? {}
    : { ...(lengthMin !== undefined && { lengthMin }), ...(lengthMax !== undefined && { lengthMax }) }
  const isPlain = isToken || mask?.kind === 'last'
  const forms = isPlain ? {} : { ...(pattern !== undefined && { pattern }), ...(format !== undefined && { format }) }
  return { type: { kind: 'text', ...lengths, ...forms }, isNullable, isRequired: false }
}
