import type { Api, ApiEntity } from './api.ts'

/** The API as OpenAPI 3.0, for generators that read that: five operations an entity, and one for each operation. */
export const openapiOf = ({ title, version, entities, operations }: Api): object => ({
  openapi: '3.0.3',
  info: { title, version },
  paths: Object.assign(
    {},
    ...entities.map(pathsOf),
    ...operations.map(({ name, entity }) => ({
      [`/${pathOf(entity)}/{id}/${name}`]: { post: operation(name, entity, [idParameter]) },
    })),
  ),
  components: { schemas: Object.fromEntries(entities.map((entity) => [entity.name, schemaOf(entity)])) },
})

const pathOf = (entity: string): string => `${entity.toLowerCase()}s`

const idParameter = { name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } }

const reference = (entity: string) => ({ $ref: `#/components/schemas/${entity}` })

const operation = (operationId: string, entity: string, parameters: readonly object[], body = false) => ({
  operationId,
  tags: [entity],
  parameters,
  ...(body && { requestBody: { required: true, content: { 'application/json': { schema: reference(entity) } } } }),
  responses: { 200: { description: 'Done.', content: { 'application/json': { schema: reference(entity) } } } },
})

const pathsOf = ({ name }: ApiEntity) => ({
  [`/${pathOf(name)}`]: { get: operation(`list${name}`, name, []), post: operation(`create${name}`, name, [], true) },
  [`/${pathOf(name)}/{id}`]: {
    get: operation(`read${name}`, name, [idParameter]),
    put: operation(`replace${name}`, name, [idParameter], true),
    delete: operation(`delete${name}`, name, [idParameter]),
  },
})

const types = {
  text: { type: 'string' },
  int32: { type: 'integer', format: 'int32' },
  boolean: { type: 'boolean' },
  date: { type: 'string', format: 'date' },
} as const

const schemaOf = ({ fields }: ApiEntity) => ({
  type: 'object',
  required: fields.filter(({ isOptional }) => !isOptional).map(({ name }) => name),
  properties: Object.fromEntries(
    fields.map(({ name, type, lengthMax }) => [
      name,
      { ...types[type], ...(type === 'text' && { minLength: 1, maxLength: lengthMax }) },
    ]),
  ),
})
