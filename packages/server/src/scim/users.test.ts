import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Platform } from '../open-platform.ts'
import { type Joined, joinBy, openTestPlatform } from '../people/testing/platform.ts'
import { type Asks, asDirectory, asksWith, asPerson, keyOf } from './testing/directories.ts'

let platform: Platform
let ann: Asks
/** Of another organisation. */
let eve: Asks
let key: string
let acme: Asks
let bolt: Asks

const joinedAt = async (owner: Asks, email: string): Promise<{ readonly person: string; readonly joined: Joined }> => {
  const { status, body } = await owner('POST /invitations', { email })
  expect([status, body]).toEqual([201, expect.anything()])
  return { person: body.personId, joined: await joinBy(body.link, email) }
}

beforeAll(async () => {
  platform = await openTestPlatform('production')
  ann = asPerson(platform.url, await joinBy(await platform.people.makeLink(), 'ann@example.org'))
  await ann('POST /api/v1/organisations', { id: 'acme', name: 'Acme' })
  eve = asPerson(platform.url, (await joinedAt(ann, 'eve@example.net')).joined)
  expect((await eve('POST /api/v1/organisations', { id: 'bolt', name: 'Bolt' })).status).toBe(201)
  key = await keyOf(platform.url, ann, ['directory'])
  acme = asDirectory(platform.url, 'acme', key)
  bolt = asDirectory(platform.url, 'bolt', await keyOf(platform.url, eve, ['directory']))
}, 120_000)
afterAll(() => platform.close())

const userOf = (userName: string, more: object = {}) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
  userName,
  externalId: `ext-${userName}`,
  displayName: userName.toUpperCase(),
  name: { givenName: 'G', familyName: 'F' },
  emails: [{ value: userName, type: 'work', primary: true }],
  active: true,
  ...more,
})

const patchOf = (...Operations: readonly object[]) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
  Operations,
})

const made = async (who: Asks, userName: string, more?: object): Promise<string> => {
  const { status, body } = await who('POST /Users', userOf(userName, more))
  expect([status, body]).toEqual([201, expect.objectContaining({ userName, active: true })])
  return body.id
}

test('a user is made, read, found by what filters say, and made once', async () => {
  const id = await made(acme, 'Bob@example.org')
  const read = await acme(`GET /Users/${id}`)
  expect(read.headers.get('content-type')).toContain('application/scim+json')
  expect(read.body).toMatchObject({
    ...userOf('Bob@example.org'),
    id,
    meta: { resourceType: 'User', location: expect.stringContaining(`/scim/v2/acme/Users/${id}`) },
  })
  const found = async (filter: string) => (await acme(`GET /Users?filter=${encodeURIComponent(filter)}`)).body
  for (const filter of [
    'userName eq "bob@EXAMPLE.org"',
    'USERNAME Eq "bob@example.org" and externalId eq "ext-Bob@example.org"',
    'externalId eq "ext-Bob@example.org"',
    `id eq "${id}"`,
    'displayName eq "BOB@EXAMPLE.ORG"',
  ])
    expect([filter, (await found(filter)).Resources.map((each: { id: string }) => each.id)]).toEqual([filter, [id]])
  expect(await found('userName eq "nobody@example.org"')).toMatchObject({ totalResults: 0, Resources: [] })
  expect(await found('id eq "no uuid"')).toMatchObject({ totalResults: 0, Resources: [] })
  for (const filter of [
    'userName co "b"',
    'active eq true',
    'userName eq "a" or userName eq "b"',
    `userName eq "${'x'.repeat(1000)}"`,
  ])
    expect(await found(filter)).toMatchObject({ status: '400', scimType: 'invalidFilter' })
  // Also where it is written in letters that look alike.
  for (const twin of ['BOB@example.org', 'ｂob@example.org'])
    expect((await acme('POST /Users', userOf(twin, { externalId: 'other' }))).body).toMatchObject({
      status: '409',
      scimType: 'uniqueness',
    })
}, 60_000)

test('users are told page by page', async () => {
  for (const at of [1, 2, 3]) await made(acme, `page${at}@example.org`)
  const all = (await acme('GET /Users')).body
  const ids = all.Resources.map((each: { id: string }) => each.id)
  expect(all).toMatchObject({ totalResults: ids.length, startIndex: 1, itemsPerPage: ids.length })
  const second = (await acme('GET /Users?startIndex=2&count=2')).body
  expect(second).toMatchObject({ totalResults: ids.length, startIndex: 2, itemsPerPage: 2 })
  expect(second.Resources.map((each: { id: string }) => each.id)).toEqual(ids.slice(1, 3))
  expect((await acme('GET /Users?count=0')).body).toMatchObject({ totalResults: ids.length, Resources: [] })
  expect((await acme('GET /Users?startIndex=500')).body).toMatchObject({ totalResults: ids.length, Resources: [] })
  expect((await acme('GET /Users?startIndex=-4&count=1')).body).toMatchObject({ startIndex: 1, itemsPerPage: 1 })
}, 60_000)

test('a user is changed by PATCH and PUT, whoever they are here stays', async () => {
  const id = await made(acme, 'carl@example.org')
  const patched = await acme(
    `PATCH /Users/${id}`,
    patchOf(
      { op: 'Replace', path: 'displayName', value: 'Carl' },
      { op: 'Add', path: 'emails[type eq "work"].value', value: 'c@example.org' },
    ),
  )
  expect([patched.status, patched.body]).toEqual([
    200,
    expect.objectContaining({ displayName: 'Carl', emails: [{ value: 'c@example.org', type: 'work', primary: true }] }),
  ])
  const put = await acme(`PUT /Users/${id}`, { userName: 'carl.b@example.org', displayName: 'Carl B' })
  expect(put.body).toMatchObject({ id, userName: 'carl.b@example.org', displayName: 'Carl B', active: true })
  expect(Object.keys(put.body)).not.toContain('externalId')
  expect((await acme(`PUT /Users/${id}`, { displayName: 'Nobody' })).body).toMatchObject({ scimType: 'invalidValue' })
}, 60_000)

/** A program that somebody signs in: what has another token of it for each call. */
const programOf = async ({ browser }: Joined): Promise<() => Promise<string>> => {
  const ask = async (path: string, fields: Readonly<Record<string, string>>) => {
    const response = await fetch(`${platform.url}${path}`, { method: 'POST', body: new URLSearchParams(fields) })
    return JSON.parse(await response.text())
  }
  const { device_code, user_code } = await ask('/device/code', { program: 'charter' })
  await browser.post('/device/confirm', { code: user_code })
  const grant_type = 'urn:ietf:params:oauth:grant-type:device_code'
  const { refresh_token } = await ask('/device/token', { grant_type, device_code })
  return async () => (await ask('/device/token', { grant_type: 'refresh_token', refresh_token })).access_token
}

test('whom a directory calls inactive, or takes away, may nothing within five seconds: not by their session, a token, a key or a program of theirs', async () => {
  const id = await made(acme, 'dora@example.org')
  const { person, joined } = await joinedAt(ann, 'dora@example.org')
  const dora = asPerson(platform.url, joined)
  expect((await dora('GET /api/v1/roles')).status).toBe(403)
  const roleId = (await ann('POST /api/v1/roles', { name: 'Looking', grants: ['viewer'] })).body.id
  expect((await ann('POST /api/v1/members', { personId: person, roleId })).status).toBe(201)
  const machine = asksWith(
    platform.url,
    await keyOf(platform.url, dora, ['viewer']).then((text) => async () => text),
    'application/json',
  )
  const token = JSON.parse((await joined.browser.post('/token')).text).access_token
  const held = asksWith(platform.url, async () => token, 'application/json')
  const program = asksWith(platform.url, await programOf(joined), 'application/json')
  const each = async () =>
    Promise.all([dora, machine, held, program].map(async (who) => (await who('GET /api/v1/roles')).status))
  expect(await each()).toEqual([200, 200, 200, 200])
  expect(
    (await acme(`PATCH /Users/${id}`, patchOf({ op: 'Replace', path: 'active', value: 'False' }))).body.active,
  ).toBe(false)
  await expect.poll(each, { timeout: 5000 }).toEqual([403, 403, 403, 403])
  expect((await acme(`PATCH /Users/${id}`, patchOf({ op: 'replace', value: { active: true } }))).body.active).toBe(true)
  await expect.poll(each, { timeout: 5000 }).toEqual([200, 200, 200, 200])
  expect((await acme(`DELETE /Users/${id}`)).status).toBe(204)
  await expect.poll(each, { timeout: 5000 }).toEqual([403, 403, 403, 403])
  expect((await acme(`GET /Users/${id}`)).body).toMatchObject({ status: '404' })
  expect((await ann(`GET /api/v1/members?filter[personId]=${person}`)).body.items).toEqual([])
}, 60_000)

test('what an owner ended no directory takes up again', async () => {
  const id = await made(acme, 'finn@example.org')
  const { person } = await joinedAt(ann, 'finn@example.org')
  const roleId = (await ann('POST /api/v1/roles', { name: 'Seeing', grants: ['viewer'] })).body.id
  const member = (await ann('POST /api/v1/members', { personId: person, roleId })).body.id
  expect((await ann(`PATCH /api/v1/members/${member}`, { isActive: false })).status).toBe(200)
  for (const active of [false, true])
    expect(
      (await acme(`PATCH /Users/${id}`, patchOf({ op: 'replace', path: 'active', value: active }))).body.active,
    ).toBe(active)
  expect((await ann(`GET /api/v1/members/${member}`)).body.isActive).toBe(false)
}, 60_000)

test('a directory sees and changes nobody of another organisation, and joins nobody by an address that they have elsewhere', async () => {
  const theirs = await made(bolt, 'gil@example.net')
  expect((await acme(`GET /Users/${theirs}`)).status).toBe(404)
  expect((await acme(`PATCH /Users/${theirs}`, patchOf({ op: 'replace', path: 'active', value: false }))).status).toBe(
    404,
  )
  expect((await acme(`DELETE /Users/${theirs}`)).status).toBe(404)
  expect((await acme('GET /Users?filter=userName%20eq%20%22gil@example.net%22')).body.totalResults).toBe(0)
  expect((await asDirectory(platform.url, 'bolt', key)('GET /Users')).status).toBe(403)
  // Eve has an account, of Bolt: to Acme she is somebody new, as whoever has none is.
  const [known, unknown] = [
    await acme('POST /Users', userOf('eve@example.net')),
    await acme('POST /Users', userOf('new@example.net')),
  ]
  expect([known.status, unknown.status]).toEqual([201, 201])
  expect(Object.keys(known.body)).toEqual(Object.keys(unknown.body))
  await acme(
    `PATCH /Users/${known.body.id}`,
    patchOf(
      { op: 'replace', path: 'emails[type eq "work"].value', value: 'x@example.org' },
      { op: 'replace', path: 'active', value: false },
    ),
  )
  expect((await eve('GET /api/v1/roles')).status).toBe(200)
}, 60_000)

test('a key of a directory does nothing else, every other credential nothing here, and none in an address', async () => {
  const asks = asksWith(platform.url, async () => key, 'application/json')
  for (const asked of [
    'GET /api/v1/members',
    'GET /api/v1/directory-users',
    'GET /api/v1/teams',
    'GET /api/v1/keys',
    'POST /api/v1/make-group',
  ])
    expect([asked, (await asks(asked, asked.startsWith('POST') ? { name: 'x', join: [] } : undefined)).status]).toEqual(
      [asked, 403],
    )
  const viewing = await keyOf(platform.url, ann, ['viewer', 'auditor'])
  for (const other of [
    asDirectory(platform.url, 'acme', viewing),
    asksWith(`${platform.url}/scim/v2/acme`, async () => 'ck_no', 'application/scim+json'),
  ])
    expect([401, 403]).toContain((await other('GET /Users')).status)
  expect((await ann('GET /scim/v2/acme/Users')).body).toMatchObject({
    schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
    status: '403',
  })
  for (const name of ['access_token', 'token', 'key']) {
    const response = await fetch(`${platform.url}/scim/v2/acme/Users?${name}=${key}`)
    expect([response.status, await response.json()]).toEqual([401, expect.objectContaining({ status: '401' })])
  }
  const both = await ann('POST /api/v1/mint-key', { name: 'Two', grants: ['directory', 'viewer'], days: 1 })
  expect([both.status, both.body.reason]).toEqual([409, 'directory-alone'])
}, 60_000)

test('nobody but an owner makes the key of a directory, and it ends with their ownership', async () => {
  const { person, joined } = await joinedAt(ann, 'hal@example.org')
  const hal = asPerson(platform.url, joined)
  const roleOf = async (name: string, grants: readonly string[]) =>
    (await ann('POST /api/v1/roles', { name, grants })).body.id
  const [viewers, owners] = [await roleOf('Viewers', ['viewer']), await roleOf('More owners', ['viewer', 'owner'])]
  const member = (await ann('POST /api/v1/members', { personId: person, roleId: viewers })).body.id
  const refused = await hal('POST /api/v1/mint-key', { name: 'Directory', grants: ['directory'], days: 1 })
  expect([refused.status, refused.body.reason]).toEqual([409, 'owner-alone'])
  expect((await ann(`PATCH /api/v1/members/${member}`, { roleId: owners })).status).toBe(200)
  const his = asDirectory(platform.url, 'acme', await keyOf(platform.url, hal, ['directory']))
  expect((await his('GET /Users')).status).toBe(200)
  expect((await ann(`PATCH /api/v1/members/${member}`, { roleId: viewers })).status).toBe(200)
  await expect.poll(async () => (await his('GET /Users')).status, { timeout: 5000 }).toBe(403)
}, 60_000)

test('what is sent has bounds', async () => {
  const long = await acme('POST /Users', userOf('long@example.org', { title: 'x'.repeat(1_048_576) }))
  expect([long.status, long.body.status]).toEqual([413, '413'])
  expect(
    (
      await acme(
        'PATCH /Users/0',
        patchOf(...Array.from({ length: 1001 }, () => ({ op: 'add', path: 'title', value: 'x' }))),
      )
    ).body,
  ).toMatchObject({ scimType: 'invalidSyntax' })
}, 60_000)
