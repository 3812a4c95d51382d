import type { IncomingHttpHeaders } from 'node:http'
import {
  failed,
  type InputError,
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
import { statusOf } from '@charter/runtime/http'

/** What a response says, as an Outcome. A body that is not the contract's is `unavailable`: this is not our service. */
export const outcomeOf = (status: number, headers: IncomingHttpHeaders, text: string): Outcome => {
  if (status === 204 || status === 304) return answered(null, headers)
  const json = jsonOf(text)
  if (json === undefined) {
    const cause = new Error(`status ${status} with a body that is not JSON`)
    return failed(problem('unavailable', { detail: `The service answered ${status}, and not with JSON.`, cause }))
  }
  if (status >= 400) return failed(problemFrom(status, headers, json as JsonObject))
  return answered(json, headers)
}

const jsonOf = (text: string): Json | undefined => {
  try {
    return parseExact(text)
  } catch {
    return undefined
  }
}

const answered = (value: Json, headers: IncomingHttpHeaders): Outcome => {
  const tag = /^"(.*)"$/.exec(headers.etag ?? '')?.[1]
  return {
    kind: 'value',
    value,
    ...(tag === undefined ? {} : { version: tag }),
    ...(headers['idempotency-replayed'] === 'true' ? { isReplayed: true } : {}),
  }
}

const problemFrom = (status: number, headers: IncomingHttpHeaders, body: JsonObject): Problem => {
  const code = isCode(body.code) ? body.code : codeOfStatus(status)
  const seconds = Number(headers['retry-after'])
  return {
    code,
    detail: typeof body.detail === 'string' ? body.detail : problemCodes[code],
    ...(Array.isArray(body.errors) ? { errors: body.errors as unknown as readonly InputError[] } : {}),
    ...(typeof body.reason === 'string' ? { reason: body.reason } : {}),
    ...(typeof body.why === 'object' && body.why !== null ? { why: body.why as unknown as Why } : {}),
    ...(Number.isInteger(seconds) ? { retryAfterSeconds: seconds } : {}),
  }
}

const isCode = (code: Json | undefined): code is ProblemCode =>
  typeof code === 'string' && Object.hasOwn(problemCodes, code)

/** For answers of something between us and the service. */
const codeOfStatus = (status: number): ProblemCode =>
  (Object.keys(statusOf) as ProblemCode[]).find((code) => statusOf[code] === status) ??
  (status < 500 ? 'malformed' : 'internal')
