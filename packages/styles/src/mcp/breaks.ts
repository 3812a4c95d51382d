import type { Break, Charter } from '@charter/charter'
import { changesWith } from './definition-changes.ts'
import type { Direction, SchemaChange } from './schema-change.ts'
import { unsettledSurface } from './surface.ts'
import type { McpTool } from './transport/surface.ts'

/** Which changes between two charters clients notice: tools that are gone, and schemas that are no longer what they were. */
export const breaks = (before: Charter, after: Charter): readonly Break[] => {
  if (before.serves.includes('mcp') && !after.serves.includes('mcp'))
    return [{ about: after.name, sentence: 'MCP is no longer served.', severity: 'breaking' }]
  const [was, is] = [unsettledSurface(before), unsettledSurface(after)]
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
  const inArguments = changesWith(was.definitions, is.definitions, 'arguments')
  const inResults = changesWith(was.definitions, is.definitions, 'result')
  const tools = new Map(is.tools.map((tool) => [tool.operation, tool]))
  const changed = was.tools.flatMap((tool): readonly Break[] => {
    const now = tools.get(tool.operation)
    if (!now) return [{ about: tool.operation, sentence: `The tool ${tool.name} is gone.`, severity: 'breaking' }]
    if (now.name !== tool.name)
      return [
        { about: tool.operation, sentence: `The tool ${tool.name} is now called ${now.name}.`, severity: 'breaking' },
      ]
    // A model reads schemas anew each time; a program that was written against one does not.
    return [
      ...schemaBreak(tool, 'arguments', inArguments(tool.input, now.input)),
      ...schemaBreak(tool, 'result', inResults(tool.output, now.output)),
    ]
  })
  const known = new Set(was.tools.map(({ operation }) => operation))
  const added = is.tools
    .filter(({ operation }) => !known.has(operation))
    .map(
      ({ name, operation }): Break => ({
        about: operation,
        sentence: `The tool ${name} is new.`,
        severity: 'additive',
      }),
    )
  return [...grouped, ...changed, ...added]
}

const schemaBreak = ({ name, operation }: McpTool, direction: Direction, severity: SchemaChange): readonly Break[] => {
  const what = `The ${direction} of ${name}`
  if (severity === 'breaking')
    return [{ about: operation, sentence: `${what} ${are(direction)} not what ${they(direction)}.`, severity }]
  return severity === null ? [] : [{ about: operation, sentence: `${what} may hold more.`, severity }]
}

const are = (direction: Direction): string => (direction === 'arguments' ? 'are' : 'is')
const they = (direction: Direction): string => (direction === 'arguments' ? 'they were' : 'it was')
