import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Desk, openDesk } from '../testing/desk.ts'
import {
  awayFromTheHour,
  metricsOf,
  type Pushing,
  pointOf,
  push,
  pushed,
  spanOf,
  toldIn,
  tracesOf,
} from './testing/pushes.ts'

let desk: Desk
let release: string | null = null
beforeAll(async () => {
  desk = await openDesk()
  awayFromTheHour(desk)
}, 60_000)
afterAll(() => desk.close())

interface Deployed extends Pushing {
  readonly id: string
  readonly environment: string
}

const deployed = async (name: string, says: object = {}): Promise<Deployed> => {
  const environment = await desk.environment(name, { approvals: 0, ...says })
  return redeployed(environment)
}

const redeployed = async (environment: string): Promise<Deployed> => {
  release ??= await desk.release('Notes')
  const { id } = await desk.deploy(release, environment)
  await desk.reaches(id, 'healthy')
  const told = desk.rolledOut.find((each) => each.id === id)
  if (!told) throw new Error('It was not rolled out.')
  return { id, environment, ...toldIn(told) }
}

const kept = async ({ id }: Deployed, entity: string, more = '') => {
  await desk.platform.telemetry.flush()
  return (await desk.olga(`GET ${entity}?filter[deploymentId]=${id}&limit=100${more}`)).body.items
}

const window = () => ({
  from: new Date(Date.now() - 3_600_000).toISOString(),
  to: new Date(Date.now() + 60_000).toISOString(),
})

test('what a service pushes is its deployment’s, whatever it calls itself, and is read by who may view it alone', async () => {
  const to = await deployed('told')
  await pushed(to, 'v1/metrics', metricsOf([pointOf('Note.list'), pointOf('Note.list'), pointOf('Note.read')]))
  await pushed(to, 'v1/traces', tracesOf([spanOf(7)]))
  const minutes = await kept(to, 'metrics', '&filter[every]=minute')
  expect(minutes).toHaveLength(2)
  expect(minutes).toContainEqual(
    expect.objectContaining({
      organisationId: 'acme',
      projectId: desk.project,
      environmentId: to.environment,
      operation: 'Note.list',
      style: 'rest',
      calls: 4,
      refused: 0,
      failed: 0,
      ms: 40,
      durations: [0, 0, 2, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0],
    }),
  )
  expect(await kept(to, 'spans')).toMatchObject([{ operation: 'Note.list', ms: 7, outcome: 'ok', isFailed: false }])
  const traffic = await desk.olga(`POST environments/${to.environment}/traffic-of`, window())
  expect(traffic).toMatchObject({
    status: 200,
    body: { operations: [{ operation: 'Note.list', calls: 4, p50Ms: 5, p99Ms: 24.7 }, { operation: 'Note.read' }] },
  })
  const eve = desk.as('eve')
  await eve('POST organisations', { id: 'other', name: 'Other' })
  expect((await eve(`GET metrics?filter[deploymentId]=${to.id}`)).body.items).toEqual([])
  expect((await eve(`GET spans?filter[deploymentId]=${to.id}`)).body.items).toEqual([])
  expect((await eve(`POST environments/${to.environment}/traffic-of`, window())).status).toBe(404)
  expect((await desk.as('nobody')(`GET metrics?filter[deploymentId]=${to.id}`)).status).toBe(403)
  expect((await desk.olga('POST metrics', minutes[0])).status).toBe(403)
})

test('a credential that is made up, another one’s, or of a deployment that is over, is 401, and nothing is kept', async () => {
  const [to, other] = [await deployed('told-a'), await deployed('told-b')]
  const forged = [
    '',
    'Bearer ',
    'Bearer x'.repeat(5000),
    `Bearer ct1_${to.id}_${'A'.repeat(43)}`,
    `Bearer ct1_${to.id}_${other.authorization.slice(-43)}`,
    `Bearer ${await desk.tokenOf('ann')}`,
  ]
  for (const authorization of forged)
    expect(await push({ ...to, authorization }, 'v1/metrics', metricsOf([pointOf('Note.list')]))).toMatchObject({
      status: expect.toBeOneOf([401, 431]),
    })
  expect(await kept(to, 'metrics')).toEqual([])
  const next = await redeployed(to.environment)
  expect((await desk.ann(`GET deployments/${to.id}`)).body.state).toBe('replaced')
  expect((await push(to, 'v1/metrics', metricsOf([pointOf('Note.list')]))).status).toBe(401)
  await pushed(next, 'v1/metrics', metricsOf([pointOf('Note.list')]))
  expect(await kept(to, 'metrics')).toEqual([])
  expect(await kept(next, 'metrics')).toHaveLength(2)
})

test('that credential is good for nothing else of the platform', async () => {
  const to = await deployed('told-c')
  for (const path of ['/api/v1/projects', '/api/v1/metrics', '/graphql', '/mcp']) {
    const { status } = await fetch(`${desk.platform.url}${path}`, {
      method: path.startsWith('/api') ? 'GET' : 'POST',
      headers: { authorization: to.authorization, 'content-type': 'application/json', accept: '*/*' },
      ...(!path.startsWith('/api') && { body: '{"query":"{ __typename }"}' }),
    })
    expect([path, status]).toEqual([path, 401])
  }
})

test('who sends it elsewhere by what an environment says is told nothing of it', async () => {
  const variables = [{ name: 'OTEL_EXPORTER_OTLP_ENDPOINT', value: 'http://collector.example:4318' }]
  const to = await deployed('elsewhere', { variables })
  expect(to).toMatchObject({ endpoint: 'http://collector.example:4318', authorization: '' })
  const told = desk.rolledOut.find(({ id }) => id === to.id)?.environment.variables ?? {}
  expect(Object.keys(told).filter((name) => name.startsWith('OTEL_'))).toEqual(['OTEL_EXPORTER_OTLP_ENDPOINT'])
})

test('a push that is sent again, as its answer was lost, is counted once', async () => {
  const to = await deployed('again')
  const body = metricsOf([pointOf('Note.list')])
  await pushed(to, 'v1/metrics', body)
  await pushed(to, 'v1/metrics', body)
  expect((await kept(to, 'metrics', '&filter[every]=hour'))[0]).toMatchObject({ calls: 2 })
})

test('of spans the slowest few are kept, and of those that failed as many', async () => {
  const to = await deployed('spans')
  const spans = Array.from({ length: 40 }, (_, at) => spanOf(at + 1, at % 2 === 0 ? {} : { status: { code: 2 } }))
  await pushed(to, 'v1/traces', tracesOf(spans.slice(0, 20)))
  expect(await kept(to, 'spans')).toHaveLength(10)
  await pushed(to, 'v1/traces', tracesOf(spans.slice(20)))
  const found: readonly { readonly ms: number; readonly isFailed: boolean }[] = await kept(to, 'spans', '&sort=-ms')
  expect(found.map(({ ms }) => ms)).toEqual([40, 39, 38, 37, 36, 35, 34, 33, 32, 31])
  expect(found.filter(({ isFailed }) => isFailed)).toHaveLength(5)
})

test('an operation that is slow becomes a finding of its project, once, which a version may answer', async () => {
  const to = await deployed('slow')
  await pushed(to, 'v1/metrics', metricsOf(Array.from({ length: 20 }, () => pointOf('Note.list'))))
  await desk.platform.telemetry.flush()
  const ask = (who: typeof desk.ann, p95MaxMs: number) =>
    who(`POST environments/${to.environment}/find-slow`, { ...window(), p95MaxMs })
  expect((await ask(desk.ann, 5000)).body).toEqual({ found: 0, new: 0, again: 0 })
  expect((await ask(desk.ann, 1)).body).toEqual({ found: 1, new: 1, again: 0 })
  expect((await ask(desk.olga, 1)).body).toEqual({ found: 1, new: 0, again: 1 })
  const { items } = (await desk.ann(`GET findings?filter[source]=traffic`)).body
  expect(items).toMatchObject([
    { about: 'Note.list', severity: 'medium', state: 'open', times: 2, projectId: desk.project },
  ])
  const words = 'Notes have a colour.'
  const proposed = await desk.ann(`POST findings/${items[0].id}/propose-change`, { words })
  expect([proposed.status, proposed.body]).toEqual([
    200,
    expect.objectContaining({ findingId: items[0].id, state: 'draft' }),
  ])
  expect((await ask(desk.as('carl'), 1)).status).toBe(200)
  expect((await ask(desk.as('nobody-there'), 1)).status).toBe(403)
}, 60_000)
