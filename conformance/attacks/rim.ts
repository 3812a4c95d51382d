import { once } from 'node:events'
import { connect } from 'node:net'
import type { JsonObject } from '@charter/runtime'
import type { Attack, Victim } from './attack.ts'
import { notes } from './notes.ts'

const duplicates = `{"${'A'.repeat(100_000)}":{${'"a":1,'.repeat(80_000)}"a":1}}`
const ssn = '078-05-1120'
const throwing = `${notes.replace('do: [create, read, update, list, delete]', 'do: [create, read, odd]')}operations:
  odd: { rights: service, entity: Note, input: { reason: { type: text, length: 1..20 } }, result: Note }
`

/** What comes back over a bare socket until it is closed, or for so long. */
const exchanged = async (victim: Victim, text: string, waitMs = 3000): Promise<string> => {
  const socket = connect(Number(new URL(victim.url).port), '127.0.0.1')
  let said = ''
  socket.on('data', (chunk: Buffer) => {
    said += chunk.toString()
  })
  socket.on('error', () => {})
  socket.write(text)
  await once(socket, 'close', { signal: AbortSignal.timeout(waitMs) }).catch(() => {})
  socket.destroy()
  return said
}

/** How a WebSocket ends that says this first: its close code, or `open` where it is let in. */
const signedIn = (victim: Victim, payload: JsonObject): Promise<number | 'open'> =>
  new Promise((resolve) => {
    const socket = new WebSocket(`${victim.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws')
    socket.onopen = () => socket.send(JSON.stringify({ type: 'connection_init', payload }))
    socket.onmessage = () => resolve('open')
    socket.onclose = ({ code }) => resolve(code)
    socket.onerror = () => resolve(0)
  })

/** The record with what was counted so far: asking for the page's trail puts it there. */
const countedOn = async (victim: Victim): Promise<readonly JsonObject[]> => {
  await victim.ask('GET', '/_charter/trail', { token: await victim.token(['writer']) })
  return victim.record()
}

const originOf = ({ origin }: JsonObject): JsonObject => (origin ?? {}) as JsonObject

export const attacks: readonly Attack[] = [
  {
    name: 'errors-without-end',
    holds: 'a body that is nothing but errors is told twenty of them, shortened',
    finding: 'A1',
    charter: notes,
    play: async (victim) => {
      const token = await victim.token(['writer'])
      const { status, json, text } = await victim.ask('POST', '/api/v1/notes', { token, body: duplicates })
      const isShort = text.length < 20_000 && json?.errors?.length === 20 && /more errors/.test(json.detail)
      return status === 422 && isShort ? null : `${status}, ${json?.errors?.length} errors, ${text.length} characters`
    },
  },
  {
    name: 'nobody-sends-bodies',
    holds: 'nobody is refused before a body is read, in every style over HTTP',
    finding: 'A1',
    charter: notes,
    play: async (victim) => {
      for (const path of ['/api/v1/notes', '/api/v1/batch', '/graphql', '/mcp', '/nothing']) {
        const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 900000\r\n\r\n`
        const said = await exchanged(victim, path === '/mcp' ? head.replace('Host: x', 'Host: 127.0.0.1') : head)
        if (!/^HTTP\/1\.1 40[14] /.test(said) || !/connection: close/i.test(said))
          return `${path}: ${said.slice(0, 60) || 'it waits for the body'}`
      }
      return null
    },
  },
  {
    name: 'sockets-of-nobody',
    holds: 'a thousand WebSockets of nobody keep nobody out',
    finding: 'A6',
    charter: notes,
    env: { RATE_FAILED_SIGN_INS: '100000' },
    isAlone: true,
    play: async (victim) => {
      const ends = await Promise.all(Array.from({ length: 1000 }, () => signedIn(victim, {})))
      if (ends.includes('open')) return 'nobody was let in'
      const end = await signedIn(victim, { Authorization: `Bearer ${await victim.token(['writer'])}` })
      return end === 'open' ? null : `who has a token was closed with ${end}`
    },
  },
  {
    name: 'endless-operation-name',
    holds: 'an operation’s name from a batch is short on record and in what is told of it',
    finding: 'A7',
    charter: notes,
    play: async (victim) => {
      const operation = `Odd${'x'.repeat(500_000)}`
      const body = { atomic: false, calls: [{ operation }] }
      const { text } = await victim.ask('POST', '/api/v1/batch', { token: await victim.token(['writer']), body })
      const entry = (await victim.record()).find((each) => String(each.operation).startsWith('Odd'))
      if (!entry) return 'it is not on record'
      const [told, kept] = [text.length, JSON.stringify(entry).length]
      return told < 5000 && kept < 2000 ? null : `${told} characters told, ${kept} on record`
    },
  },
  {
    name: 'sign-ins-without-end',
    holds: 'an address whose sign-ins fail too often is told when to come back, and a token that holds is taken',
    finding: 'A7',
    charter: notes,
    env: { RATE_FAILED_SIGN_INS: '20' },
    isAlone: true,
    play: async (victim) => {
      const statuses = new Set<number>()
      let after: string | null = null
      for (let at = 0; at < 30; at++) {
        const answer = await victim.ask('GET', '/api/v1/notes', { token: `nobody${at}` })
        statuses.add(answer.status)
        after = answer.headers.get('retry-after') ?? after
      }
      const { status } = await victim.ask('GET', '/api/v1/notes', { token: await victim.token(['writer']) })
      return statuses.has(429) && after !== null && status === 200
        ? null
        : `${[...statuses].join()}, Retry-After ${after}, then ${status}`
    },
  },
  {
    name: 'denials-without-end',
    holds: 'denials, each of which is written to disk, have a rate',
    finding: 'A7',
    charter: notes,
    env: { RATE_DENIALS: '10' },
    isAlone: true,
    play: async (victim) => {
      const token = await victim.token(['reader'])
      const statuses: number[] = []
      for (let at = 0; at < 20; at++)
        statuses.push((await victim.ask('POST', '/api/v1/notes', { token, body: { text: 'a' } })).status)
      const kept = (await countedOn(victim)).filter(({ outcome }) => outcome === 'forbidden').length
      return statuses.includes(429) && kept < 15 ? null : `${statuses.join()}; ${kept} on record`
    },
  },
  {
    name: 'refusals-leave-nothing',
    holds: 'refusals without sign-in and malformed batches are counted on record, by the address of who called',
    finding: 'B17',
    charter: notes,
    isAlone: true,
    play: async (victim) => {
      const headers = { 'x-forwarded-for': '203.0.113.5' }
      for (let at = 0; at < 7; at++) await victim.ask('GET', '/api/v1/notes', { headers })
      await victim.ask('POST', '/api/v1/batch', { token: await victim.token(['writer']), body: { calls: 'x' } })
      const refused = (await countedOn(victim)).filter(({ operation }) => operation === 'refused')
      const found = refused.map(({ outcome, rows, ...entry }) => `${outcome} ${rows} ${originOf(entry).address}`)
      return found.includes('unauthenticated 7 127.0.0.1') && found.includes('invalid-input 1 127.0.0.1')
        ? null
        : found.join('; ') || 'nothing is on record'
    },
  },
  {
    name: 'address-of-the-proxy',
    holds: 'behind a trusted proxy the record has the address of who called, not what that one wrote itself',
    finding: 'B17',
    charter: notes,
    env: { TRUSTED_PROXIES: '127.0.0.0/8' },
    play: async (victim) => {
      const headers = { 'x-forwarded-for': '6.6.6.6, 203.0.113.5' }
      await victim.ask('GET', '/api/v1/notes', { token: await victim.token(['writer']), headers })
      const addresses = (await victim.record()).map((entry) => originOf(entry).address)
      return addresses.includes('203.0.113.5') ? null : `addresses on record: ${addresses.join()}`
    },
  },
  {
    name: 'two-hosts',
    holds: 'two Host headers, or none, are refused',
    finding: 'B18',
    charter: notes,
    play: async (victim) => {
      const token = await victim.token(['writer'])
      for (const host of ['Host: a\r\nHost: b\r\n', '', 'Host: a/b\r\n']) {
        const said = await exchanged(
          victim,
          `GET /api/v1/notes HTTP/1.1\r\n${host}Authorization: Bearer ${token}\r\nConnection: close\r\n\r\n`,
        )
        if (!said.startsWith('HTTP/1.1 400 ')) return `${JSON.stringify(host)}: ${said.slice(0, 40)}`
      }
      return null
    },
  },
  {
    name: 'log-tells-values',
    holds: 'in production a 500 is logged with its request’s id, and without what its message quotes',
    finding: 'C20',
    charter: throwing,
    env: { CHARTER_MODE: 'production' },
    operations: {
      odd: `export const odd = async () => { throw new Error('the SSN ${ssn} is odd') }\n`,
    },
    play: async (victim) => {
      const headers = { 'x-request-id': 'who-asked' }
      const token = await victim.token(['writer'])
      const { json } = await victim.ask('POST', '/api/v1/notes', { token, body: { text: 'a' } })
      const { status } = await victim.ask('POST', `/api/v1/notes/${json.id}/odd`, {
        token,
        headers,
        body: { reason: ssn },
      })
      await victim.record()
      const log = victim.log()
      if (log.includes(ssn)) return 'the log holds the value'
      return status === 500 && /"level":"error"[^\n]*"requestId":"who-asked"/.test(log)
        ? null
        : `${status}: ${log.slice(-300)}`
    },
  },
  {
    name: 'requests-leave-no-line',
    holds: 'every request is a line of the log with its route’s template, and nothing of its path',
    finding: 'C20',
    charter: notes,
    play: async (victim) => {
      await victim.ask('GET', '/api/v1/notes/canary-path?fields=canary-query', {
        headers: { 'x-request-id': 'line-1' },
      })
      await victim.record()
      const line =
        victim
          .log()
          .split('\n')
          .find((each) => each.includes('"requestId":"line-1"')) ?? ''
      return line.includes('"route":"/api/v1/notes/:id"') &&
        line.includes('"status":401') &&
        !victim.log().includes('canary')
        ? null
        : line || 'there is no line'
    },
  },
  {
    name: 'figures-for-anybody',
    holds: '/metrics is not on the public listener',
    finding: 'C20',
    charter: notes,
    play: async (victim) => {
      const { status } = await victim.ask('GET', '/metrics')
      return status === 404 ? null : String(status)
    },
  },
]
