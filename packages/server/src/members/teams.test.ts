import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Desk, idOf, openDesk } from '../testing/desk.ts'

let desk: Desk
beforeEach(async () => {
  desk = await openDesk()
})
afterEach(() => desk.close())

const roleOf = async (name: string, grants: readonly string[]): Promise<string> =>
  idOf(await desk.ann('POST roles', { name, grants }))

test('whoever is of a team may what its role says, and no longer than they are of it', async () => {
  const roleId = await roleOf('Letting', ['viewer', 'approver'])
  const other = await roleOf('Looking', ['viewer'])
  const team = idOf(await desk.ann('POST teams', { name: 'Night shift', roleId }))
  const environment = await desk.environment('production')
  const deployment = await desk.deploy(await desk.release('One'), environment)
  const faye = desk.as('faye')
  expect((await desk.yes(faye, deployment)).status).toBe(403)
  const joined = await desk.ann(`POST teams/${team}/join`, { personId: 'faye' })
  expect([joined.status, joined.body]).toEqual([
    200,
    expect.objectContaining({ personId: 'faye', teamId: team, roleId }),
  ])
  expect((await desk.ann(`PATCH members/${joined.body.id}`, { roleId: other })).body.errors[0].path).toBe('/roleId')
  expect((await desk.ann(`PATCH teams/${team}`, { roleId: other })).status).toBe(200)
  expect((await faye(`GET deployments/${deployment.id}`)).status).toBe(200)
  expect((await desk.yes(faye, deployment)).status).toBe(403)
  expect((await desk.ann(`PATCH teams/${team}`, { roleId })).status).toBe(200)
  expect((await desk.yes(faye, deployment)).status).toBe(201)
  await desk.reaches(deployment.id, 'healthy')
  expect((await desk.ann(`DELETE members/${joined.body.id}`)).status).toBe(204)
  expect((await faye(`GET deployments/${deployment.id}`)).status).toBe(403)
}, 60_000)

test('no owner gives themselves a right: not by a team, not by a role that they have, not by a second membership', async () => {
  const roleId = await roleOf('Letting', ['viewer', 'approver'])
  const team = idOf(await desk.ann('POST teams', { name: 'Night shift', roleId }))
  const own = (await desk.ann('GET members?filter[personId]=ann')).body.items[0]
  const oneself = await desk.ann(`POST teams/${team}/join`, { personId: 'ann' })
  expect([oneself.status, oneself.body.reason]).toEqual([409, 'oneself'])
  const grants = ['owner', 'approver']
  expect((await desk.ann(`PATCH roles/${own.roleId}`, { grants })).status).toBe(403)
  expect((await desk.ann('POST members', { personId: 'ann', roleId })).status).toBe(403)
  expect((await desk.ann(`PATCH members/${own.id}`, { roleId })).status).toBe(403)
  for (const operation of ['Role.update', 'Member.create', 'Member.update'])
    await expect.poll(() => desk.refused(operation), { timeout: 10_000 }).toEqual(['ann'])
  const again = await desk.ann('POST members', { personId: 'bob', roleId })
  expect([again.status, again.body.code]).toEqual([409, 'conflict'])
  for (const who of [desk.olga, desk.bob]) {
    expect((await who('POST teams', { name: 'Ours', roleId })).status).toBe(403)
    expect((await who(`POST teams/${team}/join`, { personId: 'eve' })).status).toBe(403)
  }
}, 60_000)
