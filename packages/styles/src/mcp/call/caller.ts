import type { Caller, CallOptions } from '@charter/charter'
import {
  failed,
  isObject,
  type Json,
  type JsonObject,
  type Outcome,
  type Problem,
  type ProblemCode,
  parseExact,
  problem,
  problemCodes,
} from '@charter/runtime'
import { callHeaders, exchangeWith } from '../../exchange.ts'
import type { McpSurface } from '../transport/surface.ts'
import { argumentsOf, wireOfTool } from './wire.ts'

/** Calls the tools of any implementation of the contract, a request each. */
export const callMcp = (surface: McpSurface, options: CallOptions): Caller => {
  const exchange = exchangeWith(options.url, options.timeoutMs)
  const tools = new Map(surface.tools.map((tool) => [tool.operation, tool]))
  return {
    refuses: (call) => {
      const asked = argumentsOf(tools.get(call.operation), call)
      return typeof asked === 'string' ? asked : null
    },
    execute: async (call) => {
      const tool = tools.get(call.operation)
      const given = argumentsOf(tool, call)
      if (!tool || typeof given === 'string') return failed(problem('not-implemented', { detail: String(given) }))
      const { method, target, headers: own, body } = wireOfTool(surface, tool, call, given)
      const headers = { ...callHeaders(call, options), ...own }
      const answer = await exchange.send({ method, target, headers, text: body }, call.context.abort)
      return 'code' in answer ? failed(answer) : outcomeOf(answer.status, answer.text)
    },
    close: async () => exchange.close(),
  }
}

const outcomeOf = (status: number, text: string): Outcome => {
  const json = jsonOf(text)
  if (status === 401 || !isObject(json?.result)) return failed(problemIn(status, json))
  const { isError, structuredContent, content } = json.result
  if (isError === true) return failed(problemFrom(jsonOf(textIn(content))?.problem))
  const { result = null, etag, isReplayed } = isObject(structuredContent) ? structuredContent : {}
  return {
    kind: 'value',
    value: result,
    ...(typeof etag === 'string' && { version: etag }),
    ...(isReplayed === true && { isReplayed: true }),
  }
}

const jsonOf = (text: string): JsonObject | undefined => {
  try {
    const json = parseExact(text)
    return isObject(json) ? json : undefined
  } catch {
    return undefined
  }
}

const textIn = (content: Json | undefined): string => {
  const first = Array.isArray(content) ? (content[0] as Json) : null
  return isObject(first) ? String(first.text) : ''
}

/** Before a tool is called, problems are HTTP's (problem details) or JSON-RPC's. */
const problemIn = (status: number, json: JsonObject | undefined): Problem => {
  if (isCode(json?.code)) return problemFrom(json)
  const said = isObject(json?.error)
    ? String(json.error.message)
    : `The service answered ${status}, and not with a result.`
  return problem('unavailable', { detail: said })
}

const problemFrom = (json: Json | undefined): Problem => {
  if (!isObject(json) || !isCode(json.code)) return problem('unavailable')
  const { code, detail, errors, reason, why, scopes, retryAfterSeconds } = json
  return {
    code,
    detail: typeof detail === 'string' ? detail : problemCodes[code],
    // Members of the contract's own problem.
    ...(Array.isArray(errors) && { errors: errors as unknown as NonNullable<Problem['errors']> }),
    ...(typeof reason === 'string' && { reason }),
    ...(isObject(why) && { why: why as unknown as NonNullable<Problem['why']> }),
    ...(Array.isArray(scopes) && { scopes: scopes.map(String) }),
    ...(typeof retryAfterSeconds === 'number' && { retryAfterSeconds }),
  }
}

const isCode = (code: Json | undefined): code is ProblemCode =>
  typeof code === 'string' && Object.hasOwn(problemCodes, code)
