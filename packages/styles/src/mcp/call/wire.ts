import type { WireRequest } from '@charter/charter'
import { type Aggregate, type Call, isObject, type Json, type JsonObject, selectionJson } from '@charter/runtime'
import { conditionHeaders } from '../../exchange.ts'
import type { McpSurface, McpTool } from '../transport/surface.ts'
import { callName } from '../transport/tools.ts'

/** Revision of the protocol that requests name. */
const revision = '2025-11-25'

/** A Call as the HTTP request that is sent, or a sentence saying why no tool carries it. */
export const wireOf = (surface: McpSurface, call: Call): WireRequest | string => {
  const tool = surface.tools.find(({ operation }) => operation === call.operation)
  const given = argumentsOf(tool, call)
  return !tool || typeof given === 'string' ? String(given) : wireOfTool(surface, tool, call, given)
}

/** `tools/call` over streamable HTTP; where tools are many, through the one that calls them by name. */
export const wireOfTool = (
  { isGrouped, path }: McpSurface,
  { name }: McpTool,
  call: Call,
  given: JsonObject,
): WireRequest & { readonly body: string } => {
  const params = isGrouped ? { name: callName, arguments: { name, arguments: given } } : { name, arguments: given }
  return {
    method: 'POST',
    target: path,
    headers: {
      ...conditionHeaders(call),
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      'mcp-protocol-version': revision,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
    language: 'json',
  }
}

/** The arguments that say a Call; a sentence where none do. */
export const argumentsOf = (tool: McpTool | undefined, { operation, input, select }: Call): JsonObject | string => {
  if (!tool) return `No tool does ${operation}: the charter approves tools under mcp.tools.`
  const { aggregate, ...rest } = select ?? {}
  const parts = selectionJson(rest)
  if (!parts) return 'The arguments have no words for aliases and for filters by who asks.'
  return {
    ...(input.key && { key: input.key }),
    ...(input.value !== undefined && saysValue(tool, input.value) && { value: input.value }),
    ...parts,
    ...(aggregate && { aggregate: aggregate satisfies Aggregate as unknown as JsonObject }),
  }
}

/** An operation without input is asked with none: its tool has no argument for it. */
const saysValue = ({ input: { properties } }: McpTool, value: Json): boolean =>
  (isObject(properties ?? null) && Object.hasOwn(properties as JsonObject, 'value')) ||
  !isObject(value) ||
  Object.keys(value).length > 0
