import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { build } from 'rolldown'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { s3StandIn } from './testing/s3-stand-in.ts'

/** `CHARTER_TEST_FILE_BYTES=5368709120` streams 5 GiB through each. */
const everydayBytes = 2 ** 28
const bytes = Number(process.env.CHARTER_TEST_FILE_BYTES ?? everydayBytes)
/**
 * Resident, in MiB, Node itself included, which takes some 59 before the first byte. Of longer files the thousands of parts are removed by as many
 * requests, which take some more than their bytes do.
 */
const peakMbMax = bytes > everydayBytes ? 120 : 100

const folder = mkdtempSync(join(tmpdir(), 'charter-memory-'))
const program = join(folder, 'stream-through.mjs')
beforeAll(async () => {
  // As one file of JavaScript: reading types out of source takes 40 MB by itself, and no service does that while it streams.
  const input = join(import.meta.dirname, 'testing', 'stream-through.ts')
  await build({ input, platform: 'node', output: { file: program, codeSplitting: false } })
})
afterAll(() => rmSync(folder, { recursive: true }))

const streamThrough = async (where: string): Promise<unknown> => {
  const words = ['--max-old-space-size=32', program, where, String(bytes), 'sealed']
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] })
  return JSON.parse(await text(child.stdout))
}

const holds = { size: bytes, isSame: true, peakMb: expect.toSatisfy((peakMb: number) => peakMb < peakMbMax) }

test('a sealed file streams into a folder and out of it in little memory, however long it is', async () => {
  expect(await streamThrough(join(folder, 'files'))).toMatchObject(holds)
}, 600_000)

test('a sealed file streams into a bucket and out of it in little memory, however long it is', async () => {
  const bucket = await s3StandIn(1000)
  try {
    expect(await streamThrough(bucket.endpoint)).toMatchObject(holds)
  } finally {
    bucket.close()
  }
}, 600_000)
