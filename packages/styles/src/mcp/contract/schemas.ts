import {
  type CrudOperation,
  type EntityModel,
  type JsonObject,
  type OperationModel,
  operatorList,
  type ServiceModel,
} from '@charter/runtime'
import { commonName, formName } from '../../rest/contract/component-names.ts'
import { entitySchemas } from '../../rest/contract/entity-schemas.ts'
import { namedSchemas } from '../../rest/contract/named-schemas.ts'
import { type InputNames, membersSchema, nullable, typeSchema } from '../../rest/contract/type-schema.ts'

/** Definitions that tools refer to: JSON Schema 2020-12, the same forms of rows and inputs that OpenAPI 3.1 shows. Their names are yet to be settled. */
export const definitionsOf = (model: ServiceModel): JsonObject =>
  local({
    ...Object.assign({}, ...model.entities.map((entity) => entitySchemas(model, entity))),
    ...namedSchemas(model),
    [commonName('Count')]: {
      type: 'object',
      properties: { value: { type: 'integer' }, isExact: { type: 'boolean' } },
      required: ['value', 'isExact'],
      additionalProperties: false,
    },
    [commonName('AuditPage')]: {
      type: 'object',
      properties: { items: { type: 'array', items: { type: 'object' } }, next: { type: ['string', 'null'] } },
      required: ['items', 'next'],
      additionalProperties: false,
    },
    [commonName('Filter')]: filter,
    [commonName('Include')]: {
      type: 'object',
      description: 'Related rows to answer with, by the relation’s name, and what is asked of them.',
      additionalProperties: {
        type: 'object',
        properties: {
          fields: { type: 'array', items: { type: 'string' } },
          filter: ref(commonName('Filter')),
          sort: { type: 'array', items: { type: 'string' } },
          limit: { type: 'integer', minimum: 1 },
          count: { type: 'boolean' },
          include: ref(commonName('Include')),
        },
        additionalProperties: false,
      },
    },
  })

const ref = (name: string) => ({ $ref: `#/$defs/${name}` })

const names = (description: string) => ({ type: 'array', items: { type: 'string' }, description })

/** One form with every member, and no alternatives, which models' own readers of schemas often refuse: this is told in each tool. */
const filter = {
  type: 'object',
  description: '{ field, op, value }, or { and: […] }, { or: […] }, { not: … } of such conditions.',
  properties: {
    field: { type: 'string' },
    op: { enum: operatorList.split(', ') },
    value: {},
    and: { type: 'array', items: ref(commonName('Filter')) },
    or: { type: 'array', items: ref(commonName('Filter')) },
    not: ref(commonName('Filter')),
  },
  additionalProperties: false,
}

/** What tools have alike is the same object in each: they are plain JSON, which their type does not say. */
const plain = (schema: unknown): JsonObject => schema as JsonObject

/** References of the OpenAPI document as those of a schema that stands alone. */
const local = (schema: unknown): JsonObject =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/components/schemas/', '"#/$defs/')) as JsonObject

type Asked = CrudOperation | 'aggregate' | OperationModel

/** What schemas of arguments depend on: the charter's types as they are given, and whether a change has to say of which version. */
export interface ArgumentContext {
  readonly inputs: InputNames
  readonly ifMatch: ServiceModel['ifMatch']
}

/** The arguments of a tool. */
export const inputOf = (
  entity: EntityModel | undefined,
  asked: Asked,
  { inputs, ifMatch }: ArgumentContext,
): JsonObject => {
  const properties: Record<string, unknown> = {}
  const required: string[] = []
  const need = (name: string, schema: unknown): void => {
    properties[name] = schema
    required.push(name)
  }
  if (entity && hasKey(asked)) need('key', keySchema(entity, inputs))
  if (typeof asked === 'object') {
    if (asked.input.length > 0) need('value', local(membersSchema(asked.input, inputs)))
    if (asked.result && 'entity' in asked.result) Object.assign(properties, isWrite(asked) ? writtenRowParts : rowParts)
  } else if (entity) {
    if (asked === 'create') need('value', ref(formName(entity.name, 'Create')))
    if (asked === 'replace') need('value', ref(formName(entity.name, 'Replace')))
    if (asked === 'update') need('value', ref(formName(entity.name, 'Patch')))
    if (asked === 'list') Object.assign(properties, pageParts)
    if (asked === 'audit') Object.assign(properties, trailParts)
    if (asked === 'aggregate') Object.assign(properties, aggregateParts)
    if (asked === 'read') Object.assign(properties, rowParts)
    if (['create', 'replace', 'update'].includes(asked)) Object.assign(properties, writtenRowParts)
  }
  if (isWrite(asked)) Object.assign(properties, writeParts)
  if (ifMatch === 'required' && (asked === 'replace' || asked === 'update' || asked === 'delete'))
    required.push('ifMatch')
  return plain({ type: 'object', properties, ...(required.length > 0 && { required }), additionalProperties: false })
}

const hasKey = (asked: Asked): boolean =>
  typeof asked === 'object' ? asked.hasKey : ['read', 'replace', 'update', 'delete', 'audit'].includes(asked)

const isWrite = (asked: Asked): boolean =>
  typeof asked === 'object' ? asked.effect === 'write' : ['create', 'replace', 'update', 'delete'].includes(asked)

const keySchema = (entity: EntityModel, inputs: InputNames) => ({
  type: 'object',
  properties: Object.fromEntries(
    entity.key.flatMap((name) =>
      entity.fields.filter((field) => field.name === name).map(({ type }) => [name, local(typeSchema(type, inputs))]),
    ),
  ),
  required: entity.key,
  additionalProperties: false,
})

const rowParts = { fields: names('Fields to answer with; all where left out.'), include: ref(commonName('Include')) }

/** What a write answers with is asked as in reading: the tools that read say how, so that those that write need not again. */
const writtenRowParts = {
  ...rowParts,
  include: { type: 'object', description: 'Related rows to answer with, asked as in reading.' },
}

const trailParts = {
  limit: { type: 'integer', minimum: 1 },
  after: { type: 'string', description: '`next` of the page before.' },
}

const pageParts = {
  filter: ref(commonName('Filter')),
  sort: names('Fields to sort by; a minus before the name sorts from the end.'),
  ...trailParts,
  count: { type: 'boolean', description: 'Whether to count all rows that match.' },
  ...rowParts,
}

const aggregateParts = {
  filter: ref(commonName('Filter')),
  limit: { type: 'integer', minimum: 1, description: 'Groups at most.' },
  aggregate: {
    type: 'object',
    properties: Object.fromEntries(
      ['groupBy', 'sum', 'average', 'min', 'max'].map((name) => [name, { type: 'array', items: { type: 'string' } }]),
    ),
    additionalProperties: false,
  },
}

const writeParts = {
  ifMatch: {
    type: 'array',
    items: { type: 'string' },
    description: 'Entity tags, of which the row must still have one; `*` for whatever it is.',
  },
  idempotencyKey: {
    type: 'string',
    description: 'The same key makes the same write once.',
    minLength: 1,
    maxLength: 255,
  },
}

/** What a tool answers: its result, the row's entity tag, and whether the answer was given before. */
export const outputOf = (entity: EntityModel | undefined, asked: Asked): JsonObject =>
  plain({
    type: 'object',
    properties: { result: resultSchema(entity, asked), etag: { type: 'string' }, isReplayed: { type: 'boolean' } },
    required: ['result'],
    additionalProperties: false,
  })

const resultSchema = (entity: EntityModel | undefined, asked: Asked): unknown => {
  if (typeof asked === 'object') {
    const { result } = asked
    if (!result) return { type: 'null' }
    if ('type' in result) return local(nullable(typeSchema(result.type)))
    return result.isList ? { type: 'array', items: ref(result.entity) } : ref(result.entity)
  }
  const name = entity?.name ?? ''
  switch (asked) {
    case 'delete':
      return { type: 'null' }
    case 'list':
      return ref(formName(name, 'Page'))
    case 'audit':
      return ref(commonName('AuditPage'))
    case 'aggregate':
      return {
        type: 'object',
        properties: { groups: { type: 'array', items: { type: 'object' } }, isComplete: { type: 'boolean' } },
        required: ['groups', 'isComplete'],
      }
    default:
      return ref(name)
  }
}
