import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Desk, openDesk } from '../testing/desk.ts'
import { loseEnded } from './lose-ended.ts'

let desk: Desk
beforeEach(async () => {
  desk = await openDesk()
})
afterEach(() => desk.close())

test('what its target ended by itself fails at once, and says why; nobody but the platform says so', async () => {
  const environment = await desk.environment('trial', { approvals: 0 })
  const { id } = await desk.deploy(await desk.release('One'), environment)
  await desk.reaches(id, 'healthy')
  const why = 'Its data takes more than 10.00 GiB of the disk.'
  expect((await desk.olga(`POST deployments/${id}/give-up`, { why })).status).toBe(403)
  const target = { rollOut: async () => ({ address: '' }), stop: async () => {}, running: async () => [id] }
  const ended = async () => [
    { deployment: id, why },
    { deployment: crypto.randomUUID(), why },
  ]
  await loseEnded({ ...target, ended }, desk.platform.service)
  expect((await desk.bob(`GET deployments/${id}`)).body).toMatchObject({ state: 'failing', failure: why })
  await loseEnded({ ...target, ended }, desk.platform.service)
  await loseEnded(target, desk.platform.service)
}, 60_000)
