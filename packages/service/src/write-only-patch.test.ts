import { type Served, serveStyles } from '@charter/styles/serve'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bodyOf, call, type Opened, open } from './testing/clinic.ts'

let opened: Opened
let served: Served
let token: string
let id: string
/** What the service's own code reads of it. */
const kept = async () => bodyOf(await opened.service.execute(call('tell', clerk, { key: { id } })))
const clerk = { id: 'clerk', roles: ['clerk'], attributes: {}, credential: 'jwt' } as const

beforeAll(async () => {
  opened = await open({
    text: `
charter: 1
name: notify
serves: [rest]
sources: { main: { own: sqlite } }
access: { roles: [clerk] }
entities:
  Target:
    key: id
    fields:
      id: { type: uuid, default: generated }
      url: { type: text, length: 1..80 }
      secret: { type: text, length: 4..80, writeOnly: true }
      sealed: { type: text, length: 1..80, writeOnly: true, protect: encrypt, optional: true }
    allow: { clerk: { do: [create, read, update, tell] } }
operations:
  tell: { entity: Target, rights: service, result: json }
`,
    operations: {
      tell: async ({ row }) => ({ url: row?.url ?? null, secret: row?.secret ?? null, sealed: row?.sealed ?? null }),
    },
  })
  served = await serveStyles(opened.derived.styles, opened.service, { host: '127.0.0.1', port: 0 })
  token = (await opened.service.development?.token(['clerk'])) ?? ''
  const value = { url: 'u', secret: 'first', sealed: 's' }
  id = String(bodyOf(await opened.service.execute(call('Target.create', clerk, { value }))).id)
})
afterAll(async () => {
  await served.close()
  await opened.close()
})

const patch = async (operations: readonly object[]) => {
  const answer = await fetch(`${served.url}/api/v1/targets/${id}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json-patch+json' },
    body: JSON.stringify(operations),
  })
  return { status: answer.status, body: await answer.json() }
}

test('a JSON Patch writes a write-only field as PATCH does, and is told nothing of it', async () => {
  expect(await patch([{ op: 'replace', path: '/secret', value: 'second' }])).toEqual({
    status: 200,
    body: { id, url: 'u' },
  })
  expect(await patch([{ op: 'remove', path: '/sealed' }])).toMatchObject({ status: 200 })
  expect(await kept()).toEqual({ url: 'u', secret: 'second', sealed: null })
})

test('so does one that looks at the row for the rest of it', async () => {
  const test = { op: 'test', path: '/url', value: 'u' }
  const both = [
    { op: 'replace', path: '/url', value: 'v' },
    { op: 'add', path: '/secret', value: 'third' },
  ]
  expect(await patch([test, ...both])).toEqual({ status: 200, body: { id, url: 'v' } })
  expect(await kept()).toMatchObject({ url: 'v', secret: 'third' })
  expect((await patch([test, ...both])).status).toBe(409)
  expect(
    await patch([
      { ...test, value: 'v' },
      { op: 'replace', path: '/secret', value: 'x' },
    ]),
  ).toMatchObject({
    status: 422,
    body: { errors: [{ path: '/secret' }] },
  })
  expect(await kept()).toMatchObject({ url: 'v', secret: 'third' })
})

test.each([
  [{ op: 'test', path: '/secret', value: 'third' }],
  [{ op: 'copy', from: '/secret', path: '/url' }],
  [{ op: 'move', from: '/secret', path: '/url' }],
  [{ op: 'copy', from: '/url', path: '/secret' }],
  [{ op: 'add', path: '/secret/a', value: 'x' }],
])('what would look at one finds no such field: %j', async (operation) => {
  expect(await patch([operation])).toMatchObject({
    status: 422,
    body: { errors: [{ path: '/0/path', code: 'unknown' }] },
  })
})
