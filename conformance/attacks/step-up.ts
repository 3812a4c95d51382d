import type { Attack, Victim } from './attack.ts'

const charter = `charter: 1
name: bank
version: 1.0.0
serves: [rest, graphql]
sources: { main: { own: sqlite } }
access:
  accepts: [jwt]
  roles: [staff]
  mfa: [Client.update, Client.list, Client.read, Client.payOut, Note.delete, closeBooks]
entities:
  Client:
    key: id
    fields: { id: { type: uuid, default: generated }, name: { type: text, length: 1..40 } }
    relations: { notes: { many: Note, inverse: client, owned: true } }
    allow: { staff: { do: [create, read, list, update, delete, payOut] } }
  Note:
    key: id
    fields: { id: { type: uuid, default: generated }, text: { type: text, length: 1..40 } }
    relations: { client: { one: Client } }
    allow: { staff: { do: [create, read, list, update, delete] } }
operations:
  payOut: { entity: Client, result: { type: text }, effect: write, mode: unary }
  closeBooks: { result: { type: text }, effect: write, mode: unary }
policies: |
  permit(principal in Role::"staff", action == Action::"closeBooks", resource);
`

const operations = {
  payOut: `export const payOut = async () => 'paid out'\n`,
  closeBooks: `export const closeBooks = async () => 'closed'\n`,
}

/** Each is a way around an operation that takes a second factor; asked with a password alone. */
const ways = async ({ ask, token }: Victim) => {
  const weak = await token(['staff'], { amr: ['pwd'] })
  const strong = await token(['staff'], { amr: ['pwd', 'otp'], auth_time: Math.floor(Date.now() / 1000) })
  const body = { name: 'Ada', notes: [{ text: 'new' }] }
  const made = await ask('POST', '/api/v1/clients', { token: strong, body })
  const one = `/api/v1/clients/${made.json.id}`
  const [note] = (await ask('GET', '/api/v1/notes', { token: strong })).json.items
  const graphql = (query: string) => ({ method: 'POST', path: '/graphql', body: { query } })
  return {
    weak,
    strong,
    asked: [
      { method: 'PATCH', path: one, body: { name: 'Eve' } },
      { method: 'PUT', path: one, body },
      { method: 'POST', path: `${one}/pay-out`, body: {} },
      { method: 'POST', path: '/api/v1/close-books', body: {} },
      { method: 'GET', path: '/api/v1/clients' },
      graphql('{ clientsAggregate(groupBy: [name]) { groups { count } } }'),
      { method: 'GET', path: `/api/v1/notes/${note.id}?include=client` },
      { method: 'PATCH', path: one, body: { notes: [] } },
      { method: 'DELETE', path: one },
    ] as readonly { method: string; path: string; body?: unknown }[],
  }
}

export const attacks: readonly Attack[] = [
  {
    name: 'step-up-around',
    holds: 'what takes a second factor takes it by every way: PUT, counts, includes, owned rows, operations',
    finding: 'B22',
    charter,
    operations,
    play: async (victim) => {
      const { weak, strong, asked } = await ways(victim)
      for (const { method, path, body } of asked) {
        const answer = await victim.ask(method, path, { token: weak, ...(body !== undefined && { body }) })
        if (!answer.text.includes('step-up-required')) return `${method} ${path}: ${answer.status} ${answer.text}`
      }
      for (const { method, path, body } of asked) {
        const answer = await victim.ask(method, path, { token: strong, ...(body !== undefined && { body }) })
        if (answer.text.includes('step-up-required')) return `refused with a second factor: ${method} ${path}`
      }
      return null
    },
  },
]
