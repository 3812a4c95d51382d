import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { Attack, Victim } from './attack.ts'
import { isThere } from './is-there.ts'

const charter = `charter: 1
name: racks
version: 1.0.0
serves: [rest]
sources: { main: { own: sqlite } }
access:
  accepts: [jwt]
  roles: [reader, writer]
entities:
  Rack:
    key: id
    fields: { id: { type: int32 } }
    relations: { books: { many: Book, inverse: rack } }
    allow: { reader: { do: [read, list] } }
  Book:
    key: id
    fields: { id: { type: int32 }, name: { type: text, length: 1..40 } }
    relations: { rack: { one: Rack } }
    allow: { reader: { do: [read, list] }, writer: { do: [create, list] } }
`
const racks = Array.from({ length: 100 }, (_, at) => ({ id: at }))
const rows = {
  Rack: racks,
  Book: racks.flatMap(({ id }) => ['a', 'b'].map((name, at) => ({ id: id * 2 + at, name, rackId: id }))),
}

/** What a service has for its own objects: more than it needs, and less than a caller must be able to fill. */
const env = { NODE_OPTIONS: '--max-old-space-size=256' }

/** Rows by the line, as they are asked for; `end` closes it, else it stays open. */
const imported = async ({ url }: Victim, token: string, lines: number, end: 'closed' | 'open'): Promise<string> => {
  const line = new TextEncoder().encode(`{"id":5,"j":[${'[[1.5]],'.repeat(120_000)}1]}\n`)
  let sent = 0
  const body = new ReadableStream({
    pull: (controller) => {
      if (++sent <= lines) controller.enqueue(line.slice())
      else if (end === 'closed') controller.close()
    },
  })
  const answer = await fetch(`${url}/api/v1/books/import`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/x-ndjson' },
    body,
    duplex: 'half',
    signal: AbortSignal.timeout(30_000),
  } as RequestInit)
  return `${answer.status} ${(await answer.text()).slice(0, 300)}`
}

/** A body of a megabyte, all but its last bytes, that waits. */
const begun = async ({ url }: Victim, token: string): Promise<Socket> => {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.on('error', () => {}).resume()
  await once(socket, 'connect')
  const head = `POST /api/v1/books HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: 1048576\r\n\r\n`
  socket.write(head + '['.repeat(1_000_000))
  return socket
}

export const attacks: readonly Attack[] = [
  {
    name: 'cursors-of-long-filters',
    holds: 'what a cursor is bound to takes no memory by the length of the filter',
    finding: 'D8',
    charter,
    env,
    rows,
    isAlone: true,
    play: async (victim) => {
      const token = await victim.token(['reader'])
      for (let at = 0; at < 4; at++) {
        const value = [...Array.from({ length: 900 }, (_, of) => `${'x'.repeat(1000)}${at} ${of}`), 'a', 'b']
        const filter = { field: 'name', op: 'in', value }
        const asked = { token, body: { limit: 100, include: { books: { limit: 1, filter } } } }
        const { status, json } = await victim.ask('POST', '/api/v1/racks/search', asked)
        if (status !== 200 || !json.items?.[99]?.books?.next) return `search ${at}: ${status}`
      }
      return isThere(victim)
    },
  },
  {
    name: 'import-unread',
    holds: 'of the import of who may not create nothing is read before it is refused',
    finding: 'D2',
    charter,
    env,
    rows,
    isAlone: true,
    play: async (victim) => {
      const answer = await imported(victim, await victim.token(['reader']), 1, 'open').catch(String)
      return answer.startsWith('403') ? isThere(victim) : answer
    },
  },
  {
    name: 'import-of-long-lines',
    holds: 'lines of an import are read as many at once as are one body together',
    finding: 'D2',
    charter,
    env,
    rows,
    isAlone: true,
    isSlow: true,
    play: async (victim) => {
      const answer = await imported(victim, await victim.token(['writer']), 60, 'closed').catch(String)
      return /^(?:207|422) /.test(answer) ? isThere(victim) : answer
    },
  },
  {
    name: 'bodies-at-once',
    holds: 'what one caller sends at once is read as far as there is room for it, and leaves room for others',
    finding: 'A1',
    charter,
    env,
    rows,
    isAlone: true,
    play: async (victim) => {
      const token = await victim.token(['writer'], { sub: 'sends' })
      const sockets: Socket[] = []
      try {
        for (let at = 0; at < 300; at++) sockets.push(await begun(victim, token))
        await wait(1000)
        const read = sockets.filter(({ bytesRead, closed }) => bytesRead === 0 && !closed).length
        const other = await victim.token(['writer'], { sub: 'another' })
        const { status } = await victim.ask('POST', '/api/v1/books', {
          token: other,
          body: { id: 7777, name: 'a', rackId: 1 },
        })
        return read <= 8 && status === 201 ? isThere(victim) : `${read} of 300 are read; another's: ${status}`
      } finally {
        for (const socket of sockets) socket.destroy()
      }
    },
  },
]
