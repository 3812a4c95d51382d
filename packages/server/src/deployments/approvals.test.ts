import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Desk, idOf, openDesk } from '../testing/desk.ts'

let desk: Desk
beforeEach(async () => {
  desk = await openDesk()
})
afterEach(() => desk.close())

const day = 86_400_000

test('as many people as its environment asks for let a deployment, each of them once', async () => {
  const environment = await desk.environment('production', { approvals: 2 })
  const deployment = await desk.deploy(await desk.release('One'), environment)
  expect((await desk.yes(desk.bob, deployment)).status).toBe(201)
  const again = await desk.yes(desk.bob, deployment)
  expect([again.status, again.body.errors[0].message]).toEqual([422, 'You have said so already.'])
  await desk.reaches(deployment.id, 'requested')
  expect((await desk.yes(desk.carl, deployment)).status).toBe(201)
  await desk.reaches(deployment.id, 'healthy')
}, 60_000)

test('whoever wrote, made, asked for or set a part of it is none of those who let it, in any of their roles', async () => {
  const seconds = (await desk.ann('GET roles?filter[name]=Seconds')).body.items[0].id
  const everything = idOf(
    await desk.ann('POST roles', { name: 'All', grants: ['viewer', 'designer', 'operator', 'approver'] }),
  )
  const [eve, members] = [desk.as('eve'), ['eve', 'olga']]
  for (const personId of members) {
    const known = (await desk.ann(`GET members?filter[personId]=${personId}`)).body.items[0]
    if (known) await desk.ann(`PATCH members/${known.id}`, { roleId: everything })
    else idOf(await desk.ann('POST members', { personId, roleId: everything }))
  }
  const environment = await desk.environment('production')
  // Eve wrote a version that was never deployed by itself: what she wrote goes live with the next one.
  const version = idOf(await eve('POST versions', { projectId: desk.project, text: desk.charterOf('Of Eve') }))
  expect((await desk.bob(`PATCH versions/${version}`, { text: desk.charterOf('Of Bob') })).status).toBe(403)
  await eve(`POST versions/${version}/submit`)
  expect((await desk.bob(`POST versions/${version}/accept`)).status).toBe(200)
  const secret = { environmentId: environment, name: 'API_KEY', value: 'x' }
  const dora = (await desk.ann('GET members?filter[personId]=dora')).body.items[0].id
  await desk.ann(`PATCH members/${dora}`, { roleId: everything })
  idOf(await desk.dora('POST secrets', secret))
  await desk.ann(`PATCH members/${dora}`, { roleId: seconds })
  const deployment = await desk.deploy(await desk.release('Of Ann'), environment)
  expect([...deployment.involved].sort()).toEqual(['ann', 'dora', 'eve', 'olga'])
  expect(deployment.changes).toContain('New: secret API_KEY.')
  for (const who of [desk.olga, eve, desk.dora]) expect((await desk.yes(who, deployment)).status).toBe(403)
  expect((await desk.yes(desk.carl, deployment)).status).toBe(201)
  await expect
    .poll(async () => [...(await desk.refused('Approval.create'))].sort(), { timeout: 10_000 })
    .toEqual(['dora', 'eve', 'olga'])
}, 60_000)

test('whoever asked for what an environment says has a part in it, also where somebody else asked for more after them', async () => {
  const environment = await desk.environment('production')
  const grants = ['viewer', 'designer', 'operator', 'approver']
  const all = idOf(await desk.ann('POST roles', { name: 'All', grants }))
  const dora = (await desk.ann('GET members?filter[personId]=dora')).body.items[0].id
  expect((await desk.ann(`PATCH members/${dora}`, { roleId: all })).status).toBe(200)
  const change = async (who: typeof desk.dora, says: object): Promise<void> => {
    const asked = { environmentId: environment, reason: 'It has to.', ...says }
    const id = idOf(await who('POST environment-changes', asked))
    expect((await desk.carl(`POST environment-changes/${id}/let`)).status).toBe(200)
  }
  await change(desk.dora, { reaches: ['dora.example:443'] })
  await change(desk.olga, { variables: [{ name: 'LOG_LEVEL', value: 'info' }] })
  const deployment = await desk.deploy(await desk.release('One'), environment)
  expect(deployment.changes).toContain('New: way to dora.example:443.')
  expect([...deployment.involved].sort()).toEqual(['ann', 'dora', 'olga'])
  expect((await desk.yes(desk.dora, deployment)).status).toBe(403)
}, 60_000)

test('whoever said where a source is has a part in what connects to it', async () => {
  const url = (port: number): string => `postgres://app:x@127.0.0.1:${port}/shop`
  const source = idOf(await desk.ann('POST sources', { projectId: desk.project, name: 'shop', url: url(5432) }))
  const environment = await desk.environment('production')
  const release = await desk.release('One')
  expect((await desk.dora(`PATCH sources/${source}`, { url: url(6666), setBy: 'ann' })).status).toBe(422)
  expect((await desk.dora(`PATCH sources/${source}`, { url: url(6666) })).status).toBe(200)
  const deployment = await desk.deploy(release, environment)
  expect([...deployment.involved].sort()).toEqual(['ann', 'dora', 'olga'])
  expect((await desk.yes(desk.dora, deployment)).status).toBe(403)
  expect((await desk.yes(desk.carl, deployment)).status).toBe(201)
}, 60_000)

test('an approval whose time is over counts for nothing, also before its row says so', async () => {
  const environment = await desk.environment('production', { approvals: 2 })
  const deployment = await desk.deploy(await desk.release('One'), environment)
  expect((await desk.yes(desk.bob, deployment)).status).toBe(201)
  desk.later(3 * day + 1000)
  expect((await desk.yes(desk.carl, deployment)).status).toBe(201)
  expect((await desk.ann(`GET deployments/${deployment.id}`)).body.state).toBe('requested')
}, 60_000)

test('an approval counts for three days, and a request holds for seven', async () => {
  const environment = await desk.environment('production', { approvals: 2 })
  const release = await desk.release('One')
  const deployment = await desk.deploy(release, environment)
  const first = await desk.yes(desk.bob, deployment)
  desk.later(3 * day + 60_000)
  await expect
    .poll(async () => (await desk.ann(`GET approvals/${first.body.id}`)).body.state, { timeout: 30_000 })
    .toBe('lapsed')
  expect((await desk.yes(desk.carl, deployment)).status).toBe(201)
  await desk.reaches(deployment.id, 'requested')
  expect((await desk.yes(desk.bob, deployment)).status).toBe(201)
  await desk.reaches(deployment.id, 'healthy')
  const second = await desk.deploy(await desk.release('Two'), environment)
  desk.later(7 * day + 60_000)
  await desk.reaches(second.id, 'expired')
  const late = await desk.yes(desk.carl, second)
  expect([late.status, late.body.errors[0].message]).toEqual([422, 'This deployment is expired.'])
}, 60_000)

test('whoever left before the last approval came has let nothing', async () => {
  const environment = await desk.environment('production', { approvals: 2 })
  const deployment = await desk.deploy(await desk.release('One'), environment)
  expect((await desk.yes(desk.bob, deployment)).status).toBe(201)
  const { id } = (await desk.ann('GET members?filter[personId]=bob')).body.items[0]
  expect((await desk.ann(`PATCH members/${id}`, { isActive: false })).status).toBe(200)
  expect((await desk.yes(desk.carl, deployment)).status).toBe(201)
  await desk.reaches(deployment.id, 'requested')
  expect((await desk.yes(desk.dora, deployment)).status).toBe(201)
  await desk.reaches(deployment.id, 'healthy')
}, 60_000)

test('a deployment is void as soon as a secret or a source of its environment is another', async () => {
  const environment = await desk.environment('production')
  const release = await desk.release('One')
  const source = { projectId: desk.project, name: 'shop', url: 'postgres://there/shop' }
  for (const change of [
    () => desk.olga('POST secrets', { environmentId: environment, name: 'API_KEY', value: 'x' }),
    () => desk.ann('POST sources', source),
  ]) {
    const deployment = await desk.deploy(release, environment)
    idOf(await change())
    await desk.reaches(deployment.id, 'void')
    expect((await desk.yes(desk.carl, deployment)).status).toBe(422)
  }
  expect(desk.rolledOut).toEqual([])
}, 60_000)

test('nobody lets a deployment over MCP, nor without a second factor of the last quarter of an hour', async () => {
  const environment = await desk.environment('production')
  const deployment = await desk.deploy(await desk.release('One'), environment)
  const stale = desk.as('carl', { auth_time: Math.floor(Date.now() / 1000) - 1000 })
  expect((await desk.yes(stale, deployment)).status).toBe(403)
  const { id: deploymentId, releaseDigest } = deployment
  const told = await desk.tool('carl', 'create_approval', {
    value: { deploymentId, releaseDigest, isYes: true },
  })
  expect(told).toMatch(/forbidden.*The condition of the rule that allows it does not hold/)
  await desk.reaches(deployment.id, 'requested')
}, 60_000)

test('where services are told of sources somebody else has to let a deployment, however little an environment asks for', async () => {
  const environment = await desk.environment('mine', { approvals: 0 })
  const release = await desk.release('One')
  const source = { projectId: desk.project, name: 'shop', url: 'postgres://app:x@127.0.0.1/shop' }
  idOf(await desk.ann('POST sources', source))
  const deployment = await desk.deploy(release, environment)
  expect(deployment).toMatchObject({ state: 'requested', approvals: 1 })
  expect(deployment.changes.slice(0, 2)).toEqual(['New: source shop.', 'New: way to 127.0.0.1:5432.'])
  expect((await desk.yes(desk.carl, deployment)).status).toBe(201)
  await desk.reaches(deployment.id, 'healthy')
}, 60_000)

test('a request whose time is over is let by nobody, also before its row says so', async () => {
  const environment = await desk.environment('production')
  const deployment = await desk.deploy(await desk.release('One'), environment)
  const change = await desk.olga('POST environment-changes', {
    environmentId: environment,
    approvals: 2,
    reason: 'More.',
  })
  desk.later(7 * day + 1000)
  const late = await desk.yes(desk.carl, deployment)
  expect([late.status, late.body.errors[0].message]).toEqual([422, expect.stringContaining('expired')])
  const declared = await desk.olga('POST emergencies', { deploymentId: deployment.id, reason: 'It burns.' })
  expect(declared.status).toBe(422)
  expect((await desk.carl(`POST environment-changes/${change.body.id}/let`)).status).toBe(409)
}, 60_000)
