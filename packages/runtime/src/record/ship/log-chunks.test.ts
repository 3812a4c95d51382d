import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openReplicaLog } from '../replica-log.ts'
import { logStart, sealReader } from '../seal-reader.ts'
import { offsetOf, type ReadableLog, readChunk } from './log-chunks.ts'

const folder = mkdtempSync(join(tmpdir(), 'log-chunks-'))
afterAll(() => rmSync(folder, { recursive: true }))
const { privateKey, publicKey } = generateKeyPairSync('ed25519')

const open = (line: string) => Promise.reject(new Error(`sealed: ${line}`))
const at = (file: string, upTo: number): ReadableLog => ({ file, upTo, open })

const written = async (replica: string) => {
  const log = await openReplicaLog({ folder, replica, key: privateKey, now: () => '2026-01-01T00:00:00Z' })
  for (const text of ['a\\n{\\"seal\\":', 'b\u2028', 'c'])
    await log.append([`{"text":"${text}"}`, `{"text":"${text}"}`])
  await log.close()
  return log
}

test('a chunk ends with a seal, wherever the bytes that may be read end', async () => {
  const { file } = await written('cut')
  const text = readFileSync(file, 'utf8')
  const whole = Buffer.from(text)
  const ends = [0]
  for (const line of text.split('\n').slice(0, -1)) ends.push((ends.at(-1) ?? 0) + Buffer.byteLength(line) + 1)
  const seals = ends.filter((end) => whole.toString('utf8', 0, end).match(/\n\{"seal":.*\n$/))
  expect(seals).toHaveLength(4)
  for (let upTo = 0; upTo <= whole.length; upTo++) {
    const last = seals.filter((end) => end <= upTo).at(-1)
    const chunk = await readChunk(at(file, upTo), 0)
    expect([upTo, chunk?.end]).toEqual([upTo, last])
    if (chunk) expect(chunk.bytes).toEqual(whole.subarray(0, last))
  }
  expect(await readChunk(at(file, whole.length), whole.length)).toBe(null)
})

test('the place of every seal is found, and that of another log is not', async () => {
  const { file, bytes } = await written('place')
  const reader = sealReader(publicKey)
  let end = 0
  for (const line of readFileSync(file, 'utf8').split('\n').slice(0, -1)) {
    end += Buffer.byteLength(line) + 1
    if (reader.read(line).kind === 'seal') expect(await offsetOf(at(file, bytes), reader.place)).toBe(end)
  }
  expect(reader.place.through).toBe(6)
  expect(await offsetOf(at(file, bytes), logStart)).toBe(0)
  expect(await offsetOf(at(file, bytes), { ...reader.place, through: 4 })).toBe(null)
  expect(await offsetOf(at(file, bytes - 1), reader.place)).toBe(null)
})

test('more under one seal than can be sent at once is said, not sent in halves', async () => {
  const file = join(folder, 'long')
  writeFileSync(file, `{"entry":{}\n`.repeat(200_000))
  await expect(readChunk(at(file, 2_400_000), 0)).rejects.toThrow('under one seal')
})
