import { afterEach, beforeEach, expect, test } from 'vitest'
import { platformCharter } from '../platform-charter.ts'
import { type Desk, openDesk } from '../testing/desk.ts'
import { audited, auditOf, readingOperations } from './audit-of.ts'
import { type PlatformCalls, platformCalls } from './platform-calls.ts'

let desk: Desk
let ann: PlatformCalls
beforeEach(async () => {
  desk = await openDesk()
  ann = platformCalls({ url: desk.platform.url, token: () => desk.tokenOf('ann') })
})
afterEach(() => desk.close())

test('the record says who changed, decided and was refused, by which key, and who read only where that is asked', async () => {
  const { key, id: apiKey } = (await desk.ann('POST mint-key', { name: 'CI', grants: ['viewer', 'designer'] })).body
  await expect.poll(async () => (await desk.withKey(key)('GET roles')).status, { timeout: 10_000 }).toBe(200)
  const { id } = (await desk.withKey(key)('POST versions', { projectId: desk.project, text: desk.charterOf('One') }))
    .body
  for (let looks = 0; looks < 101; looks++) await desk.bob(`GET versions/${id}`)
  await desk.ann(`POST versions/${id}/submit`)
  await desk.withKey(key)(`POST versions/${id}/accept`)
  await desk.bob(`POST versions/${id}/accept`)
  const asked = { kind: 'versions', id } as const
  const seen = await auditOf(ann, { ...asked, withReads: false })
  expect(seen.map(({ deed, operation, principal }) => [deed, operation, principal])).toEqual([
    ['decided', 'acceptVersion', 'bob'],
    ['refused', 'acceptVersion', 'ann'],
    ['changed', 'submitVersion', 'ann'],
    ['changed', 'Version.create', 'ann'],
  ])
  expect(seen.map((each) => each.keyName)).toEqual([null, 'CI', null, 'CI'])
  expect(seen.at(-1)).toMatchObject({ apiKey })
  // Reads are on record within a second.
  const reads = async (): Promise<number> =>
    (await auditOf(ann, { ...asked, withReads: true })).filter(({ deed }) => deed === 'read').length
  await expect.poll(reads, { timeout: 10_000 }).toBeGreaterThan(50)
  expect(await auditOf(ann, { ...asked, withReads: false })).toEqual(seen)
}, 60_000)

test('what has a record, and what only reads, is as the charter of the platform says', async () => {
  const { model } = await platformCharter({})
  const reads = model.operations.filter(({ effect }) => effect === 'read').map(({ name }) => name)
  expect([...readingOperations].sort()).toEqual(reads.sort())
  const statusOf = async (kind: string): Promise<number> =>
    (await desk.ann(`GET ${kind}/00000000-0000-4000-8000-000000000000/audit`)).status
  for (const kind of audited) expect([kind, await statusOf(kind)]).toEqual([kind, 404])
  for (const kind of ['metrics', 'spans']) expect([kind, await statusOf(kind)]).toEqual([kind, 403])
}, 60_000)
