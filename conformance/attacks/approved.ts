import type { Attack } from './attack.ts'

const charter = `charter: 1
name: desk
version: 1.0.0
serves: [rest, mcp]
mcp: { tools: [Note.list, Note.read] }
sources: { main: { own: sqlite } }
access:
  accepts: [jwt]
  roles: [staff]
entities:
  Client:
    key: id
    fields: { id: { type: uuid, default: generated }, name: { type: text, length: 1..40 } }
    relations: { notes: { many: Note, inverse: client } }
    allow: { staff: { do: [create, read, list] } }
  Note:
    key: id
    fields: { id: { type: uuid, default: generated }, text: { type: text, length: 1..40 } }
    relations: { client: { one: Client } }
    allow: { staff: { do: [create, read, list] } }
`

export const attacks: readonly Attack[] = [
  {
    name: 'tools-not-approved',
    holds: 'rows that no approved tool reads are not reached from those that one does',
    finding: 'B23',
    charter,
    play: async ({ ask, token }) => {
      const staff = await token(['staff'])
      const { json: client } = await ask('POST', '/api/v1/clients', { token: staff, body: { name: 'Adelheid' } })
      await ask('POST', '/api/v1/notes', { token: staff, body: { text: 'x', clientId: client.id } })
      const listed = (given: object) =>
        ask('POST', '/mcp', {
          token: staff,
          headers: { accept: 'application/json, text/event-stream' },
          body: {
            jsonrpc: '2.0',
            id: 1,
            method: 'tools/call',
            params: { name: 'list_notes', arguments: given },
          },
        })
      if (!(await listed({})).text.includes('"items"')) return 'the approved tool does not answer'
      for (const given of [
        { include: { client: {} } },
        { include: { x: { relation: 'client' } } },
        { filter: { field: 'client.name', op: 'eq', value: 'Adelheid' } },
      ]) {
        const { text } = await listed(given)
        if (text.includes('Adelheid') || !text.includes('"isError":true')) return `${JSON.stringify(given)}: ${text}`
      }
      return null
    },
  },
]
