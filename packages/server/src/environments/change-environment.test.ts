import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Desk, openDesk } from '../testing/desk.ts'

let desk: Desk
beforeEach(async () => {
  desk = await openDesk()
})
afterEach(() => desk.close())

const reason = 'The night shift is one person.'

test('nobody changes what an environment asks for alone: as many let it as let a deployment, and who asked is none of them', async () => {
  const environmentId = await desk.environment('production', { approvals: 2 })
  const waiting = await desk.deploy(await desk.release('One'), environmentId)
  expect((await desk.olga(`PATCH environments/${environmentId}`, { approvals: 0 })).status).toBe(403)
  const asked = await desk.olga('POST environment-changes', { environmentId, approvals: 0, reason })
  expect([asked.status, asked.body]).toEqual([201, expect.objectContaining({ state: 'requested', needs: 2 })])
  const letIt = `POST environment-changes/${asked.body.id}/let`
  for (const who of [desk.olga, desk.ann]) expect((await who(letIt)).status).toBe(403)
  const stale = desk.as('bob', { auth_time: Math.floor(Date.now() / 1000) - 1000 })
  expect((await stale(letIt)).status).toBe(403)
  expect((await desk.bob(letIt)).body).toMatchObject({ state: 'requested', letBy: ['bob'] })
  expect((await desk.bob(letIt)).status).toBe(403)
  expect((await desk.ann(`GET environments/${environmentId}`)).body.approvals).toBe(2)
  const other = await desk.olga('POST environment-changes', { environmentId, approvals: 1, reason })
  expect((await desk.carl(letIt)).body).toMatchObject({ state: 'made', letBy: ['bob', 'carl'] })
  expect((await desk.ann(`GET environments/${environmentId}`)).body).toMatchObject({ approvals: 0, saidBy: 'olga' })
  await desk.reaches(waiting.id, 'void')
  expect((await desk.ann(`GET environment-changes/${other.body.id}`)).body.state).toBe('void')
  const { items } = (await desk.ann(`GET environment-changes/${asked.body.id}/audit?limit=100`)).body
  expect(items).toContainEqual(
    expect.objectContaining({ operation: 'letEnvironmentChange', principal: 'olga', outcome: 'forbidden' }),
  )
}, 60_000)

test('where nobody has to let a deployment, a change is made at once; what the platform says is refused', async () => {
  const environmentId = await desk.environment('trial', { approvals: 0 })
  const variables = [{ name: 'LOG_LEVEL', value: 'debug' }]
  const made = await desk.olga('POST environment-changes', { environmentId, variables, reason })
  expect([made.status, made.body.state]).toEqual([201, 'made'])
  expect((await desk.ann(`GET environments/${environmentId}`)).body.variables).toEqual(variables)
  const ours = [{ name: 'CHARTER_MODE', value: 'development' }]
  const refused = await desk.olga('POST environment-changes', { environmentId, variables: ours, reason })
  expect([refused.status, refused.body.errors[0].path]).toEqual([422, '/variables/0/name'])
  expect((await desk.olga('POST environment-changes', { environmentId, reason })).status).toBe(422)
  expect((await desk.bob('POST environment-changes', { environmentId, variables, reason })).status).toBe(403)
}, 60_000)
