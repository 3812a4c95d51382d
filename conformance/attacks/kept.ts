import { connect as connectHttp2 } from 'node:http2'
import { gzipSync } from 'node:zlib'
import type { Attack, Victim } from './attack.ts'
import { isThere } from './is-there.ts'

/** A call has its turn, however busy the machine is: what refuses it is its size. */
const charter = `charter: 1
name: parts
version: 1.0.0
serves: [rest, graphql, grpc, soap]
limits: { requestTimeoutMs: 120000 }
sources: { main: { own: sqlite } }
access:
  accepts: [jwt]
  roles: [writer, guest]
entities:
  Maker:
    key: id
    fields: { id: { type: int32 }, name: { type: text, length: 1..40 } }
    relations: { parts: { many: Part, inverse: maker } }
    allow: { writer: { do: [read, list] } }
  Part:
    key: id
    fields: { id: { type: int32 }, name: { type: text, length: 0..40 } }
    relations: { maker: { one: Maker } }
    allow: { writer: { do: [create, read, list] } }
`
/** Less than what was kept of one caller's requests. */
const shared = { charter, env: { NODE_OPTIONS: '--max-old-space-size=300' }, isAlone: true }

const times = (count: number, of: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => of(at)).join(' ')

const document = async (victim: Victim, role: string, body: object, headers: Readonly<Record<string, string>> = {}) =>
  victim.ask('POST', '/graphql', { token: await victim.token([role]), body, headers })

/** A document of a few thousand fields, in few letters. */
const wide = (name: number): string =>
  `query Q${name}($a: Boolean!, $b: Boolean!, $c: Boolean!, $d: Boolean!) { makers(first: 1) { nodes { ...m } ${times(4, (at) => `t${at}: totalCount @include(if: $${'abcd'[at]})`)} } }
fragment m on Maker { ${times(10, (at) => `p${at}: parts(first: 1) { nodes { ...p } }`)} }
fragment p on Part { ${times(10, (at) => `m${at}: maker { ${times(40, (nth) => `n${nth}: name`)} }`)} }`

const nodes = (name: number): string =>
  `query Q${name} { ${times(50, (at) => `a${at}: node(id: "x") { ...m ...p }`)} }
fragment m on Maker { ${times(15, (at) => `p${at}: parts(first: 1) { nodes { ...p } }`)} }
fragment p on Part { ${times(10, (at) => `m${at}: maker { ${times(20, (nth) => `n${nth}: name`)} }`)} }`

const letters = (count: number): readonly string[] => Array.from({ length: count }, (_, at) => at.toString(36))

/** An empty message of gRPC but for a filter of half a million empty names, unpacked. */
const packed = (): Buffer => {
  const within = (field: number, bytes: Buffer): Buffer => {
    const length: number[] = []
    let left = bytes.length
    for (; left > 127; left = Math.floor(left / 128)) length.push((left % 128) + 128)
    return Buffer.concat([Buffer.from([field * 8 + 2, ...length, left]), bytes])
  }
  const items = Buffer.alloc(1_000_000, within(1, Buffer.alloc(0)))
  // filter { name { in { items … } } }
  const message = gzipSync(within(3, within(2, within(7, items))))
  const head = Buffer.alloc(5)
  head[0] = 1
  head.writeUInt32BE(message.length, 1)
  return Buffer.concat([head, message])
}

export const attacks: readonly Attack[] = [
  {
    ...shared,
    name: 'plans-kept',
    holds: 'what is kept of documents is bounded by what it takes, for who may ask nothing too',
    finding: 'D19',
    play: async (victim) => {
      for (let name = 0; name < 12; name++) await document(victim, 'guest', { query: nodes(name) })
      for (let name = 0; name < 40; name++)
        for (let at = 0; at < 16; at++) {
          const [a, b, c, d] = [1, 2, 4, 8].map((bit) => (at & bit) > 0)
          await document(victim, 'guest', { query: wide(name), variables: { a, b, c, d } })
        }
      return isThere(victim)
    },
  },
  {
    ...shared,
    name: 'lists-without-end',
    holds: 'a filter compares with ten thousand values, and one variable of many fields costs what reading it takes',
    finding: 'D20',
    play: async (victim) => {
      const roots = `query Q($f: PartFilter) { ${times(50, (at) => `a${at}: parts(first: 1, filter: $f) { nodes { id } }`)} }`
      const values = letters(120_000)
      const search = { filter: { field: 'name', op: 'in', value: values } }
      const asked = [
        document(victim, 'writer', { query: roots, variables: { f: { name: { in: values } } } }),
        document(victim, 'guest', { query: roots, variables: { f: { or: values.map(() => ({})) } } }),
        document(victim, 'writer', { query: roots, variables: { f: { name: { in: values.slice(0, 9000) } } } }),
        victim.ask('POST', '/api/v1/parts/search', { token: await victim.token(['writer']), body: search }),
      ]
      for (const { status, text } of await Promise.all(asked))
        if (!/too-large/.test(text)) return `${status} ${text.slice(0, 200)}`
      return isThere(victim)
    },
  },
  {
    ...shared,
    name: 'streams-that-keep',
    holds: 'what a stream of changes selects, and so keeps, has a length',
    finding: 'D20',
    play: async (victim) => {
      const query = 'subscription S($f: PartFilter) { partChanged(filter: $f) { change } }'
      const variables = { f: { name: { in: letters(9000) } } }
      const { status, text } = await document(victim, 'writer', { query, variables }, { accept: 'text/event-stream' })
      return /too-large/.test(text) ? isThere(victim) : `${status} ${text.slice(0, 200)}`
    },
  },
  {
    ...shared,
    name: 'messages-that-unpack',
    holds:
      'a few bytes to gRPC that unpack to very many take no more than one message does, and everything else has its turn',
    finding: 'D21',
    play: async (victim) => {
      const session = connectHttp2(victim.urls.grpc ?? '').on('error', () => {})
      const authorization = `Bearer ${await victim.token(['writer'])}`
      const bytes = packed()
      const statuses = Array.from({ length: 100 }, async () => {
        const stream = session.request({
          ':method': 'POST',
          ':path': '/parts.v1.PartService/ListParts',
          'content-type': 'application/grpc',
          'grpc-encoding': 'gzip',
          te: 'trailers',
          authorization,
        })
        stream.end(bytes)
        return new Promise<string>((resolve) => {
          const told = (headers: Readonly<Record<string, unknown>>) =>
            headers['grpc-status'] !== undefined && resolve(String(headers['grpc-status']))
          stream
            .on('response', told)
            .on('trailers', told)
            .on('error', () => resolve('gone'))
            .resume()
        })
      })
      const health = await isThere(victim)
      const told = new Set(await Promise.all(statuses))
      session.destroy()
      // Each is refused for its size, by what it compares with or as there is no room.
      return [...told].join() === '8' ? (health ?? isThere(victim)) : `statuses ${[...told].join(', ')}`
    },
  },
]
