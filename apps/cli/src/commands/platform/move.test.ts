import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { postgresql } from '@charter/connectors'
import { openPlatform } from '@charter/server'
import { afterAll, expect, test } from 'vitest'
import { charterHere } from '../../testing/here.ts'

const folder = mkdtempSync(join(tmpdir(), 'charter-moving-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const open = (env: Readonly<Record<string, string>>) => {
  const target = { rollOut: async () => ({ address: '' }), stop: async () => {}, running: async () => [] }
  return openPlatform({ folder, env: { CHARTER_MODE: 'development', PORT: '0', ...env }, target })
}

test('a platform is moved by one line, which says what it proved; said again, it says what is missing', async () => {
  const { url, remove } = await postgresql.makeTemporary(process.env.CHARTER_TEST_POSTGRESQL ?? '')
  try {
    await (await open({})).close()
    const moved = await charterHere(['platform', 'move', url, '--platform', folder])
    expect([moved.status, moved.out]).toEqual([0, expect.stringMatching(/^key +\d +[0-9a-f]{64}$/m)])
    expect(moved.out).toContain('platform-moved.db')
    await (await open({ DATABASE_URL: url })).close()
    process.env.DATABASE_URL = url
    expect(await charterHere(['platform', 'migrate', '--dry-run', '--platform', folder])).toMatchObject({
      status: 0,
      out: 'There is nothing to do.\n',
    })
    const again = await charterHere(['platform', 'move', url, '--platform', folder])
    expect([again.status, again.err]).toEqual([3, expect.stringContaining('has no platform.db to move')])
    const wrong = await charterHere(['platform', 'move', 'platform.db', '--platform', folder])
    expect([wrong.status, wrong.err]).toEqual([3, expect.stringContaining('Say a PostgreSQL database')])
  } finally {
    delete process.env.DATABASE_URL
    await remove()
  }
}, 60_000)
