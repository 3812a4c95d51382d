import type { Attack } from './attack.ts'

const charter = `charter: 1
name: scoped
version: 1.0.0
serves: [rest, mcp]
mcp: { tools: all }
sources: { main: { own: sqlite } }
access:
  accepts: [oauth2]
  roles: [staff]
entities:
  Client:
    key: id
    fields: { id: { type: uuid, default: generated }, name: { type: text, length: 1..40 } }
    allow: { staff: { do: [create, read, list, newest] } }
  Note:
    key: id
    fields: { id: { type: uuid, default: generated }, text: { type: text, length: 1..40 } }
    allow: { staff: { do: [create, read, list] } }
operations:
  newest: { rights: service, entity: Client, key: false, input: { id: uuid }, result: { list: Note }, effect: write, mode: unary }
`

const attack = (name: string, holds: string, play: Attack['play']): Attack => ({
  name,
  holds,
  finding: 'D13',
  charter,
  env: { CHARTER_MODE: 'production' },
  operations: { newest: 'export const newest = async ({ value }) => [{ id: value.id }]\n' },
  play,
})

const secret = 'CANARY-scope-13'

export const attacks: readonly Attack[] = [
  attack('operation-past-scope', 'what an operation answers of another entity needs its scope', async (victim) => {
    const [all, some] = [
      await victim.token(['staff'], { scope: 'scoped:write' }),
      await victim.token(['staff'], { scope: 'Client:write' }),
    ]
    const { id } = (await victim.ask('POST', '/api/v1/notes', { token: all, body: { text: secret } })).json
    const allowed = await victim.ask('POST', '/api/v1/clients/newest', { token: all, body: { id } })
    if (!allowed.text.includes(secret)) return `could not begin: ${allowed.status} ${allowed.text}`
    const { status, text } = await victim.ask('POST', '/api/v1/clients/newest', { token: some, body: { id } })
    return status === 403 && text.includes('Note:read') ? null : `${status} ${text}`
  }),
  attack('aggregate-needs-write', 'aggregates ask for the scope to read', async (victim) => {
    const token = await victim.token(['staff'], { scope: 'Note:read' })
    const params = { name: 'aggregate_notes', arguments: { aggregate: {} } }
    const { status, text } = await victim.ask('POST', '/mcp', {
      token,
      body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
      headers: { accept: 'application/json, text/event-stream' },
    })
    return text.includes('isComplete') ? null : `${status} ${text}`
  }),
]
