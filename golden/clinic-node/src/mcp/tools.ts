import type { Tool } from '@modelcontextprotocol/server'
import type { JsonObject } from '../runtime/index.ts'
import { outlineOf } from './outline.ts'
import { type McpSurface, type McpTool, standalone } from './surface.ts'

/** What a client is told of the tools: all of them, or the two that find and call them where they are many. */
export const toolList = (surface: McpSurface): readonly Tool[] =>
  surface.isGrouped ? finders(surface) : surface.tools.map((tool) => described(tool, surface.definitions))

const described = (tool: McpTool, definitions: JsonObject): Tool => ({
  name: tool.name,
  title: tool.title,
  description: tool.description,
  inputSchema: standalone(tool.input, definitions) as Tool['inputSchema'],
  outputSchema: outlineOf(tool.output, definitions, tool.answers) as NonNullable<Tool['outputSchema']>,
  annotations: {
    readOnlyHint: tool.isRead,
    destructiveHint: tool.isDestructive,
    idempotentHint: tool.isRead,
    openWorldHint: false,
  },
})

export const searchName = 'search_operations'
export const callName = 'call_operation'

const finders = ({ title, tools }: McpSurface): readonly Tool[] => [
  {
    name: searchName,
    title: 'Find an operation',
    description: `Finds operations of ${title} by words of their names and descriptions, with the schemas of their arguments. There are ${tools.length}.`,
    inputSchema: {
      type: 'object',
      properties: {
        query: { type: 'string', description: 'Words to look for; empty for the first of all.' },
        limit: { type: 'integer', minimum: 1, maximum: 20 },
      },
      required: ['query'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  },
  {
    name: callName,
    title: 'Call an operation',
    description: `Calls an operation of ${title} that ${searchName} has found, with arguments of its schema.`,
    inputSchema: {
      type: 'object',
      properties: { name: { type: 'string' }, arguments: { type: 'object' } },
      required: ['name'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
  },
]

const foundMax = 20

/** Of what is searched for: a sentence or two. */
const queryLengthMax = 1000

/** The tools whose names and descriptions hold the most of the words, best first. */
export const searchTools = (surface: McpSurface, query: string, limit: number): readonly Tool[] => {
  const words = query
    .slice(0, queryLengthMax)
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
  return surface.tools
    .map((tool) => ({ tool, score: scoreOf(tool, words) }))
    .filter(({ score }) => score > 0 || words.length === 0)
    .sort((one, other) => other.score - one.score)
    .slice(0, Math.min(limit, foundMax))
    .map(({ tool }) => described(tool, surface.definitions))
}

const scoreOf = ({ name, title, description }: McpTool, words: readonly string[]): number => {
  const [named, told] = [`${name} ${title}`.toLowerCase(), description.toLowerCase()]
  return words.reduce((score, word) => score + (named.includes(word) ? 3 : 0) + (told.includes(word) ? 1 : 0), 0)
}
