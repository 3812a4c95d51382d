import type { JsonObject } from '@charter/runtime'
import type { Attack, Victim } from './attack.ts'

const charter = `charter: 1
name: shelves
version: 1.0.0
serves: [rest, graphql, soap, mcp]
mcp: { tools: all }
sources: { main: { own: sqlite } }
access:
  accepts: [jwt]
  roles: [writer]
entities:
  Shelf:
    key: id
    fields: { id: { type: int32 } }
    relations: { books: { many: Book, inverse: shelf }, loans: { many: Loan, inverse: shelf } }
    allow: { writer: { do: [read, list] } }
  Book:
    key: id
    fields: { id: { type: int32 }, text: { type: text, length: 0..40000 }, isRead: { type: boolean, default: false } }
    relations: { shelf: { one: Shelf } }
    allow: { writer: { do: [read, list, update] } }
  Loan:
    key: id
    fields: { id: { type: int32 } }
    relations: { shelf: { one: Shelf } }
    allow: { writer: { do: [read, list] } }
`
const ids = Array.from({ length: 90 }, (_, at) => at)
const text = 'x'.repeat(20_000)
const shared = {
  charter,
  rows: {
    Shelf: [{ id: 1 }],
    Book: ids.map((id) => ({ id, text, isRead: false, shelfId: 1 })),
    Loan: ids.map((id) => ({ id, shelfId: 1 })),
  },
  // Less than the answers that are asked for, and more than one may be.
  env: { NODE_OPTIONS: '--max-old-space-size=300' },
  isAlone: true,
}
const page = { limit: 100 }
const books = { ...page, include: { shelf: { include: { books: page } } } }
const soapList = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><ListLoans xmlns="urn:charter:shelves:1"><select><limit>100</limit><include><shelf><include><books><limit>100</limit></books></include></shelf></include></select></ListLoans></s:Body></s:Envelope>`

const names = (count: number, of: string): string => Array.from({ length: count }, (_, at) => `a${at}: ${of}`).join(' ')

/** Null where every answer was refused as too long and the service still answers; else what came, cut. */
const refused = async (victim: Victim, asked: readonly Promise<{ status: number; text: string }>[]) => {
  for (const { status, text: answer } of await Promise.all(asked))
    if (!/too-large/.test(answer) || answer.length > 100_000)
      return `${status}, ${answer.length} characters: ${answer.slice(0, 200)}`
  return isThere(victim)
}

const isThere = async (victim: Victim): Promise<string | null> => {
  const { status } = await victim.ask('GET', '/healthz').catch(() => ({ status: 0 }))
  return status === 200 ? null : `/healthz: ${status}`
}

const document = async (victim: Victim, query: string) =>
  victim.ask('POST', '/graphql', { token: await victim.token(['writer']), body: { query } })

export const attacks: readonly Attack[] = [
  {
    ...shared,
    name: 'one-row-for-many',
    holds: 'rows that many others refer to are not written for each of them without end, in any style or batch',
    finding: 'D2',
    play: async (victim) => {
      const token = await victim.token(['writer'])
      const include = 'include=shelf.books&include[shelf.books][limit]=100'
      const one = { operation: 'Book.list', select: page }
      const call = { name: 'list_loans', arguments: books }
      const headers = { accept: 'application/json, text/event-stream' }
      const batch = await victim.ask('POST', '/api/v1/batch', { token, body: { calls: Array(60).fill(one) } })
      const results: readonly JsonObject[] = batch.json?.results ?? []
      const given = results.filter(({ status }) => status === 200).length
      if (given === 0 || given === 60 || batch.text.length > 2 ** 25)
        return `a batch: ${given} of 60 calls were answered`
      return refused(victim, [
        victim.ask('GET', `/api/v1/loans?limit=100&${include}`, { token }),
        victim.ask('POST', '/api/v1/batch', { token, body: { atomic: true, calls: Array(60).fill(one) } }),
        victim.ask('POST', '/mcp', {
          token,
          headers,
          body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: call },
        }),
        victim.ask('POST', '/soap/Shelves', { token, headers: { 'content-type': 'text/xml' }, body: soapList }),
        document(victim, '{ loans(first: 100) { nodes { shelf { books(first: 100) { nodes { text } } } } } }'),
      ])
    },
  },
  {
    ...shared,
    name: 'one-field-under-many-names',
    holds: 'a field is not written under thousands of names without end, over rows, pages and all roots of a document',
    finding: 'D2',
    play: (victim) => {
      const long = `nodes { ${names(120, 'text')} }`
      return refused(victim, [
        document(
          victim,
          `{ ${names(40, `books(first: 100) { ${'...F'} }`)} } fragment F on BookConnection { ${long} }`,
        ),
        document(victim, `{ books(first: 100) { ${names(1300, 'nodes { text }')} } }`),
        document(victim, `{ books(first: 100) { edges { ${names(900, 'node { text }')} } } }`),
        document(
          victim,
          `{ books(first: 100) { nodes { ${names(300, 'isRead text').replaceAll('isRead text', 'text')} } } }`,
        ),
        document(victim, `{ books(first: 100) { nodes { ${'y'.repeat(500_000)}: id } } }`),
      ])
    },
  },
  {
    ...shared,
    name: 'one-change-for-many-streams',
    holds:
      'a change that a hundred subscriptions make a long answer of is written for a few of them at once, and kept for none',
    finding: 'D1',
    isSlow: true,
    play: async (victim) => {
      const token = await victim.token(['writer'])
      const socket = new WebSocket(`${victim.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws')
      const say = (message: object) => socket.send(JSON.stringify(message))
      const [open, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<string | null>()]
      let heard = 0
      socket.onclose = ({ code }) => {
        open.resolve()
        ended.resolve(`closed with ${code} after ${heard} changes`)
      }
      const query = `subscription { bookChanged { book { ${names(500, 'text')} } } }`
      socket.onopen = () => say({ type: 'connection_init', payload: { Authorization: `Bearer ${token}` } })
      socket.onmessage = ({ data }) => {
        if (data.startsWith('{"type":"connection_ack"')) {
          for (const id of ids) say({ type: 'subscribe', id: String(id), payload: { query } })
          // Answered when those before it are open.
          say({ type: 'subscribe', id: 'last', payload: { query: '{ books(first: 1) { nodes { id } } }' } })
        } else if (data.startsWith('{"type":"complete"')) open.resolve()
        else if (data.includes('bookChanged') && ++heard === ids.length) ended.resolve(null)
      }
      await open.promise
      await victim.ask('PATCH', '/api/v1/books/1', { token, body: { isRead: true } })
      const got = await ended.promise
      socket.close()
      return got ?? isThere(victim)
    },
  },
  {
    ...shared,
    name: 'kept-for-nothing',
    holds: 'what a small write keeps for its key is small, whatever row it is on',
    finding: 'D2',
    play: async (victim) => {
      const token = await victim.token(['writer'])
      for (const [at, value] of [{}, { isRead: true }].entries()) {
        const calls = Array(100).fill({ operation: 'Book.update', key: { id: 2 }, value })
        const headers = { 'idempotency-key': `k${at}` }
        const first = await victim.ask('POST', '/api/v1/batch', { token, headers, body: { calls } })
        const again = await victim.ask('POST', '/api/v1/batch', { token, headers, body: { calls } })
        const [one, other] = [first, again].map(({ json }) => JSON.stringify(json.results?.[99]?.value))
        if (one !== other || !one?.includes(text)) return `sent again: ${other?.slice(0, 200)}`
      }
      const table = victim.database === 'postgresql' ? '"charter_state"."idempotency"' : '"_charter_idempotency"'
      const [[kept] = [0]] = await victim.sql(`SELECT sum(octet_length("value")) FROM ${table}`)
      return Number(kept) < 200 * 1000 ? null : `${kept} characters are kept`
    },
  },
]
