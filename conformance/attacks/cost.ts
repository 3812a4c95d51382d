import type { Attack } from './attack.ts'

const charter = `charter: 1
name: peers
version: 1.0.0
serves: [rest, graphql, mcp]
mcp: { tools: all }
sources: { main: { own: sqlite } }
access:
  accepts: [jwt]
  roles: [reader]
entities:
  Client:
    key: id
    fields: { id: { type: int32 } }
    relations: { peers: { many: Peer, inverse: client } }
    allow: { reader: { do: [read, list] } }
  Peer:
    key: id
    fields: { id: { type: int32 } }
    relations: { client: { one: Client } }
    allow: { reader: { do: [read, list] } }
operations:
  everybody: { result: { list: Client } }
policies: |
  permit(principal, action == Action::"everybody", resource);
`
const peers = Array.from({ length: 60 }, (_, at) => ({ id: at, clientId: 1 }))
const shared = {
  charter,
  rows: { Client: [{ id: 1 }], Peer: peers },
  operations: { everybody: 'export const everybody = async () => Array(60).fill({ id: 1 })\n' },
}
const accept = { accept: 'application/json, text/event-stream' }
const page = { limit: 100 }

export const attacks: readonly Attack[] = [
  {
    ...shared,
    name: 'cost-of-results',
    holds: 'rows that an operation answers with cost what rows of their entity do',
    finding: 'D9',
    play: async (victim) => {
      const token = await victim.token(['reader'])
      const include = { peers: { ...page, include: { client: { include: { peers: page } } } } }
      const calls = [{ operation: 'everybody', select: { include } }]
      const query =
        'mutation { everybody(input: {}) { result { peers(first: 100) { nodes { client { peers(first: 100) { nodes { id } } } } } } } }'
      const answers = [
        await victim.ask('POST', '/api/v1/batch', { token, body: { calls } }),
        await victim.ask('POST', '/graphql', { token, body: { query } }),
      ]
      const large = answers.find(({ text }) => !text.includes('too-large'))
      if (large) return `${large.status} ${large.text.slice(0, 300)}`
      const alone = await victim.ask('POST', '/api/v1/everybody?include=peers', { token, body: {} })
      return alone.status === 200 ? null : `with one relation: ${alone.status} ${alone.text.slice(0, 300)}`
    },
  },
  {
    ...shared,
    name: 'cost-of-messages',
    holds: 'calls of one MCP message cost what they cost together',
    finding: 'D9',
    play: async (victim) => {
      const token = await victim.token(['reader'])
      const call = (id: number) => ({
        jsonrpc: '2.0',
        id,
        method: 'tools/call',
        params: { name: 'list_clients', arguments: { ...page, include: { peers: page } } },
      })
      const alone = await victim.ask('POST', '/mcp', { token, headers: accept, body: call(1) })
      if (alone.text.includes('too-large')) return `alone: ${alone.text.slice(0, 300)}`
      const body = Array.from({ length: 4 }, (_, at) => call(at))
      const { json, text } = await victim.ask('POST', '/mcp', { token, headers: accept, body })
      const costly = text.split('too-large').length > 1
      return json?.length === 4 && costly ? null : text.slice(0, 300)
    },
  },
]
