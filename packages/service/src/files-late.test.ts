import { randomBytes } from 'node:crypto'
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { type Bucket, openBucket } from './testing/bucket.ts'
import { type DocumentDesk, openDocumentDesk } from './testing/document-desk.ts'

const bytes = randomBytes(100_000)
let desk: DocumentDesk
let bucket: Bucket | null = null
afterEach(async () => {
  await desk.close()
  bucket?.close()
  bucket = null
})
const put = async (row: string): Promise<number> =>
  (await desk.ask(`${row}/raw`, { method: 'PUT', body: new Uint8Array(bytes) })).status
const read = async (row: string): Promise<readonly [number, boolean]> => {
  const response = await desk.ask(`${row}/raw`)
  return [response.status, bytes.equals(Buffer.from(await response.arrayBuffer()))]
}
const whole = [200, true]

test.each([
  ['a bucket deletes late what it was asked to', 'DELETE', /^files\/files\//],
  ['who removes a file wakes when another has done it', 'PUT', /\/released$/],
  ['who is to remove a file learns late where it lies', 'GET', /^files\/files\//],
])('where %s, the same bytes that came since stay', async (_, method, key) => {
  bucket = await openBucket()
  desk = await openDocumentDesk('sqlite', { env: { ...bucket.env, JOBS_HOLD_SECONDS: '2' }, onBug: () => {} })
  const row = await desk.row()
  expect(await put(row)).toBe(200)
  const { promise: until, resolve: goOn } = Promise.withResolvers<void>()
  let isHeld = false
  bucket.late = (asked, about) => {
    if (isHeld || asked !== method || !key.test(about)) return null
    isHeld = true
    return until
  }
  await desk.ask(`${row}/raw`, { method: 'DELETE' })
  await vi.waitFor(() => expect(isHeld).toBe(true), 30_000)
  // Refused until another has taken over what is held up, and has removed the file.
  await vi.waitFor(async () => expect(await put(row)).toBe(200), { timeout: 60_000, interval: 200 })
  expect(await read(row)).toEqual(whole)
  const holding = vi.spyOn(desk.opened.service.queue, 'holdWork')
  goOn()
  // The last that whoever was held up does: it asks whether it is still its work.
  await vi.waitFor(() => expect(holding).toHaveBeenCalled(), 60_000)
  expect(await read(row)).toEqual(whole)
})

test('a damaged file is there again once it is sent again, for every row that names it', async () => {
  desk = await openDocumentDesk('sqlite', { onBug: () => {} })
  const [row, other] = [await desk.row(), await desk.row()]
  expect([await put(row), await put(other)]).toEqual([200, 200])
  const parts = join(desk.opened.folder, 'files', 'parts')
  for (const { parentPath, name } of readdirSync(parts, { recursive: true, withFileTypes: true }))
    if (/^\d+$/.test(name)) rmSync(join(parentPath, name))
  expect(await read(row)).toEqual([500, false])
  expect(await put(row)).toBe(200)
  expect([await read(row), await read(other)]).toEqual([whole, whole])
})
