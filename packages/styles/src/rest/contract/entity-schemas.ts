import {
  type EntityModel,
  type FieldModel,
  isNeeded,
  ownedEntity,
  ownedRelations,
  type RelationModel,
  type ServiceModel,
  writtenFields,
} from '@charter/runtime'
import { common, formName } from './component-names.ts'
import { compact, reference, type Schema } from './json.ts'
import { inputNames } from './named-schemas.ts'
import { memberSchema, nullable, typeSchema } from './type-schema.ts'

/** The forms of an entity on the wire: as read, created, replaced, patched, and in pages. */
export const entitySchemas = (model: ServiceModel, entity: EntityModel): Schema => ({
  [entity.name]: readSchema(entity),
  [formName(entity.name, 'Create')]: writeSchema(model, entity, 'create'),
  [formName(entity.name, 'Replace')]: writeSchema(model, entity, 'replace'),
  [formName(entity.name, 'Patch')]: patchSchema(model, entity),
  [formName(entity.name, 'Page')]: pageSchema(reference('schemas', entity.name)),
})

export const pageSchema = (items: Schema): Schema => ({
  type: 'object',
  description: 'One page of a list. `next` goes into `after` for the page after it, and is null on the last one.',
  properties: {
    items: { type: 'array', items },
    next: { type: ['string', 'null'] },
    count: common('Count'),
  },
  required: ['items', 'next'],
  additionalProperties: false,
})

const readSchema = (entity: EntityModel): Schema => ({
  type: 'object',
  description: [
    entity.description,
    'Holds every field, unless `fields` asked for fewer, and the relations that `include` asked for.',
  ]
    .filter(Boolean)
    .join(' '),
  properties: {
    ...Object.fromEntries(entity.fields.map((field) => [field.name, readField(field)])),
    ...Object.fromEntries(entity.relations.map((relation) => [relation.name, includedSchema(relation)])),
  },
  additionalProperties: false,
})

const readField = (field: FieldModel): Schema => {
  const { default: _, ...shown } = field
  const rest = memberSchema({ ...shown, isOptional: field.isOptional || mayBeHidden(field) })
  if (field.protect?.kind === 'tokenize') return tokenised(field, rest)
  if (field.mask?.kind !== 'last') return rest
  // Masked text keeps its length and last characters, not its pattern.
  const { pattern: _pattern, format: _format, anyOf: _anyOf, ...plain } = rest
  return {
    ...plain,
    description: [
      rest.description,
      `Without the right to reveal "${field.reveal}", all but the last ${field.mask.keep} characters, and at least half of all, are "*".`,
    ]
      .filter(Boolean)
      .join(' '),
  }
}

/** A token has neither the pattern nor the length of the value it stands for. */
const tokenised = ({ reveal }: FieldModel, schema: Schema): Schema => {
  const { pattern: _pattern, format: _format, minLength: _min, maxLength: _max, anyOf, ...rest } = schema
  const sentence = `Without the right to reveal "${reveal}", a token (\`tok_…\`) that stands for the value. A token is never taken as a value.`
  const description = [rest.description, sentence].filter(Boolean).join(' ')
  return anyOf ? { type: ['string', 'null'], ...rest, description } : { ...rest, description }
}

const mayBeHidden = ({ reveal, mask, protect }: FieldModel): boolean =>
  protect?.kind !== 'tokenize' &&
  (reveal !== undefined || mask !== undefined) &&
  (mask === undefined || mask.kind === 'hide')

const includedSchema = ({ kind, target }: RelationModel): Schema =>
  kind === 'one'
    ? { anyOf: [reference('schemas', target), { type: 'null' }], description: 'Only where `include` asked for it.' }
    : { ...reference('schemas', formName(target, 'Page')), description: 'Only where `include` asked for it.' }

const writeSchema = (model: ServiceModel, entity: EntityModel, form: 'create' | 'replace'): Schema => {
  const inputs = inputNames(model)
  const fields = writtenFields(entity, form)
  const required = fields.filter((field) => isNeeded(field, form)).map(({ name }) => name)
  return compact({
    type: 'object',
    description: rulesOf(entity).join(' ') || undefined,
    properties: {
      ...Object.fromEntries(
        fields.map((field) => [field.name, { ...memberSchema(field, inputs), ...onlyWritten(field) }]),
      ),
      ...Object.fromEntries(ownedMembers(model, entity)),
    },
    required: required.length > 0 ? required : undefined,
    additionalProperties: false,
  })
}

const rulesOf = ({ checks, relatedChecks = [] }: EntityModel): readonly string[] =>
  [...checks, ...relatedChecks].map(({ message }) => message)

const onlyWritten = ({ isWriteOnly }: { readonly isWriteOnly?: true | undefined }): Schema =>
  isWriteOnly ? { writeOnly: true } : {}

const ownedMembers = (model: ServiceModel, entity: EntityModel): readonly (readonly [string, Schema])[] =>
  ownedRelations(entity).map((relation) => [relation.name, ownedSchema(model, relation)])

/** Rows written with their parent: their reference to it comes from it. */
const ownedSchema = (model: ServiceModel, relation: RelationModel): Schema => {
  const entity = model.entities.find(({ name }) => name === relation.target)
  return compact({
    type: 'array',
    maxItems: 1000,
    items: entity && writeSchema(model, ownedEntity(entity, relation), 'create'),
  })
}

/** RFC 7396: absent leaves unchanged, null takes the value away. */
const patchSchema = (model: ServiceModel, entity: EntityModel): Schema => {
  const inputs = inputNames(model)
  return {
    type: 'object',
    properties: Object.fromEntries([
      ...writtenFields(entity, 'update').map(({ name, type, isOptional, description, deprecated, isWriteOnly }) => {
        const schema = isOptional ? nullable(typeSchema(type, inputs)) : typeSchema(type, inputs)
        const told = { ...(deprecated && { deprecated: true }), ...onlyWritten({ isWriteOnly }) }
        return [name, compact({ ...schema, ...told, description: description ?? schema.description })] as const
      }),
      ...ownedMembers(model, entity),
    ]),
    additionalProperties: false,
  }
}
