import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Desk, openDesk } from '../testing/desk.ts'
import { approvalOf, untilLet } from './approval-of.ts'
import { keyMadeMeanwhile, keysOf } from './keys.ts'
import { type PlatformCalls, platformCalls } from './platform-calls.ts'
import { whoAmI } from './who-am-i.ts'

let desk: Desk
const as = (person: string): PlatformCalls =>
  platformCalls({ url: desk.platform.url, token: () => desk.tokenOf(person) })
beforeEach(async () => {
  desk = await openDesk()
})
afterEach(() => desk.close())

test('a deployment that waits is followed until as many as it asks for have let it, each of whom is told', async () => {
  const environment = await desk.environment('production', { approvals: 2 })
  const deployment = await desk.deploy(await desk.release('One'), environment)
  const seen = await approvalOf(as('olga'), deployment.id)
  expect(seen).toMatchObject({
    project: { name: 'notes' },
    environment: { name: 'production' },
    version: { number: 1 },
  })
  const letting = [desk.carl, desk.dora]
  const given: string[] = []
  const wait = async (): Promise<void> => {
    const next = letting.shift()
    if (next) expect((await desk.yes(next, deployment)).status).toBe(201)
  }
  const after = await untilLet(as('olga'), seen, { wait, onGiven: ({ givenBy }) => given.push(givenBy) })
  expect([['approved', 'rolling', 'healthy'].includes(after.state), given]).toEqual([true, ['carl', 'dora']])
}, 60_000)

test('a key that its person makes meanwhile is found, also where another has its name; who asks is told who they are', async () => {
  const asked = { name: 'ci', grants: ['viewer'], days: 1 } as const
  await desk.bob('POST mint-key', asked)
  const before = await keysOf(as('bob'))
  let minted = ''
  const wait = async (): Promise<void> => {
    minted = (await desk.bob('POST mint-key', asked)).body.id
  }
  expect((await keyMadeMeanwhile(as('bob'), asked, { before, wait })).id).toBe(minted)
  expect(await whoAmI(as('bob'), await desk.tokenOf('bob'))).toEqual({
    person: 'bob',
    organisation: { id: 'acme', name: 'Acme' },
    roles: [{ name: 'Seconds', grants: ['viewer', 'designer', 'approver'] }],
  })
  expect(await whoAmI(as('eve'), await desk.tokenOf('eve'))).toMatchObject({ organisation: null, roles: [] })
}, 60_000)
