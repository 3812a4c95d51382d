import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Platform } from '../open-platform.ts'
import { joinBy, openTestPlatform } from '../people/testing/platform.ts'
import { type Asks, asDirectory, asPerson, keyOf } from './testing/directories.ts'

let platform: Platform
let ann: Asks
let eve: Asks
let acme: Asks
let bolt: Asks
beforeAll(async () => {
  platform = await openTestPlatform('production')
  ann = asPerson(platform.url, await joinBy(await platform.people.makeLink(), 'ann@example.org'))
  await ann('POST /api/v1/organisations', { id: 'acme', name: 'Acme' })
  const { link } = (await ann('POST /invitations', { email: 'eve@example.net' })).body
  eve = asPerson(platform.url, await joinBy(link, 'eve@example.net'))
  await eve('POST /api/v1/organisations', { id: 'bolt', name: 'Bolt' })
  acme = asDirectory(platform.url, 'acme', await keyOf(platform.url, ann, ['directory']))
  bolt = asDirectory(platform.url, 'bolt', await keyOf(platform.url, eve, ['directory']))
}, 120_000)
afterAll(() => platform.close())

const patchOf = (...Operations: readonly object[]) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
  Operations,
})

const userAt = async (who: Asks, userName: string, active = true): Promise<string> => {
  const { status, body } = await who('POST /Users', { userName, active })
  expect([status, body]).toEqual([201, expect.anything()])
  return body.id
}

const groupOf = async (who: Asks, displayName: string, members: readonly string[] = []): Promise<string> => {
  const { status, body } = await who('POST /Groups', {
    displayName,
    externalId: `ext ${displayName}`,
    members: members.map((value) => ({ value })),
  })
  expect([status, body]).toEqual([201, expect.objectContaining({ displayName })])
  return body.id
}

const membersOf = async (group: string): Promise<readonly string[]> =>
  (await acme(`GET /Groups/${group}`)).body.members.map((each: { readonly value: string }) => each.value).sort()

/** What rows say of the members of a team. */
const rowsOf = async (team: string) => (await ann(`GET /api/v1/members?filter[teamId]=${team}`)).body.items

test('a group is made, found, changed as Entra and Okta say it, and taken away', async () => {
  const [bob, carl, dora] = [await userAt(acme, 'bob'), await userAt(acme, 'carl'), await userAt(acme, 'dora')]
  const group = await groupOf(acme, 'Night shift', [bob])
  expect(await membersOf(group)).toEqual([bob])
  const found = (await acme('GET /Groups?excludedAttributes=members&filter=displayName%20eq%20%22Night%20shift%22'))
    .body
  expect(found).toMatchObject({ totalResults: 1, Resources: [{ id: group, displayName: 'Night shift' }] })
  expect(Object.keys(found.Resources[0])).not.toContain('members')
  const changed = async (...operations: readonly object[]) => {
    const { status, body } = await acme(`PATCH /Groups/${group}`, patchOf(...operations))
    expect([status, body]).toEqual([200, expect.anything()])
    return membersOf(group)
  }
  const all = [bob, carl, dora].sort()
  expect(
    await changed({ op: 'Add', path: 'members', value: [{ value: carl }, { value: dora }, { value: bob }] }),
  ).toEqual(all)
  expect(await changed({ op: 'Remove', path: `members[value eq "${dora}"]` })).toEqual([bob, carl].sort())
  expect(await changed({ op: 'Remove', path: 'members', value: [{ value: carl }] })).toEqual([bob])
  expect(
    await changed({ op: 'replace', value: { id: group, displayName: 'Day shift', members: [{ value: dora }] } }),
  ).toEqual([dora])
  expect(await changed({ op: 'replace', path: 'externalId', value: 'other' })).toEqual([dora])
  expect((await acme(`GET /Groups/${group}`)).body).toMatchObject({ displayName: 'Day shift', externalId: 'other' })
  expect(
    (await acme(`PUT /Groups/${group}`, { displayName: 'Shift', members: [{ value: bob }] })).body.members,
  ).toMatchObject([{ value: bob }])
  expect(await changed({ op: 'remove', path: 'members' })).toEqual([])
  expect((await acme(`DELETE /Groups/${group}`)).status).toBe(204)
  expect((await acme(`GET /Groups/${group}`)).status).toBe(404)
}, 60_000)

test('a group may nothing until an owner gives it a role, which is then that of all its members', async () => {
  const bob = await userAt(acme, 'bob2@example.org')
  const group = await groupOf(acme, 'Letting', [bob])
  expect(await rowsOf(group)).toMatchObject([{ roleId: null, isActive: true }])
  const { link } = (await ann('POST /invitations', { email: 'bob2@example.org' })).body
  const person = asPerson(platform.url, await joinBy(link, 'bob2@example.org'))
  expect((await person('GET /api/v1/roles')).status).toBe(403)
  const roleId = (await ann('POST /api/v1/roles', { name: 'Seconds', grants: ['viewer', 'approver'] })).body.id
  expect((await ann(`PATCH /api/v1/teams/${group}`, { roleId })).status).toBe(200)
  expect((await person('GET /api/v1/roles')).status).toBe(200)
  await acme(`PATCH /Groups/${group}`, patchOf({ op: 'remove', path: `members[value eq "${bob}"]` }))
  await expect.poll(async () => (await person('GET /api/v1/roles')).status, { timeout: 5000 }).toBe(403)
}, 60_000)

test('no group raises anybody: not by a role that it says, not one of an owner’s teams, not by another organisation’s users, and not whoever made the key', async () => {
  const bob = await userAt(acme, 'bob3')
  const roleId = (await ann('POST /api/v1/roles', { name: 'Approving', grants: ['viewer', 'approver', 'owner'] })).body
    .id
  const own = (await ann('POST /api/v1/teams', { name: 'Owners of all', roleId })).body.id
  const asked = patchOf({ op: 'add', path: 'members', value: [{ value: bob }] })
  for (const refused of [
    await acme(`PATCH /Groups/${own}`, asked),
    await acme(`PUT /Groups/${own}`, { displayName: 'Owners of all', members: [{ value: bob }] }),
    await acme(`DELETE /Groups/${own}`),
    await acme(`GET /Groups/${own}`),
  ])
    expect(refused.status).toBe(404)
  expect((await acme('POST /Groups', { displayName: 'Owners of all' })).body).toMatchObject({ scimType: 'uniqueness' })
  expect((await acme('GET /Groups?filter=displayName%20eq%20%22Owners%20of%20all%22')).body.totalResults).toBe(0)
  const group = await groupOf(acme, 'Raised')
  await acme(
    `PATCH /Groups/${group}`,
    patchOf({ op: 'add', value: { roleId, role: roleId, roles: [{ value: 'owner' }], displayName: 'Raised' } }),
  )
  await acme(`PATCH /Groups/${group}`, asked)
  expect(await rowsOf(group)).toMatchObject([{ roleId: null }])
  const theirs = await userAt(bolt, 'gil')
  expect(
    (await acme(`PATCH /Groups/${group}`, patchOf({ op: 'add', path: 'members', value: [{ value: theirs }] }))).body,
  ).toMatchObject({ scimType: 'invalidValue' })
  expect(
    (await bolt(`PATCH /Groups/${group}`, patchOf({ op: 'add', path: 'members', value: [{ value: theirs }] }))).status,
  ).toBe(404)
  expect((await bolt('GET /Groups')).body.totalResults).toBe(0)
  // Ann made the key: by it she gives herself nothing, and ends nothing of hers.
  const herself = await userAt(acme, 'ann@example.org')
  await ann(`PATCH /api/v1/teams/${group}`, { roleId })
  expect(
    (await acme(`PATCH /Groups/${group}`, patchOf({ op: 'add', path: 'members', value: [{ value: herself }] }))).status,
  ).toBe(403)
  expect((await acme(`PATCH /Users/${herself}`, patchOf({ op: 'replace', path: 'active', value: false }))).status).toBe(
    403,
  )
  expect((await acme(`DELETE /Users/${herself}`)).status).toBe(403)
  expect((await ann('GET /api/v1/roles')).status).toBe(200)
}, 60_000)

test('who is inactive may nothing by a group that they join, and whom an owner put out does not come back by leaving and joining', async () => {
  const [idle, out] = [await userAt(acme, 'idle', false), await userAt(acme, 'out')]
  const group = await groupOf(acme, 'Quiet', [idle, out])
  const rows = await rowsOf(group)
  expect(rows.map((each: { readonly isActive: boolean }) => each.isActive).sort()).toEqual([false, true])
  await acme(`PATCH /Users/${idle}`, patchOf({ op: 'Replace', path: 'active', value: 'True' }))
  expect((await rowsOf(group)).every((each: { readonly isActive: boolean }) => each.isActive)).toBe(true)
  const [ended] = rows.filter((each: { readonly isActive: boolean }) => each.isActive)
  expect((await ann(`PATCH /api/v1/members/${ended.id}`, { isActive: false })).status).toBe(200)
  expect(await membersOf(group)).toEqual([idle])
  for (const op of ['remove', 'add'])
    expect(
      (await acme(`PATCH /Groups/${group}`, patchOf({ op, path: 'members', value: [{ value: out }] }))).status,
    ).toBe(200)
  expect((await ann(`GET /api/v1/members/${ended.id}`)).body.isActive).toBe(false)
  expect(await membersOf(group)).toEqual([idle])
}, 60_000)

test('a change of a group is made whole or not at all, of a thousand members at most, and is on record as whose key made it', async () => {
  const bob = await userAt(acme, 'bob5')
  const group = await groupOf(acme, 'Whole', [bob])
  const nobody = '00000000-0000-4000-8000-000000000000'
  const half = patchOf(
    { op: 'remove', path: `members[value eq "${bob}"]` },
    { op: 'add', path: 'members', value: [{ value: nobody }] },
  )
  expect((await acme(`PATCH /Groups/${group}`, half)).body).toMatchObject({ status: '400', scimType: 'invalidValue' })
  expect(await membersOf(group)).toEqual([bob])
  const many = Array.from({ length: 1001 }, (_, at) => ({
    value: `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`,
  }))
  expect(
    (await acme(`PATCH /Groups/${group}`, patchOf({ op: 'add', path: 'members', value: many }))).body.detail,
  ).toContain('1000')
  await acme(`PATCH /Groups/${group}`, patchOf({ op: 'replace', path: 'displayName', value: 'Wholly' }))
  const mine = (await ann('GET /api/v1/keys')).body.items[0]
  expect((await ann(`GET /api/v1/teams/${group}/audit`)).body.items).toContainEqual(
    expect.objectContaining({
      operation: 'changeGroup',
      credential: 'api-key',
      apiKey: mine.id,
      principal: mine.madeBy,
    }),
  )
}, 60_000)
