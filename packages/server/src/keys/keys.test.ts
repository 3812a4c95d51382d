import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Answer, type Asking, type Desk, openDesk } from '../testing/desk.ts'
import { keyUse } from './key-use.ts'

let desk: Desk
beforeEach(async () => {
  desk = await openDesk()
})
afterEach(() => desk.close())

/** A key, once it is taken. */
const mint = async (who: Asking, grants: readonly string[], days = 30): Promise<Answer['body']> => {
  const minted = await who('POST mint-key', { name: 'CI', grants, days })
  expect([minted.status, minted.body]).toEqual([200, expect.objectContaining({ key: expect.stringMatching(/^ck_/) })])
  await expect
    .poll(async () => (await desk.withKey(minted.body.key)('GET roles')).status, { timeout: 10_000 })
    .not.toBe(401)
  return minted.body
}

test('a key does what it grants and its person may, in their name, and says when it was shown last', async () => {
  const { id, key } = await mint(desk.ann, ['viewer', 'designer'])
  const ci = desk.withKey(key)
  const version = await ci('POST versions', { projectId: desk.project, text: desk.charterOf('One') })
  expect([version.status, version.body.createdBy]).toEqual([201, 'ann'])
  expect((await ci(`POST versions/${version.body.id}/submit`)).status).toBe(200)
  const trail = (await desk.ann(`GET versions/${version.body.id}/audit`)).body.items
  expect(trail).toContainEqual(
    expect.objectContaining({ operation: 'Version.create', principal: 'ann', credential: 'api-key', apiKey: id }),
  )
  // What it wrote Ann wrote, and a machine accepts nothing.
  expect((await desk.ann(`POST versions/${version.body.id}/accept`)).status).toBe(409)
  const ofBob = await mint(desk.bob, ['viewer', 'designer'])
  expect((await desk.withKey(ofBob.key)(`POST versions/${version.body.id}/accept`)).status).toBe(403)
  // Ann may operate, and her key may not.
  const environment = { projectId: desk.project, name: 'trial' }
  expect((await ci('POST environments', environment)).status).toBe(403)
  const operating = desk.withKey((await mint(desk.bob, ['viewer', 'operator'])).key)
  expect((await operating('POST environments', environment)).status).toBe(403)
  const use = keyUse(desk.platform.service)
  await use.authenticate({ kind: 'api-key', text: key })
  await use.tell()
  use.close()
  const row = (await desk.ann(`GET keys/${id}`)).body
  expect(row).toMatchObject({ madeBy: 'ann', state: 'active', usedAt: expect.any(String) })
  expect(JSON.stringify(row)).not.toMatch(/hash|ck_/)
}, 60_000)

test('no key lets a deployment, declares an emergency, changes rules alone or makes another key, whoever made it', async () => {
  expect((await desk.carl('POST mint-key', { name: 'CI', grants: ['approver'], days: 1 })).status).toBe(422)
  const [carl, olga] = [
    desk.withKey((await mint(desk.carl, ['viewer', 'designer'])).key),
    desk.withKey((await mint(desk.olga, ['viewer', 'operator'])).key),
  ]
  const environment = await desk.environment('production')
  const deployment = await desk.deploy(await desk.release('One'), environment)
  expect((await desk.yes(carl, deployment)).status).toBe(403)
  const emergency = { deploymentId: deployment.id, reason: 'Now.' }
  expect((await olga('POST emergencies', emergency)).status).toBe(403)
  const change = await olga('POST environment-changes', { environmentId: environment, approvals: 0, reason: 'Now.' })
  expect((await carl(`POST environment-changes/${change.body.id}/let`)).status).toBe(403)
  expect((await carl('POST mint-key', { name: 'CI', grants: ['viewer'], days: 1 })).status).toBe(403)
  await expect
    .poll(async () => [...(await desk.refused('Approval.create')), ...(await desk.refused('mintKey'))], {
      timeout: 10_000,
    })
    .toEqual(['carl', 'carl'])
}, 60_000)

test('a key ends when it is revoked, when its time is over, and with the membership of its person', async () => {
  const [revoked, short, ofBob] = [
    await mint(desk.ann, ['viewer']),
    await mint(desk.ann, ['viewer'], 1),
    await mint(desk.bob, ['viewer']),
  ]
  const says = async ({ key }: { readonly key: string }): Promise<number> =>
    (await desk.withKey(key)('GET projects')).status
  expect(await says(revoked)).toBe(200)
  for (const who of [desk.bob, desk.carl]) expect((await who(`POST keys/${revoked.id}/revoke`)).status).toBe(404)
  const run = await desk.ann(`POST keys/${revoked.id}/revoke`)
  await desk.ended('revoke-key-jobs', run.body.id)
  desk.later(5000)
  expect(await says(revoked)).toBe(401)
  expect((await desk.ann(`GET keys/${revoked.id}`)).body.state).toBe('ended')
  const bob = (await desk.ann('GET members?filter[personId]=bob')).body.items[0]
  await desk.ann(`PATCH members/${bob.id}`, { isActive: false })
  expect(await says(ofBob)).toBe(403)
  expect(await says(short)).toBe(200)
  desk.later(86_400_000)
  expect(await says(short)).toBe(401)
}, 60_000)

test('a key is shortened by its person and by no other, and never has more time than it had', async () => {
  const key = await mint(desk.ann, ['viewer'], 1)
  const in2Days = new Date(Date.parse(key.endsAt) + 86_400_000).toISOString()
  const soon = new Date(Date.parse(key.endsAt) - 43_200_000).toISOString()
  for (const who of [desk.bob, desk.carl])
    expect((await who(`POST keys/${key.id}/shorten`, { endsAt: soon })).status).toBe(404)
  const shortenedTo = async (endsAt: string): Promise<number> =>
    Date.parse((await desk.ann(`POST keys/${key.id}/shorten`, { endsAt })).body.endsAt)
  expect(await shortenedTo(in2Days)).toBe(Date.parse(key.endsAt))
  expect(await shortenedTo(soon)).toBe(Date.parse(soon))
  const status = async (): Promise<number> => (await desk.withKey(key.key)('GET projects')).status
  expect(await status()).toBe(200)
  desk.later(43_205_000)
  expect(await status()).toBe(401)
}, 60_000)
