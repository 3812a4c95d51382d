import { defineStyle } from '@charter/charter'
import type { FastifyInstance } from 'fastify'
import { breaks } from './breaks.ts'
import { wireOf } from './call/wire.ts'
import { check } from './check.ts'
import { surfaceOf } from './surface.ts'
import { type McpSurface, standalone } from './transport/surface.ts'

/** Tools and resources for language models, over streamable HTTP. */
export const mcp = defineStyle<McpSurface, FastifyInstance>({
  name: 'mcp',
  title: 'MCP',
  listener: 'http',
  refusal: 'a result with isError (MCP)',
  surface: surfaceOf,
  check,
  contract: (_charter, surface) => ({ 'mcp.json': `${JSON.stringify(contractOf(surface), null, 2)}\n` }),
  serve: async (surface, serving, app) => (await import('./transport/mcp.ts')).mcp(app, serving, surface),
  request: wireOf,
  call: async (surface, options) => (await import('./call/caller.ts')).callMcp(surface, options),
  breaks,
})

/** What `tools/list` and `resources/templates/list` tell, tools one by one whatever their number. */
const contractOf = ({ name, title, version, tools, resources, definitions }: McpSurface) => ({
  server: { name, title, version },
  tools: tools.map((tool) => ({
    name: tool.name,
    title: tool.title,
    description: tool.description,
    annotations: { readOnlyHint: tool.isRead, destructiveHint: tool.isDestructive },
    inputSchema: standalone(tool.input, definitions),
    outputSchema: standalone(tool.output, definitions),
  })),
  resourceTemplates: resources.map(({ uriTemplate, name: resource, description }) => ({
    uriTemplate,
    name: resource,
    description,
  })),
})
