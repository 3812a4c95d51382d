import type { Attack, Victim } from './attack.ts'

const charter = `charter: 1
name: clients
version: 1.0.0
serves: [rest, mcp]
mcp: { tools: all }
sources: { main: { own: sqlite } }
access:
  accepts: [jwt]
  roles: [boss]
entities:
  Client:
    key: id
    fields:
      id: { type: uuid, default: generated }
      name: { type: text, length: 1..40 }
      taxId: { type: text, length: 1..20, reveal: tax, mask: { last: 2 } }
      salary: { type: int32, reveal: tax }
      card: { type: text, length: 4..20, protect: encrypt, reveal: tax }
    allow:
      boss: { do: [create, read, list, own, other], reveal: [tax] }
operations:
  own: { rights: service, entity: Client, result: { type: text }, effect: write, mode: unary }
  other: { rights: service, entity: Client, key: false, input: { id: uuid }, result: { type: text }, effect: write, mode: unary }
`

const operations = {
  own: 'export const own = async ({ row }) => `card ${row.card}`\n',
  other:
    "export const other = async ({ value }, { rows }) => `salary ${(await rows.read('Client', { id: value.id })).salary}`\n",
}

const body = { name: 'Ada', taxId: 'T-123456', salary: 99000, card: '4111111111111111' }

/** The entry of the last call of an operation, as `mode fields`. */
const recorded = async ({ record }: Victim, operation: string): Promise<string> => {
  const entry = (await record()).filter((each) => each.operation === operation).at(-1)
  return `${entry?.mode} ${[entry?.fields].flat().join()}`
}

const attack = (name: string, holds: string, play: Attack['play']): Attack => ({
  name,
  holds,
  finding: 'D12',
  charter,
  operations,
  play,
})

const told = (operation: 'own' | 'other', fields: string): Attack['play'] => {
  return async (victim) => {
    const token = await victim.token(['boss'])
    const { id } = (await victim.ask('POST', '/api/v1/clients', { token, body })).json
    const path = operation === 'own' ? `clients/${id}/own` : 'clients/other'
    const asked = { token, body: operation === 'own' ? {} : { id }, headers: { 'idempotency-key': operation } }
    for (const time of ['first', 'again']) {
      const { status, text } = await victim.ask('POST', `/api/v1/${path}`, asked)
      const got = await recorded(victim, operation)
      if (status !== 200 || got !== fields) return `${time} ${status} ${text}, on record as ${got}`
    }
    return null
  }
}

export const attacks: readonly Attack[] = [
  attack('aggregates-unrecorded', 'groups, least and greatest of protected fields are on record', async (victim) => {
    const token = await victim.token(['boss'])
    await victim.ask('POST', '/api/v1/clients', { token, body })
    const aggregate = { groupBy: ['taxId'], max: ['salary'] }
    const params = { name: 'aggregate_clients', arguments: { aggregate } }
    const { text } = await victim.ask('POST', '/mcp', {
      token,
      body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
      headers: { accept: 'application/json, text/event-stream' },
    })
    const got = await recorded(victim, 'Client.aggregate')
    return text.includes('T-123456') && got === 'durable taxId,salary' ? null : `${text}, on record as ${got}`
  }),
  attack(
    'searches-unrecorded',
    'a search by a protected value is on record, though nothing comes of it',
    async (victim) => {
      const token = await victim.token(['boss'])
      for (const filter of [
        { field: 'salary', op: 'gt', value: 1_000_000 },
        { or: [{ field: 'name', op: 'eq', value: 'x' }, { not: { field: 'salary', op: 'lt', value: 1_000_000 } }] },
      ]) {
        const { status } = await victim.ask('POST', '/api/v1/clients/search', {
          token,
          body: { filter, fields: ['id'] },
        })
        const got = await recorded(victim, 'Client.list')
        if (status !== 200 || got !== 'durable salary') return `${status}, on record as ${got}`
      }
      const { status } = await victim.ask('POST', '/api/v1/clients/search', {
        token,
        body: { sort: ['-salary'], fields: ['id'] },
      })
      const got = await recorded(victim, 'Client.list')
      return status === 200 && got === 'durable salary' ? null : `sorted: ${status}, on record as ${got}`
    },
  ),
  attack(
    'result-unrecorded',
    'what a body was given of protected fields is on record with its result',
    told('own', 'durable taxId,salary,card'),
  ),
  attack(
    'rows-unrecorded',
    'so too of rows that it read',
    told('other', 'durable id,Client.taxId,Client.salary,Client.card'),
  ),
]
