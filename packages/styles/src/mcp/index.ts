import { defineStyle } from '@charter/charter'
import type { FastifyInstance } from 'fastify'
import { jsonText } from '../read/json-text.ts'
import { breaks } from './breaks.ts'
import { wireOf } from './call/wire.ts'
import { check } from './check.ts'
import { settings } from './settings.ts'
import { surfaceOf } from './surface.ts'
import { documentOf } from './transport/document.ts'
import type { McpSurface } from './transport/surface.ts'

/** Tools and resources for language models, over streamable HTTP. */
export const mcp = defineStyle<McpSurface, FastifyInstance>({
  name: 'mcp',
  title: 'MCP',
  listener: 'http',
  settings,
  refusal: 'a result with isError (MCP)',
  surface: surfaceOf,
  check,
  contract: (_charter, surface) => ({ 'mcp.json': jsonText(documentOf(surface)) }),
  serve: async (surface, serving, app) => (await import('./transport/mcp.ts')).mcp(app, serving, surface),
  transports: {
    node: {
      module: 'mcp.ts',
      join: 'mcp',
      surface: { module: 'surface.ts', type: 'McpSurface' },
      says: 'The tools that models are given, with the schemas of their arguments and results.',
      packages: ['@modelcontextprotocol/server'],
      developmentPackages: [],
    },
  },
  request: wireOf,
  call: async (surface, options) => (await import('./call/caller.ts')).callMcp(surface, options),
  breaks,
})
