import { code, imported, importedType, sourceFile } from '../../code.ts'
import type { Emitting } from '../emitting.ts'
import type { NodeStyle } from '../style.ts'
import { docComment, literal } from '../text.ts'

/** One endpoint; its tools and their schemas stand in `src/surfaces/mcp.ts`. */
export const mcpStyle: NodeStyle = {
  name: 'mcp',
  packages: ['@modelcontextprotocol/server'],
  developmentPackages: [],
  files: (emitting) => [{ path: 'src/surfaces/mcp.ts', text: surfaceFile(emitting), owner: 'shared' }],
  join: () =>
    code`await ${imported('./mcp/mcp.ts', 'mcp')}(app, service, ${imported('./surfaces/mcp.ts', 'mcpSurface')})`,
}

const surfaceFile = ({ header, surfaces }: Emitting): string =>
  sourceFile(
    header,
    code`
      ${docComment('The tools that models are given, with the schemas of their arguments and results.')}
      export const mcpSurface: ${importedType('../mcp/surface.ts', 'McpSurface')} = ${literal(JSON.parse(JSON.stringify(surfaces.mcp)))}
    `,
  )
