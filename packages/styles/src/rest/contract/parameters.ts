import {
  type EntityModel,
  type FieldModel,
  filterOperators,
  type LimitsModel,
  patternPointsMax,
  type ServiceModel,
} from '@charter/runtime'
import { compact, reference, type Schema } from './json.ts'
import { typeSchema } from './type-schema.ts'

/** Parameters of a row's answer: which fields, which relations. None where the entity has no relations. */
export const rowParameters = (entity: EntityModel): readonly Schema[] => [
  reference('parameters', `${entity.name}Fields`),
  ...(entity.relations.length > 0 ? [reference('parameters', `${entity.name}Include`)] : []),
]

/** Parameters of a page of rows. */
export const pageParameters = (entity: EntityModel): readonly Schema[] => [
  ...(filterable(entity).length > 0 ? [reference('parameters', `${entity.name}Filter`)] : []),
  ...(sortable(entity).length > 0 ? [reference('parameters', `${entity.name}Sort`)] : []),
  ...['Limit', 'After', 'Count'].map((name) => reference('parameters', name)),
  ...rowParameters(entity),
]

/** Whether a request may say for which organisation it is. */
const isChosen = ({ membership, tenantClaim }: ServiceModel['access']): boolean =>
  membership !== undefined && tenantClaim !== undefined

/** What is asked beside everything at a path. */
export const pathParameters = ({ access }: ServiceModel): readonly Schema[] =>
  isChosen(access) ? [reference('parameters', 'Organisation')] : []

/** Query and header parameters that paths refer to. */
export const parameterComponents = ({ entities, limits, access }: ServiceModel): Schema => ({
  ...Object.fromEntries(entities.flatMap((entity) => entityParameters(entity, limits))),
  ...(isChosen(access) && {
    Organisation: header(
      'Charter-Organisation',
      'The organisation that the request is for, where whoever asks belongs to several and the credential names none.',
    ),
  }),
  Limit: query('limit', `Rows of one page, ${limits.pageSizeDefault} unless asked.`, {
    type: 'integer',
    minimum: 1,
    maximum: limits.pageSizeMax,
  }),
  After: query('after', 'The `next` of the page before.', { type: 'string' }),
  Count: query('count', 'Whether to count the rows as well.', { type: 'boolean' }),
  IfMatch: header('If-Match', 'Entity tags of which the stored row must have one; else 412.'),
  RequiredIfMatch: {
    ...header(
      'If-Match',
      'Entity tags of which the stored row must have one, else 412; `*` for whatever it is. Without it 428.',
    ),
    required: true,
  },
  IfNoneMatch: header('If-None-Match', 'The entity tag held; where it still stands, the answer is 304.'),
  IdempotencyKey: {
    ...header('Idempotency-Key', 'The same key with the same body within 24 hours gives the same answer, done once.'),
    // A header is ASCII that is seen (RFC 9110 section 5.5); as the server has it.
    schema: { type: 'string', pattern: '^[!-~]{1,255}$', minLength: 1, maxLength: 255 },
  },
})

const entityParameters = (entity: EntityModel, { costMax }: LimitsModel): readonly (readonly [string, Schema])[] => [
  [`${entity.name}Filter`, filterParameter(entity)],
  [
    `${entity.name}Sort`,
    list(
      'sort',
      'Field names; `-` before one sorts from the end.',
      sortable(entity).flatMap((name) => [name, `-${name}`]),
    ),
  ],
  [
    `${entity.name}Fields`,
    list(
      'fields',
      'Only these fields.',
      entity.fields.map(({ name }) => name),
    ),
  ],
  [
    `${entity.name}Include`,
    {
      ...query('include', `${includeSentence} ${costSentence(costMax)}`, {
        type: 'array',
        items: { type: 'string', pattern: pathPattern(entity) },
      }),
      style: 'form',
      explode: false,
      example: entity.relations.slice(0, 1).map(({ name }) => name),
    },
  ],
]

/** A relation of the entity, and what is related to those rows after a point: how far it goes nobody bounds but the cost. */
const pathPattern = ({ relations }: EntityModel): string =>
  `^(?:${relations.map(({ name }) => name.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&')).join('|')})(?:\\.[^.,]+)*$`

const costSentence = (costMax: number): string =>
  `A request costs one for each row that it may give, times what is included with each: at most ${costMax}, else 413.`

const includeSentence =
  'Relations to answer with each row, and theirs after a point. Each takes a selection of its own: `include[relation][limit]=5`, and likewise `sort`, `fields` and `filter`.'

const filterable = ({ fields }: EntityModel) =>
  fields.filter((field) => field.isFilterable && !field.reveal && !field.mask && !field.protect)
const sortable = ({ fields }: EntityModel) => fields.filter(({ isSortable }) => isSortable).map(({ name }) => name)

/** `filter[drug]=x` and `filter[drug][like]=x%`, one property for each. */
const filterParameter = (entity: EntityModel): Schema => ({
  name: 'filter',
  in: 'query',
  description:
    'Conditions that all hold: `filter[field]=value`, or `filter[field][operator]=value`. `in` is repeated for each value.',
  style: 'deepObject',
  explode: true,
  schema: {
    type: 'object',
    properties: Object.fromEntries(filterable(entity).map((field) => [field.name, fieldFilter(field)])),
    additionalProperties: false,
  },
})

const fieldFilter = ({ type }: FieldModel): Schema => {
  const { description: _, ...value } = typeSchema(type)
  const compared = comparedSchema(value)
  const operators = filterOperators(type).map((operator) => [
    operator,
    operator === 'in'
      ? { type: 'array', items: compared }
      : operator === 'isNull'
        ? { type: 'boolean' }
        : operator === 'like' || operator === 'startsWith'
          ? { type: 'string', maxLength: patternPointsMax }
          : compared,
  ])
  return { anyOf: [value, { type: 'object', properties: Object.fromEntries(operators), additionalProperties: false }] }
}

/** What a field is compared with: its kind alone, which is told for each operator. Bounds and patterns stand with the value itself. */
const comparedSchema = (value: Schema): Schema =>
  typeof value.type === 'string' && value.type !== 'object' && value.type !== 'array'
    ? compact({ type: value.type, format: value.format, enum: value.enum })
    : value

const query = (name: string, description: string, schema: Schema): Schema => ({
  name,
  in: 'query',
  description,
  schema,
})
const header = (name: string, description: string): Schema => ({
  name,
  in: 'header',
  description,
  schema: { type: 'string' },
})

const list = (name: string, description: string, values: readonly string[]): Schema => ({
  ...query(name, description, { type: 'array', items: { type: 'string', enum: values } }),
  style: 'form',
  explode: false,
})
