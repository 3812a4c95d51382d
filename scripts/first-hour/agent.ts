import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import type { Hour } from './hour.ts'

/** An agent's program: starts `charter mcp` as its editor's settings say, and calls tools over standard input and output. */
export const agentOverStdio = async (hour: Hour, library: string): Promise<void> => {
  const printed = await hour.charter(library, 'mcp', '--as', 'staff', '--print-config', 'claude')
  const { command, args } = JSON.parse(printed).mcpServers.library
  await hour.step('an agent starts it over stdio, lists the tools, makes a book and finds it', async () => {
    const client = new Client({ name: 'first-hour', version: '1.0.0' })
    await client.connect(new StdioClientTransport({ command, args, env: {} }))
    try {
      const { tools } = await client.listTools()
      await client.callTool({ name: 'create_book', arguments: { value: { title: 'Sketch of the Engine', pages: 30 } } })
      const filter = { field: 'title', op: 'startsWith', value: 'Sketch' }
      const found = await client.callTool({ name: 'list_books', arguments: { filter, fields: ['title', 'pages'] } })
      const said = JSON.stringify(found.structuredContent)
      if (!said.includes('Sketch of the Engine')) throw new Error(said)
      return `${tools.length} tools; ${said}`
    } finally {
      await client.close()
    }
  })
}
