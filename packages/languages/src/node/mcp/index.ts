import { code, imported, importedType } from '../../code.ts'
import { surfaceFiles } from '../files/surface.ts'
import type { NodeStyle } from '../style.ts'

/** One endpoint; its tools and their schemas stand in `src/surfaces/mcp.json`. */
export const mcpStyle: NodeStyle = {
  name: 'mcp',
  packages: ['@modelcontextprotocol/server'],
  developmentPackages: [],
  files: (emitting) =>
    surfaceFiles(emitting, {
      style: 'mcp',
      constant: 'mcpSurface',
      type: importedType('../mcp/surface.ts', 'McpSurface'),
      says: 'The tools that models are given, with the schemas of their arguments and results.',
      data: emitting.surfaces.mcp as object,
    }),
  join: () =>
    code`await ${imported('./mcp/mcp.ts', 'mcp')}(app, service, ${imported('./surfaces/mcp.ts', 'mcpSurface')})`,
}
