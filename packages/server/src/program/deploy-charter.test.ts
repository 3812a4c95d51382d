import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Desk, openDesk } from '../testing/desk.ts'
import { type Deployed, deployCharter } from './deploy-charter.ts'
import { type PlatformCalls, platformCalls } from './platform-calls.ts'

let desk: Desk
let olga: PlatformCalls
let text: string
beforeEach(async () => {
  desk = await openDesk()
  olga = platformCalls({ url: desk.platform.url, token: () => desk.tokenOf('olga') })
  await desk.environment('production', { approvals: 0 })
  const { versionId } = await olga<{ readonly versionId: string }>(`GET releases/${await desk.release('Notes')}`)
  text = (await olga<{ readonly text: string }>(`GET versions/${versionId}`)).text
})
afterEach(() => desk.close())

const deploy = (environment: string, isNew = false): Promise<Deployed> =>
  deployCharter(olga, {
    project: { name: 'notes', title: 'Notes' },
    environment,
    isNew,
    isAlone: false,
    text,
    reason: 'It is asked for.',
  })

test('an environment with a name like one that is there is made only where somebody says that it is new, and that is told', async () => {
  for (const typo of ['prod', 'prodution']) await expect(deploy(typo)).rejects.toThrow('there is production')
  const made = await deploy('prod', true)
  expect(made).toMatchObject({ state: 'waiting', made: { name: 'prod', approvals: 1 } })
  expect((await deploy('trial')).made).toMatchObject({ name: 'trial' })
  expect(await deploy('production')).not.toHaveProperty('made')
}, 60_000)

test('what waits to be let says which deployment that is', async () => {
  const waiting = await deploy('trial')
  const [row] = (await olga<{ readonly items: readonly { readonly id: string }[] }>('GET deployments')).items
  expect(waiting).toMatchObject({ state: 'waiting', deployment: row?.id })
}, 60_000)
