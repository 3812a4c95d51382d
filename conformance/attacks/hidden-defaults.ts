import type { Attack } from './attack.ts'

const charter = `charter: 1
name: defaults
version: 1.0.0
serves: [rest, graphql]
sources: { main: { own: sqlite } }
access:
  accepts: [jwt]
  roles: [staff, boss]
entities:
  Client:
    key: id
    fields:
      id: { type: uuid, default: generated }
      name: { type: text, length: 1..40 }
      state: { type: text, length: 1..20, default: pending, reveal: state }
    relations: { notes: { many: Note, owned: true } }
    allow:
      staff: { do: [create, read, list, update, copy] }
      boss: { do: [create, read, list, update], reveal: [state] }
  Note:
    key: id
    fields:
      id: { type: uuid, default: generated }
      text: { type: text, length: 1..40 }
      isFlagged: { type: boolean, default: true, reveal: flag, optional: true }
    relations: { client: { one: Client } }
    allow:
      staff: { do: [create, read, list] }
      boss: { do: [create, read, list], reveal: [flag] }
operations:
  copy: { rights: service, entity: Client, input: { name: text }, result: Client, effect: write, mode: unary }
policies: |
  forbid(principal in Role::"staff", action == Action::"Note.list", resource is Note)
    when { resource has isFlagged && resource.isFlagged == true };
`

const operations = {
  copy: `export const copy = async ({ value }, { rows }) => rows.create('Client', { name: value.name, notes: [{ text: 'c' }] })\n`,
}

export const attacks: readonly Attack[] = [
  {
    name: 'hidden-default',
    holds: 'a new row has the default of a field that is hidden from who makes it, however it is made',
    finding: 'D10',
    charter,
    operations,
    play: async ({ ask, token }) => {
      const [staff, boss] = [await token(['staff']), await token(['boss'])]
      const made = await ask('POST', '/api/v1/clients', { token: staff, body: { name: 'Ada', notes: [{ text: 'a' }] } })
      if (made.status !== 201) return `${made.status} ${made.text}`
      const path = `/api/v1/clients/${made.json.id}`
      const put = await ask('PUT', path, { token: staff, body: { name: 'Bob', notes: [{ text: 'b' }] } })
      const copied = await ask('POST', `${path}/copy`, { token: staff, body: { name: 'Copy' } })
      const query = `mutation { createNote(input: { value: { text: "d", clientId: "${made.json.id}" } }) { __typename } }`
      const noted = await ask('POST', '/graphql', { token: staff, body: { query } })
      const lines = `${JSON.stringify({ text: 'e', clientId: made.json.id })}\n`
      const headers = { 'content-type': 'application/x-ndjson' }
      const imported = await ask('POST', '/api/v1/notes/import', { token: staff, body: lines, headers })
      const clients = await ask('GET', '/api/v1/clients', { token: boss })
      const notes = await ask('GET', '/api/v1/notes', { token: boss })
      const states = clients.json.items.map(({ state }: { state: unknown }) => state)
      const flags = notes.json.items.map(({ isFlagged }: { isFlagged: unknown }) => isFlagged)
      if (states.join() !== 'pending,pending' || flags.join() !== 'true,true,true,true')
        return [states, flags, put.text, copied.text, noted.text, imported.text].join(' ')
      const seen = await ask('GET', '/api/v1/notes', { token: staff })
      return seen.json.items.length === 0 ? null : seen.text
    },
  },
]
