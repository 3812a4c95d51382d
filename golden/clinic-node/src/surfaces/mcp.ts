// Generated from the charter "clinic". What you change here is merged when generating again.

import { readFileSync } from 'node:fs'
import type { McpSurface } from '../mcp/surface.ts'

/** The tools that models are given, with the schemas of their arguments and results. */
export const mcpSurface: McpSurface = JSON.parse(readFileSync(new URL('./mcp.json', import.meta.url), 'utf8'))
