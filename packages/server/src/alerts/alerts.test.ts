import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Answer, type Desk, idOf, openDesk } from '../testing/desk.ts'

let desk: Desk
beforeEach(async () => {
  desk = await openDesk()
})
afterEach(() => desk.close())

/** As whoever watches deployments does. */
const lose = async (id: string): Promise<void> => {
  const { kind } = await desk.platform.service.execute({
    operation: 'loseDeployment',
    input: { key: { id } },
    principal: { id: 'service', roles: ['watcher'], attributes: {}, tenant: 'acme', credential: 'gateway' },
    context: { deadlineMs: Date.now() + 30_000, origin: { style: 'watch', requestId: id } },
  })
  expect(kind).toBe('value')
}

const alerts = async (): Promise<Answer['body'][]> => (await desk.ann('GET alerts?sort=since')).body.items

test('a deployment that fails raises an alert, which ends once another one answers there, or it is taken away', async () => {
  const environment = await desk.environment('trial', { approvals: 0 })
  const release = await desk.release('One')
  const healthy = async (): Promise<string> => {
    const { id } = await desk.deploy(release, environment)
    await desk.reaches(id, 'healthy')
    return id
  }
  const first = await healthy()
  await lose(first)
  const [raised, ...others] = await alerts()
  expect([others, raised]).toEqual([
    [],
    expect.objectContaining({ rule: 'deployment-failing', deploymentId: first, state: 'firing', resolvedAt: null }),
  ])
  expect((await desk.ann(`POST alerts/${raised.id}/acknowledge`)).status).toBe(200)
  expect((await desk.bob(`POST alerts/${raised.id}/resolve`)).status).toBe(403)
  const looked = await desk.olga(`POST alerts/${raised.id}/acknowledge`)
  expect(looked.status).toBe(409)
  expect((await alerts())[0]).toMatchObject({ state: 'acknowledged', acknowledgedBy: 'ann' })
  const second = await healthy()
  expect(await alerts()).toEqual([
    expect.objectContaining({ id: raised.id, state: 'resolved', resolvedBy: 'olga', resolvedAt: expect.any(String) }),
  ])
  await lose(second)
  await desk.olga(`POST deployments/${second}/stop`)
  expect((await alerts()).map(({ state, deploymentId }) => [state, deploymentId])).toEqual([
    ['resolved', first],
    ['resolved', second],
  ])
  const third = await healthy()
  await lose(third)
  const [, , last] = await alerts()
  expect((await desk.olga(`POST alerts/${last.id}/resolve`)).body).toMatchObject({
    state: 'resolved',
    resolvedBy: 'olga',
  })
  expect((await desk.olga('POST alerts', { rule: 'deployment-failing', deploymentId: third })).status).toBe(403)
  const eve = desk.as('eve')
  idOf(await eve('POST organisations', { id: 'rival', name: 'Rival' }))
  expect((await eve('GET alerts')).body.items).toEqual([])
}, 90_000)
