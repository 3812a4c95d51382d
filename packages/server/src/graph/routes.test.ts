import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Answer, type Desk, idOf, openDesk } from '../testing/desk.ts'

let desk: Desk
beforeEach(async () => {
  desk = await openDesk()
})
afterEach(() => desk.close())

const route = (said: object): Promise<Answer> => desk.olga('POST routes', { style: 'rest', ...said })
const pathOf = ({ status, body }: Answer): readonly [number, string] => [status, body.errors?.[0]?.path ?? '']

test('a route leads to what its environment has, in a style that is served there', async () => {
  const [environmentId, other] = [
    await desk.environment('trial', { approvals: 0 }),
    await desk.environment('production', { approvals: 0 }),
  ]
  const { id } = await desk.deploy(await desk.release('One'), environmentId)
  await desk.reaches(id, 'healthy')
  expect(pathOf(await route({ environmentId, style: 'soap' }))).toEqual([422, '/style'])
  expect(pathOf(await route({ environmentId: other, deploymentId: id }))).toEqual([422, '/deploymentId'])
  for (const prefix of ['notes', '/notes', '//', '/../', '/a b/', '/%2e%2e/'])
    expect(pathOf(await route({ environmentId, prefix }))).toEqual([422, '/prefix'])
  for (const host of ['Shop.example', 'shop.example/', '*.example', '.example'])
    expect(pathOf(await route({ environmentId, host }))).toEqual([422, '/host'])
  const made = await route({ environmentId, host: 'notes.example' })
  expect([made.status, made.body]).toEqual([
    201,
    expect.objectContaining({ to: 'newest', setBy: 'olga', prefix: '/', projectId: desk.project }),
  ])
  expect(pathOf(await route({ environmentId: other, host: 'notes.example' }))).toEqual([422, '/host'])
  expect(pathOf(await desk.olga(`PATCH routes/${made.body.id}`, { style: 'soap' }))).toEqual([422, '/style'])
  await desk.olga(`POST deployments/${id}/stop`)
  expect(pathOf(await route({ environmentId, deploymentId: id, prefix: '/old/' }))).toEqual([422, '/deploymentId'])
}, 60_000)

test('routes share a place by their weights alone, and no two of them are one', async () => {
  const environmentId = await desk.environment('trial', { approvals: 0 })
  const { id: deploymentId } = await desk.deploy(await desk.release('One'), environmentId)
  await desk.reaches(deploymentId, 'healthy')
  const first = idOf(await route({ environmentId }))
  expect(pathOf(await route({ environmentId, deploymentId, weight: 10 }))).toEqual([422, '/weight'])
  expect((await desk.olga(`PATCH routes/${first}`, { weight: 90 })).status).toBe(200)
  expect(pathOf(await route({ environmentId, deploymentId }))).toEqual([422, '/weight'])
  idOf(await route({ environmentId, deploymentId, weight: 10 }))
  expect((await route({ environmentId, weight: 5 })).status).toBe(409)
}, 60_000)

test('a host is of one environment, whatever the path and the style, until that says no more of it', async () => {
  const [production, trial] = [
    await desk.environment('production', { approvals: 0 }),
    await desk.environment('trial', { approvals: 0 }),
  ]
  const host = 'api.acme.example'
  const of = (environmentId: string, said: object = {}) => route({ environmentId, host, ...said })
  const first = idOf(await of(production))
  for (const said of [{}, { prefix: '/login/' }, { style: 'graphql' }, { prefix: '/a/', style: 'graphql', weight: 1 }])
    expect(pathOf(await of(trial, said))).toEqual([422, '/host'])
  const other = idOf(await of(trial, { host: 'trial.acme.example', prefix: '/login/' }))
  expect(pathOf(await desk.olga(`PATCH routes/${other}`, { host }))).toEqual([422, '/host'])
  const second = idOf(await of(production, { prefix: '/login/' }))
  expect(pathOf(await desk.olga(`PATCH routes/${second}`, { environmentId: trial }))).toEqual([422, '/host'])
  for (const id of [first, second]) expect((await desk.olga(`DELETE routes/${id}`)).status).toBe(204)
  expect((await desk.olga(`PATCH routes/${other}`, { host })).status).toBe(200)
  for (const environmentId of [production, trial]) idOf(await of(environmentId, { host: '*' }))
}, 60_000)

test('a host is of the first organisation whose route has it, until none of its routes does, and another is told no more than that it is taken', async () => {
  const eve = desk.as('eve')
  idOf(await eve('POST organisations', { id: 'rival', name: 'Rival' }))
  const projectId = idOf(await eve('POST projects', { name: 'notes', title: 'Notes' }))
  const theirs = idOf(await eve('POST environments', { projectId, name: 'trial' }))
  const environmentId = await desk.environment('trial', { approvals: 0 })
  const host = 'api.acme.example'
  const first = idOf(await route({ environmentId, host }))
  const second = idOf(await route({ environmentId, host, prefix: '/a/' }))
  const wanted = { environmentId: theirs, style: 'rest', host }
  const taken = await eve('POST routes', wanted)
  expect([taken.status, taken.body.detail]).toEqual([409, 'This host is taken: say another one.'])
  expect(JSON.stringify(taken.body)).not.toMatch(/acme"|olga/)
  const other = idOf(await eve('POST routes', { ...wanted, host: 'api.rival.example' }))
  expect((await eve(`PATCH routes/${other}`, { host })).status).toBe(409)
  expect((await eve('GET hosts')).status).toBe(403)
  expect((await desk.olga(`DELETE routes/${first}`)).status).toBe(204)
  expect((await eve('POST routes', wanted)).status).toBe(409)
  expect((await desk.olga(`PATCH routes/${second}`, { host: 'old.acme.example' })).status).toBe(200)
  idOf(await eve('POST routes', wanted))
  expect((await route({ environmentId, host })).status).toBe(409)
  for (const who of [eve, desk.olga])
    expect(
      (await who('POST routes', { ...wanted, host: '*', environmentId: who === eve ? theirs : environmentId })).status,
    ).toBe(201)
}, 60_000)

test('people say routes: neither a key, nor who only designs, nor another organisation', async () => {
  const environmentId = await desk.environment('trial', { approvals: 0 })
  const { key } = (await desk.olga('POST mint-key', { name: 'CI', grants: ['viewer', 'operator'], days: 1 })).body
  await expect.poll(async () => (await desk.withKey(key)('GET routes')).status, { timeout: 10_000 }).toBe(200)
  expect((await desk.withKey(key)('POST routes', { environmentId, style: 'rest' })).status).toBe(403)
  expect((await desk.bob('POST routes', { environmentId, style: 'rest' })).status).toBe(403)
  const id = idOf(await route({ environmentId }))
  expect((await desk.withKey(key)(`DELETE routes/${id}`)).status).toBe(403)
  const eve = desk.as('eve')
  idOf(await eve('POST organisations', { id: 'rival', name: 'Rival' }))
  expect((await eve(`GET routes/${id}`)).status).toBe(404)
  expect((await eve('POST routes', { environmentId, style: 'rest' })).status).toBe(422)
  expect((await desk.olga(`DELETE routes/${id}`)).status).toBe(204)
}, 60_000)
