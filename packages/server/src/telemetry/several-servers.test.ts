import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { plainDatabase } from '@charter/connectors/testing'
import type { RolledOut } from '@charter/deploy'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callsOf, deploy, memoryTarget, openOn } from '../care/testing/cared-for.ts'
import type { Platform } from '../open-platform.ts'
import { joinBy } from '../people/testing/platform.ts'
import { visitor } from '../people/testing/visitor.ts'
import { metricsOf, pointOf, push, pushed, toldIn } from './testing/pushes.ts'

const folder = mkdtempSync(join(tmpdir(), 'charter-telemetry-'))
const rolledOut: RolledOut[] = []
const memory = memoryTarget()
const target = {
  ...memory,
  rollOut: (deployment: RolledOut) => {
    rolledOut.push(deployment)
    return memory.rollOut(deployment)
  },
}
let remove: () => Promise<void>
let open: () => Promise<Platform>
beforeAll(async () => {
  const made = await plainDatabase(process.env.CHARTER_TEST_POSTGRESQL ?? '')
  remove = made.remove
  open = () => openOn(folder, target, { DATABASE_URL: made.url })
}, 60_000)
afterAll(async () => {
  await remove()
  rmSync(folder, { recursive: true })
})

test('of several servers one takes what is pushed, another one goes on in its place, and all of it is counted once, on PostgreSQL', async () => {
  const [one, other] = [await open(), await open()]
  try {
    const ann = await joinBy(await one.people.makeLink(), 'ann@example.org')
    await deploy(callsOf(one.url, ann.browser))
    const [told] = rolledOut
    if (!told) throw new Error('It was not rolled out.')
    const to = toldIn(told)
    await pushed(to, 'v1/metrics', metricsOf([pointOf('Note.list')]))
    await one.telemetry.flush()
    await other.telemetry.flush()
    await pushed(to, 'v1/metrics', metricsOf([pointOf('Note.list')]))
    await one.close()
    const status = (): Promise<number> =>
      push(to, 'v1/metrics', metricsOf([pointOf('Note.read')])).then(
        (answer) => answer.status,
        () => 0,
      )
    await expect.poll(status, { timeout: 30_000 }).toBe(200)
    await pushed(to, 'v1/metrics', metricsOf([pointOf('Note.list')]))
    await other.telemetry.flush()
    const browser = visitor(other.url)
    browser.wear(ann.browser.cookie())
    const calls = callsOf(other.url, browser)
    const [from, until] = [Date.now() - 3_600_000, Date.now() + 60_000].map((ms) => new Date(ms).toISOString())
    const { operations } = await calls<{ operations: readonly object[] }>(
      `POST environments/${told.environment.id}/traffic-of`,
      { from, to: until },
    )
    expect(operations).toMatchObject([
      { operation: 'Note.list', calls: 6 },
      { operation: 'Note.read', calls: 2 },
    ])
  } finally {
    await other.close()
  }
}, 120_000)
