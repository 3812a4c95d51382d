import type { Attack, Victim } from './attack.ts'

const charter = `charter: 1
name: removal
version: 1.0.0
serves: [rest]
sources: { main: { own: sqlite } }
access:
  accepts: [jwt]
  roles: [staff, boss]
entities:
  Client:
    key: id
    fields: { id: { type: uuid, default: generated }, name: { type: text, length: 1..40 } }
    relations: { notes: { many: Note, owned: true } }
    allow: { staff: { do: [create, read, list, update, delete] }, boss: { do: [create, read, list, delete] } }
  Note:
    key: id
    fields: { id: { type: uuid, default: generated }, text: { type: text, length: 1..40 } }
    relations: { client: { one: Client }, lines: { many: Line, owned: true } }
    allow: { staff: { do: [create, read, list, delete] }, boss: { do: [create, read, list, delete, audit] } }
  Line:
    key: id
    fields: { id: { type: uuid, default: generated }, isKept: { type: boolean, default: false } }
    relations: { note: { one: Note } }
    allow: { staff: { do: [create, read, list, delete] }, boss: { do: [create, read, list, delete, audit] } }
  Folder:
    key: id
    softDelete: goneAt
    fields: { id: { type: uuid, default: generated }, goneAt: { type: instant, optional: true } }
    relations: { papers: { many: Paper, owned: true } }
    allow: { staff: { do: [create, read, list, delete] } }
  Paper:
    key: id
    softDelete: goneAt
    fields: { id: { type: uuid, default: generated }, goneAt: { type: instant, optional: true } }
    relations: { folder: { one: Folder } }
    allow: { staff: { do: [create, read, list, delete] } }
policies: |
  forbid(principal in Role::"staff", action == Action::"Line.delete", resource is Line) when { resource.isKept };
`

/** A client with a note that has a line. */
const filed = async ({ ask, token }: Victim, isKept: boolean) => {
  const [staff, boss] = [await token(['staff']), await token(['boss'])]
  const made = async (path: string, body: object) =>
    String((await ask('POST', `/api/v1/${path}`, { token: boss, body })).json.id)
  const client = await made('clients', { name: 'Ada' })
  const note = await made('notes', { text: 'legal hold', clientId: client })
  const line = await made('lines', { isKept, noteId: note })
  return { staff, boss, client, note, line }
}

const attack = (name: string, holds: string, play: Attack['play']): Attack => ({
  name,
  finding: 'D6',
  holds,
  charter,
  play,
})

export const attacks: readonly Attack[] = [
  attack(
    'kept-past-its-parent',
    'what may not be deleted does not go with the parent of its parent',
    async (victim) => {
      const { staff, client, note, line } = await filed(victim, true)
      for (const [method, path, body] of [
        ['DELETE', `notes/${note}`, undefined],
        ['DELETE', `clients/${client}`, undefined],
        ['PUT', `clients/${client}`, { name: 'Ada', notes: [] }],
      ] as const) {
        const { status, text } = await victim.ask(method, `/api/v1/${path}`, { token: staff, body })
        if (status !== 403) return `${method} ${path}: ${status} ${text}`
      }
      const left = await victim.ask('GET', `/api/v1/lines/${line}`, { token: staff })
      return left.status === 200 ? null : `${left.status} ${left.text}`
    },
  ),
  attack('gone-without-a-trace', 'what goes with its parent has that on its trail', async (victim) => {
    const { staff, boss, client, note, line } = await filed(victim, false)
    const { status, text } = await victim.ask('DELETE', `/api/v1/clients/${client}`, { token: staff })
    if (status !== 204) return `${status} ${text}`
    for (const path of [`notes/${note}`, `lines/${line}`]) {
      const trail = await victim.ask('GET', `/api/v1/${path}/audit`, { token: boss })
      const [last] = trail.json.items ?? []
      if (last?.operation !== 'Client.delete' || last.outcome !== 'ok') return `${path}: ${trail.text}`
    }
    return null
  }),
  attack(
    'listed-past-its-parent',
    'where deleting marks, what a row owns is marked with it',
    async ({ ask, token }) => {
      const staff = await token(['staff'])
      const folder = await ask('POST', '/api/v1/folders', { token: staff, body: { papers: [{}] } })
      await ask('DELETE', `/api/v1/folders/${folder.json.id}`, { token: staff })
      const { json, text } = await ask('GET', '/api/v1/papers', { token: staff })
      return json.items.length === 0 ? null : text
    },
  ),
]
