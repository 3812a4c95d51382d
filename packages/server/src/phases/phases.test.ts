import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Answer, type Desk, openDesk } from '../testing/desk.ts'

let desk: Desk
beforeEach(async () => {
  desk = await openDesk()
})
afterEach(() => desk.close())

const phases = async (): Promise<Answer['body'][]> => (await desk.olga(`GET projects/${desk.project}/phases`)).body
const missing = async (): Promise<Readonly<Record<string, readonly string[]>>> =>
  Object.fromEntries((await phases()).map((each) => [each.phase, each.missing]))

test('a project says how far it is, and what is missing for the next phase', async () => {
  expect(await missing()).toEqual({
    design: ['A version of its charter.'],
    generate: ['An accepted version.'],
    integrate: [],
    test: ['A release.'],
    deploy: ['An environment.', 'A deployment of the release.'],
    operate: ['Nothing answers anywhere.'],
  })
  const release = await desk.release('One')
  await desk.ann('POST sources', { projectId: desk.project, name: 'shop', url: 'postgres://there/shop' })
  const environment = await desk.environment('production')
  const deployment = await desk.deploy(release, environment)
  expect(await missing()).toEqual({
    design: [],
    generate: [],
    integrate: ['Nobody has looked at source shop yet.'],
    test: ['The release has to be verified.', 'No tests of the release were run.'],
    deploy: ['In production, 1 have to let it.'],
    operate: ['Nothing answers anywhere.'],
  })
  const run = await desk.bob(`POST releases/${release}/verify`)
  await desk.ended('verify-release-jobs', run.body.id)
  await desk.tested(release, 'verify')
  await desk.yes(desk.carl, deployment)
  await desk.reaches(deployment.id, 'healthy')
  const now = await phases()
  expect(now.filter(({ isDone }) => !isDone).map(({ phase }) => phase)).toEqual(['integrate'])
  expect(now.at(-1).has).toEqual([`production answers at http://127.0.0.1:1/${deployment.id}.`])
  const said = { projectId: desk.project, severity: 'critical', title: 'Notes of others are shown' }
  await desk.olga('POST findings', said)
  await desk.olga('POST findings', { ...said, severity: 'low', title: 'A typing mistake' })
  desk.testsCome({ failed: 2, passed: 5 })
  await desk.tested(release, 'ownTests')
  expect(await missing()).toMatchObject({
    test: ['ownTests: 2 failed, 5 passed.'],
    operate: ['A critical finding is open: Notes of others are shown'],
  })
  expect((await desk.as('eve')(`GET projects/${desk.project}/phases`)).status).toBe(403)
}, 60_000)
