import type { Json, JsonObject } from '../../../src/runtime/index.ts'
import type { Check, Expect, Place, Scenario, Step } from '../scenario.ts'
import type { McpSurface } from '../surfaces.ts'

/** A tool, and somebody who may call it. */
export interface Tool {
  readonly name: string
  readonly role: string
  /** Names of its arguments. */
  readonly parts: readonly string[]
}

/** MCP, and the tools that somebody may call. */
export interface Mcp {
  readonly surface: McpSurface
  readonly tools: readonly Tool[]
}

/** A scenario in MCP itself. */
export const mcpScenario = (id: string, title: string, steps: readonly Step[]): Scenario => ({
  id: `mcp.${id}`,
  title,
  cites: ['problems'],
  rows: 'example',
  writes: false,
  in: 'mcp',
  steps,
})

/** What every client of MCP takes. */
export const accept = { accept: 'application/json, text/event-stream' }

/** A message as it stands. */
export const send = (
  { surface: { path } }: Mcp,
  as: string | null,
  text: string,
  expect: Expect,
  headers = {},
): Step => ({
  as,
  method: 'POST',
  path,
  headers: { ...accept, ...headers },
  text,
  expect,
})

/** A request of JSON-RPC. */
export const rpc = (mcp: Mcp, as: string | null, method: string, params: Json, expect: Expect, headers = {}): Step =>
  send(mcp, as, JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }), expect, headers)

/** What asks for a tool: by itself, or where tools are grouped by the one that calls others. */
export const calling = ({ surface: { isGrouped } }: Mcp, name: string, given: Json): JsonObject =>
  isGrouped ? { name: 'call_operation', arguments: { name, arguments: given } } : { name, arguments: given }

/** Calls a tool, as whoever may. */
export const call = (mcp: Mcp, { name, role }: Pick<Tool, 'name' | 'role'>, given: Json, expect: Expect): Step =>
  rpc(mcp, role, 'tools/call', calling(mcp, name, given), expect)

/** An error of JSON-RPC. */
export const failing = (code: number, ...says: readonly string[]): Expect => ({
  body: [{ at: '/error/code', equals: code }],
  says,
})

export const at = (place: string, check: Check): Place => ({ at: place, ...check })
