import type { IncomingHttpHeaders } from 'node:http'
import {
  failed,
  type InputError,
  isObject,
  type Json,
  type JsonObject,
  type Outcome,
  type Problem,
  type ProblemCode,
  parseExact,
  problem,
  problemCodes,
  type Why,
} from '@charter/runtime'
import { resultKey } from './request.ts'

/** What an answer says, as an Outcome; one that is not of GraphQL is `unavailable`: this is not our service. */
export const outcomeOf = (
  status: number,
  headers: IncomingHttpHeaders,
  text: string,
  read: (value: Json) => Json,
): Outcome => {
  const json = jsonOf(text)
  if (!isObject(json) || (json.data === undefined && !Array.isArray(json.errors))) {
    const cause = new Error(`status ${status} with a body that is no GraphQL answer`)
    return failed(problem('unavailable', { detail: `The service answered ${status}, and not with GraphQL.`, cause }))
  }
  const wrong = problemIn(json)
  if (wrong) return failed(wrong)
  const tag = /^"(.*)"$/.exec(headers.etag ?? '')?.[1]
  return {
    kind: 'value',
    value: read(isObject(json.data) ? (json.data[resultKey] ?? null) : null),
    ...(tag !== undefined && { version: tag }),
    ...(headers['idempotency-replayed'] === 'true' && { isReplayed: true }),
  }
}

const jsonOf = (text: string): Json | undefined => {
  try {
    return parseExact(text)
  } catch {
    return undefined
  }
}

/** The problem of an answer's first error; null where there is none. */
export const problemIn = ({ errors }: JsonObject): Problem | null => {
  const first: Json | undefined = Array.isArray(errors) ? (errors[0] as Json) : undefined
  return isObject(first) ? problemFrom(first) : null
}

const problemFrom = ({ message, extensions }: JsonObject): Problem => {
  const given = isObject(extensions) ? extensions : {}
  const code = isCode(given.code) ? given.code : 'internal'
  return {
    code,
    detail: typeof message === 'string' ? message : problemCodes[code],
    // As the service wrote them: the contract's own form.
    ...(Array.isArray(given.errors) && { errors: given.errors as unknown as readonly InputError[] }),
    ...(typeof given.reason === 'string' && { reason: given.reason }),
    ...(Array.isArray(given.scopes) && { scopes: given.scopes as readonly string[] }),
    ...(isObject(given.why) && { why: given.why as unknown as Why }),
    ...(typeof given.retryAfterSeconds === 'number' && { retryAfterSeconds: given.retryAfterSeconds }),
  }
}

const isCode = (code: Json | undefined): code is ProblemCode =>
  typeof code === 'string' && Object.hasOwn(problemCodes, code)
