import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Answer, type Asking, type Desk, idOf, openDesk } from '../testing/desk.ts'

let desk: Desk
beforeEach(async () => {
  desk = await openDesk()
})
afterEach(() => desk.close())

const graph = async (who: Asking): Promise<Answer['body']> => (await who(`GET projects/${desk.project}/graph`)).body
const kinds = ({ nodes }: Answer['body']): string[] => nodes.map(({ kind, name }: Answer['body']) => `${kind} ${name}`)

/** A deployment that answers. */
const healthy = async (releaseId: string, environment: string): Promise<Answer['body']> => {
  const deployment = await desk.deploy(releaseId, environment)
  await desk.yes(desk.carl, deployment)
  return desk.reaches(deployment.id, 'healthy')
}

test('a project is shown as one graph, from its sources to who asked for what, as far as whoever asks may see it', async () => {
  const environmentId = await desk.environment('production')
  const source = { projectId: desk.project, name: 'shop', url: 'postgres://u:a-canary@there/shop' }
  const sourceId = idOf(await desk.ann('POST sources', source))
  const { id, address } = await healthy(await desk.release('One'), environmentId)
  const routeId = idOf(await desk.olga('POST routes', { environmentId, prefix: '/notes/', style: 'rest' }))
  const keyId = (await desk.ann('POST mint-key', { name: 'CI', grants: ['viewer'], days: 1 })).body.id
  const webhook = { url: 'http://127.0.0.1:9/hook', entities: ['Deployment'] }
  const webhookId = idOf(await desk.olga('POST webhooks', webhook))
  const seen = await graph(desk.olga)
  expect(kinds(seen).sort()).toEqual([
    `endpoint rest, at ${address}`,
    'person olga',
    'route rest at */notes/',
    'service production',
    'source shop, at postgres://there/shop',
    'webhook http://127.0.0.1:9/hook',
  ])
  const edges = seen.edges.map(({ from, to, kind }: Answer['body']) => [from, kind, to])
  expect(edges.sort()).toEqual(
    [
      [`source:${sourceId}`, 'feeds', `service:${id}`],
      [`service:${id}`, 'serves', `endpoint:${id}/rest`],
      [`endpoint:${id}/rest`, 'routes', `route:${routeId}`],
      ['person:olga', 'asked', `service:${id}`],
      [`service:${id}`, 'tells', `webhook:${webhookId}`],
    ].sort(),
  )
  expect([seen.left, JSON.stringify(seen)]).toEqual([0, expect.not.stringContaining('a-canary')])
  // Keys are seen by who made them and by owners, webhooks by who subscribed.
  const ofAnn = await graph(desk.ann)
  expect(kinds(ofAnn)).toEqual(expect.arrayContaining(['key CI', 'person ann']))
  expect(kinds(ofAnn).filter((name) => name.startsWith('webhook'))).toEqual([])
  expect(ofAnn.edges).toContainEqual({ from: `key:${keyId}`, to: 'person:ann', kind: 'actsFor' })
  const eve = desk.as('eve')
  idOf(await eve('POST organisations', { id: 'rival', name: 'Rival' }))
  expect((await eve(`GET projects/${desk.project}/graph`)).status).toBe(404)
}, 60_000)

test('what another project of the organisation has is not in its graph', async () => {
  const projectId = idOf(await desk.ann('POST projects', { name: 'others', title: 'Others', isReviewed: false }))
  const versionId = idOf(await desk.ann('POST versions', { projectId, text: desk.charterOf('One') }))
  for (const move of ['submit', 'accept'])
    expect((await desk.ann(`POST versions/${versionId}/${move}`)).status).toBe(200)
  const making = await desk.ann(`POST versions/${versionId}/make-release`)
  const { release } = (await desk.ended('make-release-jobs', making.body.id)).result
  const environmentId = idOf(await desk.olga('POST environments', { projectId, name: 'theirs', approvals: 0 }))
  await desk.reaches((await desk.deploy(release, environmentId)).id, 'healthy')
  idOf(await desk.ann('POST sources', { projectId, name: 'theirs', url: 'postgres://there/theirs' }))
  idOf(await desk.olga('POST routes', { environmentId, prefix: '/theirs/', style: 'rest' }))
  expect((await graph(desk.olga)).nodes).toEqual([])
  const theirs = (await desk.olga(`GET projects/${projectId}/graph`)).body
  expect(kinds(theirs)).toEqual(expect.arrayContaining(['service theirs', 'route rest at */theirs/']))
}, 60_000)

test('what is too much to show is counted, and no edge leads to it', async () => {
  for (let at = 0; at < 3; at++) {
    const calls = Array.from({ length: 100 }, (_, each) => ({
      operation: 'Source.create',
      value: { projectId: desk.project, name: `s${at}x${each}`, url: `postgres://there/s${each}` },
    }))
    expect((await desk.ann('POST batch', { atomic: true, calls })).status).toBe(200)
  }
  const seen = await graph(desk.olga)
  expect([seen.nodes.length, seen.left > 0, seen.edges]).toEqual([200, true, []])
}, 60_000)
