import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Desk, openDesk } from '../testing/desk.ts'
import { loseSilent } from './lose-silent.ts'

let desk: Desk
beforeEach(async () => {
  desk = await openDesk()
})
afterEach(() => desk.close())

const reason = 'It answers slowly.'

/** Lets a release into an environment, and waits until it answers. */
const bringUp = async (title: string, environment: string, who = [desk.carl]): Promise<string> => {
  const deployment = await desk.deploy(await desk.release(title), environment)
  for (const each of who) expect((await desk.yes(each, deployment)).status).toBe(201)
  await desk.reaches(deployment.id, 'healthy')
  return deployment.id
}

test('one call brings back what answered before, which was let before, and its next what was before that', async () => {
  const environment = await desk.environment('production')
  const [one, two, three] = [
    await bringUp('One', environment),
    await bringUp('Two', environment),
    await bringUp('Three', environment),
  ]
  const back = await desk.olga(`POST environments/${environment}/roll-back`, { reason })
  expect([back.status, back.body]).toEqual([
    200,
    expect.objectContaining({ approvals: 0, returnsToId: two, undoesId: three, requestedBy: 'olga', reason }),
  ])
  await desk.reaches(back.body.id, 'healthy')
  await desk.reaches(three, 'rolledBack')
  expect(desk.rolledOut.at(-1)?.digest).toBe((await desk.ann(`GET deployments/${two}`)).body.releaseDigest)
  const again = await desk.olga(`POST environments/${environment}/roll-back`, { reason })
  expect(again.body).toMatchObject({ returnsToId: one, undoesId: back.body.id })
  await desk.reaches(again.body.id, 'healthy')
  await desk.reaches(back.body.id, 'rolledBack')
  const most = await desk.olga(`POST environments/${environment}/roll-back`, { reason })
  expect([most.status, most.body.reason]).toEqual([409, 'nothing-before'])
}, 60_000)

test('what its environment says now was not let with that release: a rollback to it waits for somebody', async () => {
  const environment = await desk.environment('production')
  await bringUp('One', environment)
  await desk.olga('POST secrets', { environmentId: environment, name: 'API_KEY', value: 'another' })
  await bringUp('Two', environment)
  const back = await desk.olga(`POST environments/${environment}/roll-back`, { reason })
  expect(back.body).toMatchObject({ state: 'requested', approvals: 1 })
  expect((await desk.yes(desk.carl, back.body)).status).toBe(201)
  await desk.reaches(back.body.id, 'healthy')
}, 60_000)

test('who may not operate rolls nothing back, and that is on record', async () => {
  const environment = await desk.environment('production')
  await bringUp('One', environment)
  await bringUp('Two', environment)
  expect((await desk.bob(`POST environments/${environment}/roll-back`, { reason })).status).toBe(403)
  const { items } = (await desk.ann(`GET environments/${environment}/audit?limit=100`)).body
  expect(items).toContainEqual(
    expect.objectContaining({ operation: 'rollBackEnvironment', principal: 'bob', outcome: 'forbidden' }),
  )
}, 60_000)

test('a service that nobody listens for any more is failing, which nobody says but the platform, and can be rolled back', async () => {
  const environment = await desk.environment('production')
  const before = await bringUp('One', environment)
  const id = await bringUp('Two', environment)
  for (const who of [desk.ann, desk.olga, desk.bob]) expect((await who(`POST deployments/${id}/lose`)).status).toBe(403)
  let isThere = true
  const look = loseSilent(desk.platform.service, async () => isThere)
  await look()
  isThere = false
  await look()
  await desk.reaches(id, 'healthy')
  await look()
  await desk.reaches(id, 'failing')
  const { items } = (await desk.ann(`GET deployments/${id}/audit?limit=100`)).body
  expect(items).toContainEqual(expect.objectContaining({ operation: 'loseDeployment', principal: 'service' }))
  const back = await desk.olga(`POST environments/${environment}/roll-back`, { reason })
  expect(back.body).toMatchObject({ returnsToId: before, undoesId: id, replacesId: null })
  await desk.reaches(back.body.id, 'healthy')
  await desk.reaches(id, 'rolledBack')
}, 60_000)
