import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Desk, openDesk } from '../testing/desk.ts'
import { environmentsOf } from './environments-of.ts'
import { type PlatformCalls, platformCalls } from './platform-calls.ts'
import { rollBack } from './roll-back.ts'

let desk: Desk
let olga: PlatformCalls
beforeEach(async () => {
  desk = await openDesk()
  olga = platformCalls({ url: desk.platform.url, token: () => desk.tokenOf('olga') })
})
afterEach(() => desk.close())

test('a program brings back what answered before, and says what is in each environment', async () => {
  const trial = await desk.environment('trial', { approvals: 0 })
  const guarded = await desk.environment('production')
  const one = await desk.deploy(await desk.release('One'), trial)
  await desk.reaches(one.id, 'healthy')
  const release = await desk.release('Two')
  await desk.reaches((await desk.deploy(release, trial)).id, 'healthy')
  const waiting = await desk.deploy(release, guarded)
  const asked = { project: 'notes', reason: 'It answers slowly.' }
  const back = await rollBack(olga, { ...asked, environment: 'trial' })
  expect(back).toMatchObject({ state: 'healthy', releaseDigest: one.releaseDigest })
  const seen = await environmentsOf(olga, 'notes')
  expect(seen.map(({ environment, there, waiting }) => [environment.name, there, waiting].flat())).toEqual([
    ['production', expect.objectContaining({ id: waiting.id })],
    ['trial', expect.objectContaining({ id: back.id })],
  ])
  desk.failsWith(new Error('No.'))
  const failed: string[] = []
  for (const title of ['Three', 'Four']) {
    const { id } = await desk.deploy(await desk.release(title), trial)
    await desk.reaches(id, 'failing')
    failed.unshift(id)
  }
  const [, tried] = await environmentsOf(olga, 'notes')
  expect(tried?.there.map(({ id }) => id)).toEqual([failed[0], back.id])
  expect(tried?.failedBefore.map(({ id }) => id)).toEqual(failed.slice(1))
  await expect(rollBack(olga, { ...asked, environment: 'production' })).rejects.toThrow('No other release answered')
  await expect(rollBack(olga, { ...asked, environment: 'nowhere' })).rejects.toThrow('no environment nowhere')
  await expect(environmentsOf(olga, 'nothing')).rejects.toThrow('no project nothing')
}, 60_000)
