import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Desk, openDesk } from '../testing/desk.ts'

let desk: Desk
beforeEach(async () => {
  desk = await openDesk()
})
afterEach(() => desk.close())

const reason = 'Nobody answers, and the shop sells at no price.'

test('in an emergency one person lets a deployment, which says so, and lets no second one until somebody else has looked', async () => {
  const environment = await desk.environment('production', { approvals: 2 })
  const [one, two] = [
    await desk.deploy(await desk.release('One'), environment),
    await desk.deploy(await desk.release('Two'), environment),
  ]
  const declare = (who: typeof desk.ann, deploymentId: string, why: object = { reason }) =>
    who('POST emergencies', { deploymentId, ...why })
  expect((await declare(desk.olga, one.id, {})).status).toBe(422)
  expect((await declare(desk.carl, one.id)).status).toBe(403)
  const stale = desk.as('olga', { auth_time: Math.floor(Date.now() / 1000) - 1000 })
  expect((await declare(stale, one.id)).status).toBe(403)
  const emergency = await declare(desk.olga, one.id)
  expect([emergency.status, emergency.body]).toEqual([
    201,
    expect.objectContaining({ state: 'open', declaredBy: 'olga', environmentId: environment }),
  ])
  expect(await desk.reaches(one.id, 'healthy')).toMatchObject({ isEmergency: true, approvals: 2 })
  await desk.reaches(two.id, 'void')
  const next = await desk.deploy(two.releaseId, environment)
  const second = await declare(desk.olga, next.id)
  expect([second.status, second.body.errors[0].message]).toEqual([422, expect.stringContaining(emergency.body.id)])
  const open = 'GET emergencies?filter[state]=open'
  expect((await desk.carl(open)).body.items).toHaveLength(1)

  const review = { isJustified: true, review: 'It was.' }
  const path = `POST emergencies/${emergency.body.id}/review`
  for (const who of [desk.olga, desk.ann]) expect((await who(path, review)).status).toBe(403)
  expect((await desk.carl(path, review)).body).toMatchObject({ state: 'reviewed', reviewedBy: 'carl', ...review })
  expect((await desk.carl(open)).body.items).toEqual([])
  expect((await declare(desk.olga, next.id)).status).toBe(201)
  await desk.reaches(next.id, 'healthy')

  const back = await desk.olga(`POST environments/${environment}/roll-back`, { reason })
  expect(back.body).toMatchObject({ state: 'requested', approvals: 2, returnsToId: one.id })
  const { items } = (await desk.ann(`GET emergencies/${emergency.body.id}/audit?limit=100`)).body
  expect(items).toContainEqual(
    expect.objectContaining({ operation: 'reviewEmergency', principal: 'olga', outcome: 'forbidden' }),
  )
}, 60_000)
