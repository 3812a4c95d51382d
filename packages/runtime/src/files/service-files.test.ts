import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { keyringOf } from '../protect/keyring.ts'
import type { KeyRecord } from '../store/state.ts'
import { folderObjects } from './folder-objects.ts'
import { serviceFiles } from './service-files.ts'
import { bytesOf, piecesOf, sampleBytes } from './testing/sample-bytes.ts'

test('a scope whose key could not be had is asked for again, and opens once it can', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'charter-scopes-'))
  let nowMs = 1_000_000_000_000
  let isDown = false
  const records: KeyRecord[] = []
  const keyring = keyringOf({
    state: { readKeys: async () => [...records], insertKey: async (record) => records.push(record) > 0 },
    provider: {
      name: 'test',
      wrap: async (key) => Buffer.from(key).toString('hex'),
      unwrap: async (text) => {
        if (isDown) throw new Error('the key service is down')
        return Buffer.from(text, 'hex')
      },
      describe: () => 'test',
    },
    service: 'clinic',
    nowMs: () => nowMs,
    hasFiles: true,
  })
  onTestFinished(() => {
    keyring.close()
    rmSync(folder, { recursive: true })
  })
  await keyring.prepare()
  const files = serviceFiles({ objects: folderObjects(folder), keyring, nowMs: () => nowMs })
  const scope = { isSealed: true, tenant: 'north' }
  isDown = true
  nowMs += 3_600_000
  await expect(files.in(scope)).rejects.toMatchObject({ problem: { code: 'unavailable' } })
  isDown = false
  // The key service is left alone for so long after a failure.
  nowMs += 3000
  const { store } = await files.in(scope)
  const bytes = sampleBytes(1000)
  const { digest } = await store.put(piecesOf(bytes), { bytesMax: 10_000 })
  expect((await bytesOf((await store.read(digest)).stream)).equals(bytes)).toBe(true)
})
