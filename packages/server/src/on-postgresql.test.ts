import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { postgresql } from '@charter/connectors'
import { expect, test } from 'vitest'
import { callsOf, memoryTarget, openOn, settle } from './care/testing/cared-for.ts'
import { joinBy } from './people/testing/platform.ts'
import { visitor } from './people/testing/visitor.ts'

test('on PostgreSQL a platform takes a charter to where it answers, keeps its rows there and no others, and has them when it is opened again', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'charter-platform-'))
  const { url, remove } = await postgresql.makeTemporary(process.env.CHARTER_TEST_POSTGRESQL ?? '')
  const target = memoryTarget()
  const env = { DATABASE_URL: url }
  const first = await openOn(folder, target, env)
  const ann = await joinBy(await first.people.makeLink(), 'ann@example.org')
  await settle(callsOf(first.url, ann.browser))
  await first.close()
  const second = await openOn(folder, target, env)
  try {
    const browser = visitor(second.url)
    browser.wear(ann.browser.cookie())
    const calls = callsOf(second.url, browser)
    expect(await calls('GET deployments')).toMatchObject({ items: [{ state: 'healthy' }] })
    expect(existsSync(join(folder, 'platform.db'))).toBe(false)
  } finally {
    await second.close()
    await remove()
    rmSync(folder, { recursive: true })
  }
}, 120_000)

test('a database that a platform cannot be on is refused, and nothing is opened', async () => {
  const folder = join(tmpdir(), 'charter-platform-nowhere')
  const opening = openOn(folder, memoryTarget(), { DATABASE_URL: 'mysql://127.0.0.1/platform' })
  await expect(opening).rejects.toThrow(/DATABASE_URL of a platform names a PostgreSQL database/)
  expect(existsSync(join(folder, 'people.db'))).toBe(false)
  rmSync(folder, { recursive: true, force: true })
})
