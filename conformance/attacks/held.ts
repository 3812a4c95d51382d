import { setTimeout as pause } from 'node:timers/promises'
import type { DatabaseName } from '../charters.ts'
import { type Attack, recursing } from './attack.ts'
import { notes } from './notes.ts'

const archive = `charter: 1
name: pages
version: 1.0.0
serves: [rest]
sources: { main: { own: sqlite } }
limits: { requestTimeoutMs: 12000 }
access:
  accepts: [jwt]
  roles: [writer, reader]
entities:
  Page:
    key: id
    fields: { id: { type: int32 }, body: { type: text, length: 0..2000 } }
    allow: { writer: { do: [create, list] }, reader: { do: [list] } }
`
/** Rows that a pattern takes long over. */
const manyPages = (database: DatabaseName): string =>
  `${recursing(database)}INSERT INTO ${database === 'postgresql' ? 'public."page"' : '"page"'} ("id", "body") WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 20000) SELECT x, '${'x'.repeat(300)}' FROM n`
const slow = {
  operation: 'Page.list',
  select: {
    limit: 1,
    filter: { or: [0, 1].map((at) => ({ field: 'body', op: 'like', value: `%x_${at}x_%x_%x_%y%` })) },
  },
}
const create = { operation: 'Page.create', value: { id: 0, body: 'denied' } }

export const attacks: readonly Attack[] = [
  {
    name: 'names-without-end',
    holds: 'whoever sorts or groups by thousands of names is told what is wrong with that, in every style',
    finding: 'D18',
    charter: notes,
    play: async (victim) => {
      const token = await victim.token(['reader'])
      const names = Array<string>(3000).fill('text')
      const query = `{ notes(orderBy: [${'text_ASC,'.repeat(300)}]) { nodes { id } } }`
      const accept = 'application/json, text/event-stream'
      const tool = (name: string, given: object) => ({
        token,
        headers: { accept },
        body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } },
      })
      const answers = [
        await victim.ask('POST', '/api/v1/notes/search', { token, body: { sort: names } }),
        await victim.ask('GET', `/api/v1/notes?sort=${Array(500).fill('text').join()}`, { token }),
        await victim.ask('POST', '/graphql', { token, body: { query } }),
        await victim.ask('POST', '/mcp', tool('list_notes', { sort: names })),
        await victim.ask('POST', '/mcp', tool('aggregate_notes', { aggregate: { groupBy: names } })),
      ]
      const bad = answers.find(({ status, text }) => status >= 500 || !text.includes('too-long'))
      return bad ? `${bad.status} ${bad.text.slice(0, 300)}` : null
    },
  },
  ...[
    { name: 'atomic-reads', calls: Array(100).fill(slow), by: 'reader' },
    { name: 'atomic-reads-and-a-write', calls: [...Array(99).fill(slow), create], by: 'reader' },
    { name: 'atomic-reads-of-a-writer', calls: [...Array(99).fill(slow), create], by: 'writer' },
  ].map(
    ({ name, calls, by }): Attack => ({
      name,
      holds: 'an atomic batch of long reads keeps nobody waiting: not /healthz, and no write past its own deadline',
      finding: 'D3',
      charter: archive,
      isAlone: true,
      isSlow: true,
      play: async (victim) => {
        await victim.sql(manyPages(victim.database))
        const [attacker, writer] = [await victim.token([by]), await victim.token(['writer'])]
        const batches = Promise.allSettled(
          Array.from({ length: 3 }, () =>
            victim.ask('POST', '/api/v1/batch', { token: attacker, body: { atomic: true, calls } }),
          ),
        )
        await pause(300)
        const health = await victim.ask('GET', '/healthz', { timeoutMs: 8000 }).catch(() => null)
        if (health?.status !== 200) return '/healthz was not answered'
        const asked = { token: writer, body: { id: -1, body: 'meanwhile' } }
        const wrote = await victim.ask('POST', '/api/v1/pages', asked).catch(() => null)
        const lost = (await batches).filter(({ status }) => status === 'rejected').length
        if (lost > 0) return `${lost} batches were not answered`
        return wrote?.status === 201 ? null : `a write meanwhile: ${wrote?.status} ${wrote?.text}`
      },
    }),
  ),
]
