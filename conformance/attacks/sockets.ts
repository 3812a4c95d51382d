import { once } from 'node:events'
import { connect as connectHttp2 } from 'node:http2'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { JsonObject } from '@charter/runtime'
import type { Attack, Victim } from './attack.ts'
import { notes } from './notes.ts'

/** The longest that anything is waited for: several times what it takes, and a machine that is busy. */
const patienceMs = 20_000

const until = async (isSo: () => boolean): Promise<void> => {
  for (const end = performance.now() + patienceMs; !isSo() && performance.now() < end; ) await wait(5)
}

interface Conversation {
  readonly heard: readonly JsonObject[]
  /** Of the close that the service sent; null: none so far. 1006: it did not let anybody in, or just went. */
  readonly code: number | null
  say(...messages: readonly JsonObject[]): void
  close(): void
}

/** A WebSocket that signs in with this, once the service has said something to it. */
const conversation = async ({ url }: Victim, payload: JsonObject): Promise<Conversation> => {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws')
  const heard: JsonObject[] = []
  let code: number | null = null
  const say = (...messages: readonly JsonObject[]) => {
    for (const message of messages) socket.send(JSON.stringify(message))
  }
  socket.onopen = () => say({ type: 'connection_init', payload })
  socket.onmessage = ({ data }) => void heard.push(JSON.parse(data))
  socket.onclose = (event) => {
    code = event.code
  }
  await until(() => heard.length > 0 || code !== null)
  return {
    heard,
    get code() {
      return code
    },
    say,
    close: () => socket.close(),
  }
}

const signedIn = async (victim: Victim): Promise<Conversation> =>
  conversation(victim, { Authorization: `Bearer ${await victim.token(['writer'])}` })

const begin = (id: string, query = 'subscription { noteChanged { __typename } }'): JsonObject => ({
  type: 'subscribe',
  id,
  payload: { query },
})

/** One id after another: begun, ended, and begun again before the first has ended. */
const againAndAgain = async (one: Conversation, count: number): Promise<void> => {
  const pongs = () => one.heard.filter(({ type }) => type === 'pong').length
  for (let at = 0; at < count; at++) {
    const id = `s${at}`
    one.say(begin(id), { type: 'complete', id }, begin(id), { type: 'ping' })
    await until(() => one.code !== null || pongs() > at)
  }
}

const linesOf = (victim: Victim, of: string): readonly string[] =>
  victim
    .log()
    .split('\n')
    .filter((line) => line.includes(of))

/** `grpc-status` of a call with an empty message; of a stream that goes on, `open`. */
const grpc = async (
  { urls }: Victim,
  path: string,
  calls: readonly Readonly<Record<string, string>>[],
): Promise<readonly string[]> => {
  const session = connectHttp2(urls.grpc ?? '')
  const statuses = calls.map(
    (headers) =>
      new Promise<string>((resolve, reject) => {
        const stream = session.request({
          ':method': 'POST',
          ':path': path,
          'content-type': 'application/grpc',
          te: 'trailers',
          ...headers,
        })
        const end = (told: Readonly<Record<string, unknown>>) =>
          told['grpc-status'] !== undefined && resolve(String(told['grpc-status']))
        stream.on('response', end)
        stream.on('trailers', end)
        stream.on('data', () => path.endsWith('/Watch') && resolve('open'))
        stream.on('error', reject)
        stream.end(Buffer.alloc(5))
      }),
  )
  const found = await Promise.all(statuses)
  session.destroy()
  return found
}

export const attacks: readonly Attack[] = [
  {
    name: 'subscriptions-past-the-bound',
    holds: 'a connection has a hundred subscriptions, however often their ids are used again',
    finding: 'D1',
    charter: notes,
    play: async (victim) => {
      const one = await signedIn(victim)
      await againAndAgain(one, 130)
      if (one.code !== 4400) return `130 subscriptions of one connection: closed with ${one.code}`
      const other = await signedIn(victim)
      other.say(begin('a'), { type: 'complete', id: 'a' }, begin('a'), { type: 'ping' })
      await until(() => other.heard.some(({ type }) => type === 'pong'))
      await wait(300)
      other.say(begin('a'))
      await until(() => other.code !== null)
      return other.code === 4409 ? null : `an id that is in use was taken again: ${other.code}`
    },
  },
  {
    name: 'subscriptions-outlive-it',
    holds: 'what runs on a connection ends with it',
    finding: 'D1',
    charter: notes,
    isAlone: true,
    play: async (victim) => {
      const one = await signedIn(victim)
      await againAndAgain(one, 20)
      await wait(300)
      one.close()
      await until(() => linesOf(victim, '"WEBSOCKET"').length === 40)
      const ended = linesOf(victim, '"WEBSOCKET"').length
      return ended === 40 ? null : `of 40 subscriptions ${ended} have ended with their connection`
    },
  },
  {
    name: 'upgrades-in-a-burst',
    holds: 'no more than 500 connections wait to sign in, also where many come at once',
    finding: 'D2',
    charter: notes,
    env: { TRUSTED_PROXIES: '127.0.0.1' },
    isAlone: true,
    play: async ({ url, processId }) => {
      const { port, host } = new URL(url)
      const seen = { upgraded: 0, terminated: 0, closedByTime: 0 }
      const count = 700
      const sockets = Array.from({ length: count }, () => connect(Number(port), '127.0.0.1'))
      await Promise.all(sockets.map((socket) => once(socket, 'connect')))
      await wait(1000)
      // All of them have asked when it looks again.
      process.kill(processId, 'SIGSTOP')
      for (const [at, socket] of sockets.entries()) {
        socket.on('error', () => {})
        socket.on('data', (chunk: Buffer) => {
          if (chunk.includes('101 Switching')) seen.upgraded++
          // 4408, as a close frame has it: it did not sign in for too long.
          if (chunk.includes(Buffer.from([0x11, 0x38]))) seen.closedByTime++
        })
        socket.on('close', () => void seen.terminated++)
        socket.write(
          `GET /graphql HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: graphql-transport-ws\r\nX-Forwarded-For: 10.0.${at >> 8}.${at & 255}\r\n\r\n`,
        )
      }
      await wait(300)
      process.kill(processId, 'SIGCONT')
      await until(() => seen.closedByTime > 0 || seen.terminated >= count - 500)
      const found = { ...seen }
      for (const socket of sockets) socket.destroy()
      return found.terminated >= count - 500 ? null : JSON.stringify(found)
    },
  },
  {
    name: 'assertion-beside-a-token',
    holds: 'a gateway’s assertion that is not accepted is refused in every style, whatever is shown beside it',
    finding: 'D5',
    charter: notes,
    play: async (victim) => {
      const authorization = `Bearer ${await victim.token(['writer'])}`
      for (const [beside, isTaken] of [
        [{ 'x-gateway-assertion': 'nonsense' }, false],
        [{ 'x-api-key': 'ck_none' }, true],
      ] as const) {
        const shown: Record<string, string> = { authorization, ...beside }
        const { status } = await victim.ask('GET', '/api/v1/notes', { headers: shown })
        const [code] = await grpc(victim, '/notes.v1.NoteService/ListNotes', [shown])
        const { heard, close } = await conversation(victim, shown)
        close()
        const acknowledged = heard[0]?.type === 'connection_ack'
        if ((status === 200) !== isTaken || (code === '0') !== isTaken || acknowledged !== isTaken)
          return `${Object.keys(beside)} beside a token: ${status} over HTTP, ${code} over gRPC, ${acknowledged ? 'let in' : 'refused'} over a WebSocket`
      }
      return null
    },
  },
  {
    name: 'failed-sign-ins-of-others',
    holds: 'a token that holds is taken over a WebSocket too, whatever failed at its address',
    finding: 'D7',
    charter: notes,
    env: { RATE_FAILED_SIGN_INS: '5' },
    isAlone: true,
    play: async (victim) => {
      for (let at = 0; at < 10; at++) await victim.ask('GET', '/api/v1/notes', { token: `nobody${at}` })
      const { heard, code, close } = await signedIn(victim)
      close()
      if (heard[0]?.type !== 'connection_ack') return `who has a token was closed with ${code}`
      const other = await conversation(victim, { Authorization: 'Bearer nobody' })
      return other.code === 1013 ? null : `who has none was not told to come back later: ${other.code}`
    },
  },
  {
    name: 'log-names-another-request',
    holds: 'an operation over a WebSocket has one id: in the log, on record and in what is told of it',
    finding: 'D9',
    charter: notes,
    isAlone: true,
    play: async (victim) => {
      const { say, heard, close } = await signedIn(victim)
      say(begin('1', '{ notes(first: 1) { nodes { id } } }'), begin('2', '{ nothing }'))
      await until(() => heard.filter(({ type }) => type === 'complete' || type === 'error').length === 2)
      close()
      const record = await victim.record()
      const lines = linesOf(victim, '"WEBSOCKET"').map((line) => JSON.parse(line) as JsonObject)
      const recorded = record.map(({ origin }) => (origin as JsonObject).requestId)
      const told = JSON.stringify(heard.find(({ type }) => type === 'error'))
      const logged = (status: number) => String(lines.find((line) => line.status === status)?.requestId)
      if (!recorded.includes(logged(200))) return `in the log ${logged(200)}, on record ${recorded.join()}`
      return told.includes(logged(400)) ? null : `in the log ${logged(400)}, told ${told.slice(0, 200)}`
    },
  },
  {
    name: 'cut-off-in-the-body',
    holds: 'a request that nobody waited for is no success in the log',
    finding: 'D10',
    charter: notes,
    play: async (victim) => {
      const { port, host } = new URL(victim.url)
      const socket = connect(Number(port), '127.0.0.1')
      socket.on('error', () => {})
      const id = 'cut-off-in-the-body'
      socket.write(
        `POST /api/v1/notes HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${await victim.token(['writer'])}\r\nContent-Type: application/json\r\nX-Request-Id: ${id}\r\nContent-Length: 500\r\n\r\n{"text":`,
      )
      await wait(300)
      socket.destroy()
      await until(() => linesOf(victim, id).length > 0)
      const [line = 'nothing is logged'] = linesOf(victim, id)
      return /"status":499\b/.test(line) ? null : line
    },
  },
  {
    name: 'watchers-behind-a-proxy',
    holds: 'health is watched by as many as there may be from each address, also behind a proxy',
    finding: 'D11',
    charter: notes,
    env: { TRUSTED_PROXIES: '127.0.0.1' },
    play: async (victim) => {
      const from = (address: string, count: number) =>
        Array.from({ length: count }, (_, at) => ({ 'x-forwarded-for': address.replace('*', String(at)) }))
      const path = '/grpc.health.v1.Health/Watch'
      const apart = await grpc(victim, path, from('10.0.0.*', 25))
      if (apart.some((status) => status !== 'open')) return `of 25 addresses: ${apart.join()}`
      const together = await grpc(victim, path, from('10.1.0.1', 25))
      return together.includes('8') ? null : `of one address: ${together.join()}`
    },
  },
  {
    name: 'the-twenty-first-error',
    holds: 'of more errors than are told, those that were found first are told',
    finding: 'D17',
    charter: notes,
    play: async (victim) => {
      const token = await victim.token(['writer'])
      const first = Array.from({ length: 20 }, (_, at) => `z${at + 10}`)
      const body = Object.fromEntries([['text', 'a'], ...[...first, 'a1', 'a2'].map((name) => [name, 1])])
      const { json, text } = await victim.ask('POST', '/api/v1/notes', { token, body })
      const told = (json?.errors ?? []).map(({ path }: { path: string }) => path.slice(1))
      return told.join() === first.join() && /more errors/.test(text) ? null : told.join()
    },
  },
]
