import type { JsonObject } from '../runtime/index.ts'
import { definitionsUsed, type McpSurface } from './surface.ts'

/**
 * Tools and resources, one by one whatever their number, with whole schemas: what the contract prints, and `…://contract` answers. What
 * schemas share stands once, under `$defs` of the document, to which their references are: each tool's own copy of rows that
 * refer to one another would make the document grow with the square of what is served.
 */
export const documentOf = ({ name, title, version, tools, resources, definitions }: McpSurface): JsonObject => ({
  server: { name, title, version },
  tools: tools.map((tool) => ({
    name: tool.name,
    title: tool.title,
    description: tool.description,
    annotations: { readOnlyHint: tool.isRead, destructiveHint: tool.isDestructive },
    inputSchema: tool.input,
    outputSchema: tool.output,
  })),
  resourceTemplates: resources.map(({ uriTemplate, name: resource, description }) => ({
    uriTemplate,
    name: resource,
    description,
  })),
  $defs: definitionsUsed(
    tools.flatMap(({ input, output }) => [input, output]),
    definitions,
  ),
})
