import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type Attack, recursing, type Victim } from './attack.ts'

const archive = `charter: 1
name: archive
version: 1.0.0
serves: [rest, graphql]
sources: { main: { own: sqlite } }
limits: { requestTimeoutMs: 3000 }
access:
  accepts: [jwt]
  roles: [writer, reader]
entities:
  Author:
    key: name
    fields:
      name: { type: text, length: 1..40 }
    relations:
      notes: { many: Note, inverse: author }
    allow:
      writer: { do: [create, read, update, list] }
      reader: { do: [read, list] }
  Note:
    key: id
    fields:
      id: { type: int64, min: 1, max: 1000000000 }
      body: { type: text, length: 0..20000 }
    relations:
      author: { one: Author }
    allow:
      writer: { do: [create, read, update, list] }
      reader: { do: [read, list] }
operations:
  wait: { entity: Author, input: {}, result: Author, effect: write, mode: unary, errors: [] }
`
const withWait = archive.replace(
  'writer: { do: [create, read, update, list] }',
  'writer: { do: [create, read, update, list, wait] }',
)
const operations = { wait: 'export const wait = () => new Promise(() => {})\n' }
const rows = {
  Author: [{ name: 'ada' }],
  Note: [1, 2, 3].map((id) => ({ id: String(id), authorName: 'ada', body: 'a'.repeat(20_000) })),
}
const shared = { charter: withWait, operations, rows }

const like = (pattern: string): string => `/api/v1/notes?filter[body][like]=${encodeURIComponent(pattern)}`

/** The longest that anything waits here: several deadlines, and a machine that is busy. */
const patienceMs = 15_000

const healthz = async (victim: Victim): Promise<string | null> => {
  try {
    const { status } = await victim.ask('GET', '/healthz', { timeoutMs: patienceMs })
    return status === 200 ? null : `/healthz: ${status}`
  } catch {
    return `/healthz did not answer in ${patienceMs} ms`
  }
}

export const attacks: readonly Attack[] = [
  {
    ...shared,
    name: 'like-pattern',
    holds: 'a pattern of like has at most 256 characters, in every way to ask for it, and is linear',
    finding: 'A3',
    play: async (victim) => {
      const token = await victim.token(['reader'])
      const long = '%a'.repeat(10_000)
      const filter = { field: 'body', op: 'like', value: long }
      const query = 'query ($like: String) { notes(filter: { body: { like: $like } }) { nodes { id } } }'
      const asked = [
        await victim.ask('GET', like('%a'.repeat(129)), { token }),
        await victim.ask('POST', '/api/v1/notes/search', { token, body: { filter } }),
        await victim.ask('POST', '/api/v1/notes/search', { token, body: { filter: { ...filter, op: 'startsWith' } } }),
      ]
      const wrong = asked.find(({ status }) => status < 400 || status >= 500)
      if (wrong) return `a long pattern: ${wrong.status} ${wrong.text.slice(0, 80)}`
      const answer = await victim.ask('POST', '/graphql', { token, body: { query, variables: { like: long } } })
      if (!answer.json?.errors?.length) return `a long pattern in GraphQL: ${answer.text.slice(0, 80)}`
      const { status } = await victim.ask('GET', like(`${'%a_'.repeat(85)}b`), { token, timeoutMs: patienceMs })
      return status === 200 ? null : `a pattern of 256: ${status}`
    },
  },
  {
    ...shared,
    name: 'cost-of-includes',
    holds: 'what costs too much is refused in every style, and a batch as the sum of its calls',
    finding: 'A4',
    play: async (victim) => {
      const token = await victim.token(['reader'])
      const nested =
        'include=notes.author.notes&limit=100&include[notes][limit]=100&include[notes.author.notes][limit]=100'
      const alone = await victim.ask('GET', `/api/v1/authors?${nested}`, { token })
      if (alone.status !== 413) return `lists within lists: ${alone.status} ${alone.text.slice(0, 80)}`
      const select = { limit: 100, include: { notes: { limit: 100 } } }
      for (const atomic of [true, false]) {
        const calls = Array.from({ length: 20 }, () => ({ operation: 'Author.list', select }))
        const { json, status } = await victim.ask('POST', '/api/v1/batch', { token, body: { atomic, calls } })
        const found = status >= 400 ? [status] : (json?.results ?? []).map((each: { status: number }) => each.status)
        if (found.length === 0 || found.some((each: number) => each !== 413))
          return `a batch of twenty: ${found.join()}`
      }
      const query =
        '{ authors(first: 100) { nodes { notes(first: 100) { nodes { author { notes(first: 100) { nodes { id } } } } } } } }'
      const { json } = await victim.ask('POST', '/graphql', { token, body: { query } })
      return json?.errors?.length ? null : 'lists within lists in GraphQL were answered'
    },
  },
  {
    ...shared,
    name: 'hung-body',
    holds: 'a body that hangs stops nobody past the deadline: writes, denials and itself are answered',
    finding: 'A5',
    isAlone: true,
    play: async (victim) => {
      const [writer, reader] = [await victim.token(['writer']), await victim.token(['reader'])]
      const wait = victim.ask('POST', '/api/v1/authors/ada/wait', { token: writer, body: {}, timeoutMs: patienceMs })
      const patches = Array.from({ length: 5 }, (_, at) =>
        victim.ask('PATCH', '/api/v1/notes/1', { token: writer, body: { body: `${at}` }, timeoutMs: patienceMs }),
      )
      const denied = victim.ask('PATCH', '/api/v1/notes/1', { token: reader, body: {}, timeoutMs: patienceMs })
      const alive = await healthz(victim)
      const settled = await Promise.allSettled([wait, ...patches, denied])
      const lost = settled.findIndex(({ status }) => status === 'rejected')
      if (lost >= 0) return `request ${lost} was not answered in ${patienceMs} ms`
      const [hung] = settled
      if (hung?.status === 'fulfilled' && hung.value.status !== 504)
        return `the body that hangs: ${hung.value.status} ${hung.value.text.slice(0, 80)}`
      const after = await victim.ask('PATCH', '/api/v1/notes/1', {
        token: writer,
        body: { body: 'z' },
        timeoutMs: patienceMs,
      })
      return alive ?? (after.status === 200 ? null : `a write after it: ${after.status} ${after.text.slice(0, 80)}`)
    },
  },
  {
    ...shared,
    name: 'long-reads',
    holds: 'long reads end by their deadline, and /healthz is answered meanwhile',
    finding: 'A3',
    isAlone: true,
    play: async (victim) => {
      const token = await victim.token(['reader'])
      const text = victim.database === 'sqlite' ? `replace(hex(zeroblob(9000)), '0', 'a')` : `repeat('a', 18000)`
      const table = victim.database === 'postgresql' ? 'public."note"' : '"note"'
      await victim.sql(
        `${recursing(victim.database)}INSERT INTO ${table} ("id", "body", "authorName") WITH RECURSIVE n(x) AS (SELECT 10 UNION ALL SELECT x + 1 FROM n WHERE x < 3000) SELECT x, ${text}, 'ada' FROM n`,
      )
      const reads = Array.from({ length: 12 }, (_, at) =>
        victim.ask('GET', `${like(`${'%_a'.repeat(80)}b${at}`)}&count=true`, { token, timeoutMs: patienceMs }),
      )
      for (let times = 0; times < 10; times++) {
        const found = await healthz(victim)
        if (found) return found
      }
      const settled = await Promise.allSettled(reads)
      const lost = settled.filter(({ status }) => status === 'rejected').length
      return lost === 0 ? null : `${lost} reads were not answered in ${patienceMs} ms`
    },
  },
  {
    ...shared,
    name: 'file-modes',
    holds: 'nothing that a service keeps can be read by other users',
    finding: 'B18',
    play: async ({ folder }) => {
      const open = readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((path) => /(?:^|\/)(?:keys|audit)\/|\.db(?:-wal|-shm)?$/.test(path) && !path.endsWith('.pub.pem'))
        .filter((path) => (statSync(join(folder, path)).mode & 0o077) !== 0)
      return open.length === 0 ? null : `others can read ${open.slice(0, 3).join(', ')}`
    },
  },
]
