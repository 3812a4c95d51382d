import type { Attack } from './attack.ts'

const charter = `charter: 1
name: exactly
version: 1.0.0
serves: [rest, graphql]
sources: { main: { own: sqlite } }
access:
  accepts: [jwt]
  roles: [writer, reader]
entities:
  Note:
    key: id
    fields:
      id: { type: uuid, default: generated }
      body: { type: text, length: 0..30000 }
    relations:
      about: { one: Note, optional: true }
    allow:
      writer: { do: [create, read, list, update] }
      reader: { do: [read, list] }
`

const attack = (name: string, holds: string, play: Attack['play']): Attack => ({
  name,
  holds,
  finding: 'C19',
  charter,
  play,
})

export const attacks: readonly Attack[] = [
  attack('limit-cut', 'a page past the maximum is refused, in REST and GraphQL', async ({ ask, token }) => {
    const reader = await token(['reader'])
    const rest = await ask('GET', '/api/v1/notes?limit=101', { token: reader })
    const query = '{ notes(first: 101) { nodes { id } } }'
    const graphql = await ask('POST', '/graphql', { token: reader, body: { query } })
    return rest.status === 422 && graphql.text.includes('invalid-input') ? null : `${rest.status} ${graphql.text}`
  }),
  attack('forbidden-import', 'an import of which not one line may be is 403', async ({ ask, token }) => {
    const headers = { 'content-type': 'application/x-ndjson' }
    const answer = await ask('POST', '/api/v1/notes/import', {
      token: await token(['reader']),
      body: '{"body":"x"}\n',
      headers,
    })
    return answer.status === 403 ? null : `${answer.status} ${answer.text}`
  }),
  attack('batch-twice', 'a batch that is sent again under its Idempotency-Key is done once', async ({ ask, token }) => {
    const writer = await token(['writer'], { sub: 'w1' })
    const body = { atomic: true, calls: [{ operation: 'Note.create', value: { body: 'once' } }] }
    const sent = () => ask('POST', '/api/v1/batch', { token: writer, body, headers: { 'idempotency-key': 'batch' } })
    const [first, second] = [await sent(), await sent()]
    const ids = [first, second].map(({ json }) => json.results?.[0]?.value?.id)
    return ids[0] !== undefined && ids[0] === ids[1] ? null : `${first.text} then ${second.text}`
  }),
  attack('unknown-reference', 'a reference to what is not there is told at its field', async ({ ask, token }) => {
    const body = { body: 'x', aboutId: '00000000-0000-7000-8000-000000000000' }
    const { status, json, text } = await ask('POST', '/api/v1/notes', { token: await token(['writer']), body })
    return status === 422 && json.errors?.[0]?.path === '/aboutId' && json.errors[0].code === 'not-found' ? null : text
  }),
  attack('long-cursor', 'a list by a long text goes on, with a short Link', async ({ ask, token }) => {
    const writer = await token(['writer'])
    for (const last of ['a', 'b'])
      await ask('POST', '/api/v1/notes', { token: writer, body: { body: `${'z'.repeat(20_000)}${last}` } })
    const first = await ask('GET', '/api/v1/notes?sort=-body&limit=1', { token: writer })
    const link = first.headers.get('link') ?? ''
    const next = /<([^>]+)>; rel="next"/.exec(link)?.[1] ?? ''
    const second = await ask('GET', next.replace(/^https?:\/\/[^/]+/, ''), { token: writer })
    if (link.length > 2000 || second.status !== 200) return `Link of ${link.length}, then ${second.status}`
    return second.json.items?.[0]?.body.endsWith('za') ? null : 'another row came next'
  }),
  attack('uuid-case', 'a UUID in upper case is refused alike in path, body and filter', async ({ ask, token }) => {
    const writer = await token(['writer'])
    const { json } = await ask('POST', '/api/v1/notes', { token: writer, body: { body: 'x' } })
    const upper = String(json.id).toUpperCase()
    const answers = [
      await ask('GET', `/api/v1/notes/${upper}`, { token: writer }),
      await ask('POST', '/api/v1/notes', { token: writer, body: { body: 'x', aboutId: upper } }),
      await ask('GET', `/api/v1/notes?filter[id]=${upper}`, { token: writer }),
    ].map(({ status }) => status)
    return answers.every((status) => status === 422) ? null : answers.join()
  }),
]
