import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openPlatform } from '../open-platform.ts'
import { type Desk, openDesk } from '../testing/desk.ts'

let desk: Desk
let folder: string
beforeEach(async () => {
  desk = await openDesk()
  folder = mkdtempSync(join(tmpdir(), 'charter-crashed-'))
})
afterEach(async () => {
  vi.restoreAllMocks()
  await desk.close()
  rmSync(folder, { recursive: true })
})

test('a key is taken whose platform was killed between its row and its taking', async () => {
  const begun = Promise.withResolvers<void>()
  const goesOn = Promise.withResolvers<void>()
  const { state } = desk.platform.service
  const save = state.saveApiKey.bind(state)
  vi.spyOn(state, 'saveApiKey').mockImplementation(async (record) => {
    begun.resolve()
    await goesOn.promise
    await save(record)
  })
  const { key } = (await desk.ann('POST mint-key', { name: 'CI', grants: ['viewer'], days: 30 })).body
  await begun.promise
  // As the files are now, so a crash leaves them.
  cpSync(desk.folder, folder, { recursive: true })
  goesOn.resolve()
  const target = {
    rollOut: async () => ({ address: 'http://127.0.0.1:1' }),
    stop: async () => {},
    running: async () => [],
  }
  // Whoever held its run is not waited for any more.
  const nowMs = () => Date.now() + 3_600_000
  const again = await openPlatform({ folder, env: { CHARTER_MODE: 'development', PORT: '0' }, target, nowMs })
  try {
    const headers = { authorization: `Bearer ${key}`, 'x-api-key': key }
    const status = async () => (await fetch(`${again.url}/api/v1/projects`, { headers })).status
    await expect.poll(status, { timeout: 20_000 }).toBe(200)
  } finally {
    await again.close()
  }
}, 60_000)
