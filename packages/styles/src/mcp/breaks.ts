import type { Break, Charter } from '@charter/charter'
import type { JsonObject } from '@charter/runtime'
import { type Direction, schemaChange } from './schema-change.ts'
import { surfaceOf } from './surface.ts'
import { type McpTool, standalone } from './transport/surface.ts'

/** Which changes between two charters clients notice: tools that are gone, and schemas that are no longer what they were. */
export const breaks = (before: Charter, after: Charter): readonly Break[] => {
  if (before.serves.includes('mcp') && !after.serves.includes('mcp'))
    return [{ about: after.name, sentence: 'MCP is no longer served.', severity: 'breaking' }]
  const [was, is] = [surfaceOf(before), surfaceOf(after)]
  const grouped: readonly Break[] =
    was.isGrouped === is.isGrouped
      ? []
      : [
          {
            about: after.name,
            sentence: is.isGrouped ? 'Tools are found and called by two tools.' : 'Tools are listed one by one.',
            severity: 'breaking',
          },
        ]
  const changed = was.tools.flatMap((tool): readonly Break[] => {
    const now = is.tools.find(({ operation }) => operation === tool.operation)
    if (!now) return [{ about: tool.operation, sentence: `The tool ${tool.name} is gone.`, severity: 'breaking' }]
    if (now.name !== tool.name)
      return [
        { about: tool.operation, sentence: `The tool ${tool.name} is now called ${now.name}.`, severity: 'breaking' },
      ]
    // A model reads schemas anew each time; a program that was written against one does not.
    return [
      ...schemaBreak(tool, 'arguments', standalone(tool.input, was.definitions), standalone(now.input, is.definitions)),
      ...schemaBreak(tool, 'result', standalone(tool.output, was.definitions), standalone(now.output, is.definitions)),
    ]
  })
  const added = is.tools
    .filter(({ operation }) => !was.tools.some((tool) => tool.operation === operation))
    .map(
      ({ name, operation }): Break => ({
        about: operation,
        sentence: `The tool ${name} is new.`,
        severity: 'additive',
      }),
    )
  return [...grouped, ...changed, ...added]
}

const schemaBreak = (
  { name, operation }: McpTool,
  direction: Direction,
  before: JsonObject,
  after: JsonObject,
): readonly Break[] => {
  const severity = schemaChange(before, after, direction)
  const what = `The ${direction} of ${name}`
  if (severity === 'breaking')
    return [{ about: operation, sentence: `${what} ${are(direction)} not what ${they(direction)}.`, severity }]
  return severity === null ? [] : [{ about: operation, sentence: `${what} may hold more.`, severity }]
}

const are = (direction: Direction): string => (direction === 'arguments' ? 'are' : 'is')
const they = (direction: Direction): string => (direction === 'arguments' ? 'they were' : 'it was')
