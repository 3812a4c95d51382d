import { type Client, http, type Refusal, rowOf } from './client.ts'

interface Answered {
  readonly result: {
    readonly isError?: boolean
    readonly content: readonly { readonly text: string }[]
    readonly structuredContent?: { readonly result: { readonly items: readonly Readonly<Record<string, unknown>>[] } }
  }
}

/** A tool called over streamable HTTP, and a result that is an error. */
export const mcpClient = (url: string): Client => ({
  style: 'mcp',
  protocol: 'MCP',
  wire: 'POST /mcp  tools/call list_patients',
  list: async (asked) => {
    const headers = {
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      'mcp-protocol-version': '2025-11-25',
    }
    const params = { name: 'list_patients', arguments: { limit: asked.limit } }
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })
    const answer = await http(`${url}/mcp`, asked, headers, body)
    const { result } = (await answer.json()) as Answered
    if (!result.isError)
      return {
        carrier: `${answer.status} structuredContent`,
        rows: (result.structuredContent?.result.items ?? []).map((item) => rowOf((name) => item[name])),
      }
    const { problem } = JSON.parse(result.content[0]?.text ?? '{}') as { readonly problem: Refusal }
    return { carrier: `${answer.status} isError`, problem: { code: problem.code, detail: problem.detail } }
  },
  close: () => {},
})
