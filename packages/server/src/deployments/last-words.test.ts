import { NotRolledOut } from '@charter/deploy'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { platformCalls } from '../program/platform-calls.ts'
import { whyNot } from '../program/until-ended.ts'
import { type Desk, openDesk } from '../testing/desk.ts'

let desk: Desk
beforeEach(async () => {
  desk = await openDesk()
})
afterEach(() => desk.close())

test('what a service said last is read by operators alone; everybody else that it did not start, and why where its log is not why', async () => {
  const environment = await desk.environment('trial', { approvals: 0 })
  const said = 'refused: password of nurse-3\0\u{1F600}'
  desk.failsWith(new NotRolledOut('It did not say that it is ready.', said))
  const { id } = await desk.deploy(await desk.release('One'), environment)
  await desk.reaches(id, 'failing')
  const ofOperator = (await desk.olga(`GET deployments/${id}`)).body
  expect(ofOperator.lastWords).toBe('refused: password of nurse-3\u{1F600}')
  const olga = platformCalls({ url: desk.platform.url, token: () => desk.tokenOf('olga') })
  expect(await whyNot(olga, ofOperator)).toMatch(/^It did not say that it is ready\. It said last:\n.*nurse-3/s)
  const ofViewer = (await desk.bob(`GET deployments/${id}`)).body
  expect([ofViewer.state, ofViewer.lastWords]).toEqual(['failing', null])
  const everything = ['deployments', 'roll-out-jobs', `deployments/${id}`, `deployments/${id}/audit`].map((path) =>
    desk.bob(`GET ${path}`),
  )
  const seen = JSON.stringify((await Promise.all(everything)).map(({ body }) => body))
  expect(seen).toContain('It did not say that it is ready.')
  expect(seen).not.toContain('nurse-3')
}, 60_000)

test('a deployment that fails with nothing to say is failing, and the next one takes its place', async () => {
  const environment = await desk.environment('trial', { approvals: 0 })
  desk.failsWith(new NotRolledOut('\0', '\0\0\0'))
  const release = await desk.release('One')
  const { id } = await desk.deploy(release, environment)
  expect((await desk.reaches(id, 'failing')).lastWords).toBeNull()
  await desk.reaches((await desk.deploy(release, environment)).id, 'failing')
}, 60_000)

test('a deployment that is on its way for an hour fails by itself, whatever became of its roll-out', async () => {
  const environment = await desk.environment('trial', { approvals: 0 })
  desk.rollsOutAt(`http://127.0.0.1/${'a'.repeat(1000)}`)
  const release = await desk.release('One')
  const { id } = await desk.deploy(release, environment)
  await desk.reaches(id, 'rolling')
  await expect
    .poll(async () => (await desk.ann('GET roll-out-jobs')).body.items[0].state, { timeout: 30_000 })
    .toBe('failed')
  desk.later(61 * 60_000)
  await desk.reaches(id, 'failing')
}, 60_000)

test('where other styles of a service answer its deployment says', async () => {
  const environment = await desk.environment('trial', { approvals: 0 })
  const { id } = await desk.deploy(await desk.release('One'), environment)
  expect((await desk.reaches(id, 'healthy')).listeners).toEqual([{ style: 'grpc', address: '127.0.0.1:2' }])
}, 60_000)
