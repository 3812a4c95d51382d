import { afterEach, expect, test } from 'vitest'
import type { Platform } from '../open-platform.ts'
import { openTestPlatform } from '../people/testing/platform.ts'
import { keepLastBackup } from './last-backup.ts'

let platform: (Platform & { readonly folder: string }) | undefined
afterEach(() => platform?.close())

const ready = async (env: Readonly<Record<string, string>>) => {
  platform ??= await openTestPlatform('production', env)
  const answer = await fetch(`${platform.url}/readyz`)
  return { status: answer.status, body: JSON.parse(await answer.text()) }
}

test('a platform whose newest backup is older than it may be is not ready, and says so; with a new one it is', async () => {
  const env = { BACKUP_MAX_AGE: '24' }
  expect(await ready(env)).toEqual({
    status: 503,
    body: { status: 'unavailable', why: expect.stringContaining('No backup was made of this platform') },
  })
  const folder = platform?.folder ?? ''
  const hoursAgo = (hours: number): string => new Date(Date.now() - hours * 3_600_000).toISOString()
  keepLastBackup(folder, { at: hoursAgo(25), backup: 'sha256:0' })
  expect(await ready(env)).toMatchObject({ status: 503, body: { why: expect.stringContaining('25 hours old') } })
  keepLastBackup(folder, { at: hoursAgo(23), backup: 'sha256:0' })
  expect(await ready(env)).toEqual({ status: 200, body: { status: 'ready' } })
  expect((await fetch(`${platform?.url}/healthz`)).status).toBe(200)
})

test('where nobody asks for backups, none is missed; what is no number of hours is refused', async () => {
  platform = undefined
  expect(await ready({})).toEqual({ status: 200, body: { status: 'ready' } })
  await expect(openTestPlatform('production', { BACKUP_MAX_AGE: 'daily' })).rejects.toThrow('BACKUP_MAX_AGE')
})
