import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Desk, idOf, openDesk } from '../testing/desk.ts'
import { loseSilent } from './lose-silent.ts'

let desk: Desk
beforeEach(async () => {
  desk = await openDesk()
})
afterEach(() => desk.close())

/** A release of a charter that Ann made, whoever wrote it. */
const releaseOf = async (text: string, who = desk.ann): Promise<string> => {
  const id = idOf(await who('POST versions', { projectId: desk.project, text }))
  await who(`POST versions/${id}/submit`)
  expect((await (who === desk.bob ? desk.dora : desk.bob)(`POST versions/${id}/accept`)).status).toBe(200)
  const run = await desk.ann(`POST versions/${id}/make-release`)
  return (await desk.ended('make-release-jobs', run.body.id)).result.release
}

const wider = (): string =>
  desk
    .charterOf('One')
    .replace('roles: [clerk]', 'roles: [clerk, guest]')
    .replace('allow: {', 'allow: { guest: { do: [read, list, delete] },')

const fails = async (): Promise<void> => {
  const look = loseSilent(desk.platform.service, async () => false)
  for (let times = 0; times < 4; times++) await look()
}

test('whoever lets a deployment reads what changes since what answered last, also where it was stopped or fails', async () => {
  const [one, two] = [await releaseOf(desk.charterOf('One')), await releaseOf(wider(), desk.carl)]
  const ends: Readonly<Record<string, (id: string) => Promise<unknown>>> = {
    stopped: (id) => desk.olga(`POST deployments/${id}/stop`),
    failing: fails,
  }
  for (const [state, end] of Object.entries(ends)) {
    const environment = await desk.environment(state)
    const first = await desk.deploy(one, environment)
    expect((await desk.yes(desk.carl, first)).status).toBe(201)
    await desk.reaches(first.id, 'healthy')
    const shown = await desk.deploy(two, environment)
    expect(shown.changes.join('\n')).toContain('guest')
    await end(first.id)
    await desk.reaches(first.id, state)
    const after = await desk.deploy(two, environment)
    expect(after.replacesId).toBeNull()
    expect(after.changes).toEqual([
      `Nothing answers there now: this is what changes since version 1, which answered last and is ${state}.`,
      ...shown.changes,
    ])
    expect(after.involved).toEqual(shown.involved)
    expect((await desk.yes(desk.carl, after)).status).toBe(403)
  }
}, 60_000)

test('who wrote what answered last has no part in what comes after it, also where it does not answer any more', async () => {
  const environment = await desk.environment('production')
  const first = await desk.deploy(await releaseOf(desk.charterOf('One'), desk.carl), environment)
  expect((await desk.yes(desk.bob, first)).status).toBe(201)
  await desk.reaches(first.id, 'healthy')
  expect((await desk.olga(`POST deployments/${first.id}/stop`)).status).toBe(200)
  const next = await desk.deploy(await releaseOf(wider()), environment)
  expect([...next.involved].sort()).toEqual(['ann', 'olga'])
  expect((await desk.yes(desk.carl, next)).status).toBe(201)
  await desk.reaches(next.id, 'healthy')
}, 60_000)
