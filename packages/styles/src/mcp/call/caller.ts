import type { Caller, CallOptions } from '@charter/charter'
import {
  type Aggregate,
  type Call,
  failed,
  isObject,
  type Json,
  type JsonObject,
  type Outcome,
  type Problem,
  type ProblemCode,
  problem,
  problemCodes,
  selectionJson,
} from '@charter/runtime'
import { callHeaders, conditionHeaders, exchangeWith } from '../../exchange.ts'
import type { McpSurface, McpTool } from '../transport/surface.ts'
import { callName } from '../transport/tools.ts'

/** Revision of the protocol that requests name. */
const revision = '2025-11-25'

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
      const params = surface.isGrouped
        ? { name: callName, arguments: { name: tool.name, arguments: given } }
        : { name: tool.name, arguments: given }
      const answer = await exchange.send(
        {
          method: 'POST',
          target: surface.path,
          headers: {
            ...callHeaders(call, options.credential(call)),
            ...conditionHeaders(call),
            accept: 'application/json, text/event-stream',
            'content-type': 'application/json',
            'mcp-protocol-version': revision,
          },
          text: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
        },
        call.context.abort,
      )
      return 'code' in answer ? failed(answer) : outcomeOf(answer.status, answer.text)
    },
    close: async () => exchange.close(),
  }
}

/** The arguments that say a Call; a sentence where none do. */
const argumentsOf = (tool: McpTool | undefined, { operation, input, select }: Call): JsonObject | string => {
  if (!tool) return `There is no tool for ${operation}.`
  const { aggregate, ...rest } = select ?? {}
  const parts = selectionJson(rest)
  if (!parts) return 'The arguments have no words for aliases and for filters by who asks.'
  return {
    ...(input.key && { key: input.key }),
    ...(input.value !== undefined && { value: input.value }),
    ...parts,
    ...(aggregate && { aggregate: aggregate satisfies Aggregate as unknown as JsonObject }),
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
    const json = JSON.parse(text) as Json
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
