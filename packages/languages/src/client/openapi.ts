import { type Json, type JsonObject, ownMember } from '@charter/runtime'

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const

/** An operation of an OpenAPI document, and how it is asked for. */
export interface Asked {
  readonly id: string
  readonly method: (typeof methods)[number]
  readonly path: string
  readonly operation: JsonObject
}

/** What is answered in the media types of a route alone (`2XX`) is nothing that types could say: a client leaves it to `fetch`. */
const isOwnRoute = ({ operation }: Asked): boolean => ownMember(objectAt(operation, 'responses'), '2XX') !== undefined

/** What takes or gives bytes (files of rows, and uploads of them) is streamed, and left to `fetch` likewise. */
const isOfBytes = ({ path, operation }: Asked): boolean => {
  const taken = Object.keys(objectAt(objectAt(operation, 'requestBody'), 'content'))
  const { parameters } = operation
  const isUpload = Array.isArray(parameters) && parameters.some((each) => asObject(each).name === 'Tus-Resumable')
  const isRanged = ownMember(objectAt(operation, 'responses'), '206') !== undefined
  return (
    isRanged || isUpload || path.endsWith('/{Upload}') || (taken.length > 0 && !taken.some((type) => /json/.test(type)))
  )
}

const isLeftOut = (asked: Asked): boolean => isOwnRoute(asked) || isOfBytes(asked)

/** Those that a typed client has a function for. */
export const operationsOf = (openapi: JsonObject): readonly Asked[] =>
  everyOperation(openapi).filter((asked) => !isLeftOut(asked))

/** Those that it leaves out. */
export const ownRoutesOf = (openapi: JsonObject): readonly Asked[] => everyOperation(openapi).filter(isLeftOut)

const everyOperation = (openapi: JsonObject): readonly Asked[] =>
  Object.entries(objectAt(openapi, 'paths')).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = ownMember(asObject(item), method)
      return operation === undefined
        ? []
        : [{ id: String(asObject(operation).operationId), method, path, operation: asObject(operation) }]
    }),
  )

/** What `$ref` stands for, or what is given. */
export const resolved = (openapi: JsonObject, given: JsonObject): JsonObject => {
  const reference = ownMember(given, '$ref')
  if (typeof reference !== 'string') return given
  return reference
    .slice(2)
    .split('/')
    .reduce<JsonObject>((at, step) => objectAt(at, step), openapi)
}

export const asObject = (value: Json | undefined): JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {}

export const objectAt = (from: JsonObject, name: string): JsonObject => asObject(ownMember(from, name))
