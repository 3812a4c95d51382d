import type { Json, JsonObject } from '@charter/runtime'
import { stringLiteral } from '../node/text.ts'
import type { CodesByStatus } from './client-engine.ts'
import { type Asked, asObject, objectAt, operationsOf, resolved } from './openapi.ts'
import { unionOf } from './schema-type.ts'

/** Codes of the problems that its answers can be: those `known` of their statuses, written out where an answer has others. */
export const codesIn = (openapi: JsonObject, { operation }: Asked, known: CodesByStatus): string => {
  const own = codesOfResponses(openapi, objectAt(operation, 'responses'))
  const isUsual = ([status, codes]: readonly [string, readonly string[]]) => known[status]?.join() === codes.join()
  const usual = own.filter(isUsual).map(([status]) => status)
  const others = own.filter((each) => !isUsual(each)).flatMap(([, codes]) => codes.map(stringLiteral))
  return unionOf([...(usual.length > 0 ? [`CodeOf<${usual.join(' | ')}>`] : []), ...others], 'ProblemCode')
}

/** Codes that come with a status wherever it is answered by reference. */
export const codesByStatus = (openapi: JsonObject): CodesByStatus => {
  const all = operationsOf(openapi).flatMap(({ operation }) =>
    codesOfResponses(openapi, objectAt(operation, 'responses')),
  )
  return Object.fromEntries([...new Map(all.toReversed())].sort(([one], [other]) => Number(one) - Number(other)))
}

const codesOfResponses = (
  openapi: JsonObject,
  responses: JsonObject,
): readonly (readonly [status: string, codes: readonly string[]])[] => {
  const known = new Set(codesOf(openapi))
  return Object.entries(responses).flatMap(([status, response]) => {
    const said = [...String(resolved(openapi, asObject(response)).description).matchAll(/`([a-z-]+)`:/g)]
    const codes = said.map(([, code = '']) => code).filter((code) => known.has(code))
    return /^[45]\d\d$/.test(status) && codes.length > 0 ? [[status, codes] as const] : []
  })
}

/** Codes of all problems. */
export const codesOf = (openapi: JsonObject): readonly string[] => {
  const values = objectAt(problemMembers(openapi), 'code').enum
  return Array.isArray(values) ? values.map(String) : []
}

/** The schema of one of a problem's errors: an entity may well be called `InputError`, and another `Problem`. */
export const inputErrorOf = (openapi: JsonObject): Json | undefined => objectAt(problemMembers(openapi), 'errors').items

const problemMembers = (openapi: JsonObject): JsonObject => {
  const contents = Object.values(objectAt(objectAt(openapi, 'components'), 'responses')).map((response) =>
    objectAt(objectAt(asObject(response), 'content'), 'application/problem+json'),
  )
  const schema = contents.find((content) => content.schema !== undefined)?.schema
  return objectAt(resolved(openapi, asObject(schema)), 'properties')
}
