import type { Break, Charter } from '@charter/charter'
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
  const schemas = (tool: McpTool, { definitions }: typeof was) => ({
    input: JSON.stringify(standalone(tool.input, definitions)),
    output: JSON.stringify(standalone(tool.output, definitions)),
  })
  const changed = was.tools.flatMap((tool): readonly Break[] => {
    const now = is.tools.find(({ operation }) => operation === tool.operation)
    if (!now) return [{ about: tool.operation, sentence: `The tool ${tool.name} is gone.`, severity: 'breaking' }]
    if (now.name !== tool.name)
      return [
        { about: tool.operation, sentence: `The tool ${tool.name} is now called ${now.name}.`, severity: 'breaking' },
      ]
    const [old, fresh] = [schemas(tool, was), schemas(now, is)]
    // A model reads schemas anew each time; a program that was written against one does not.
    return [
      ...(old.input === fresh.input
        ? []
        : [
            {
              about: tool.operation,
              sentence: `The arguments of ${tool.name} are not what they were.`,
              severity: 'breaking' as const,
            },
          ]),
      ...(old.output === fresh.output
        ? []
        : [
            {
              about: tool.operation,
              sentence: `The result of ${tool.name} is not what it was.`,
              severity: 'breaking' as const,
            },
          ]),
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
