import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { folderObjects } from './folder-objects.ts'
import { headKey, uploadsOf } from './uploads.ts'

const root = mkdtempSync(join(tmpdir(), 'charter-uploads-'))
afterAll(() => rmSync(root, { recursive: true }))

test('what somebody has put where an upload begins is read no further than a beginning may be', async () => {
  const objects = folderObjects(root)
  const uploads = uploadsOf({ objects, scope: '' })
  const [short, long] = [await uploads.begin({ bytesMax: 9 }), '01234567-89ab-4cde-8f01-23456789abcd']
  await objects.putNew(headKey(long), [Buffer.alloc(65_537)])
  expect(await uploads.has(short)).toBe(true)
  await expect(uploads.has(long)).rejects.toThrow(RangeError)
  await expect(uploads.find(long)).rejects.toThrow('more than 65536 bytes')
})
