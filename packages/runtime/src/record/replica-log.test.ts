import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openReplicaLog } from './replica-log.ts'
import { readChunk } from './ship/log-chunks.ts'
import { verifyReplicaLog } from './verify-replica-log.ts'

const folder = mkdtempSync(join(tmpdir(), 'replica-log-'))
afterAll(() => rmSync(folder, { recursive: true }))

const { privateKey, publicKey } = generateKeyPairSync('ed25519')
/** Of logs in which nothing is. */
const notSealed = async (line: string) => Promise.reject(new Error(`sealed: ${line}`))
const entry = (n: number): string => `{"at":"2026-01-01T00:00:0${n}Z","id":"e${n}","operation":"Patient.read"}`

const written = async (replica: string): Promise<string> => {
  const log = await openReplicaLog({ folder, replica, key: privateKey, now: () => '2026-01-01T00:00:00Z' })
  await log.append([entry(1), entry(2)])
  await log.append([])
  await log.append([entry(3)])
  await log.close()
  return log.file
}

const verdictOf = async (text: string | Buffer) => {
  const file = join(folder, 'altered')
  writeFileSync(file, text)
  return verifyReplicaLog(file, publicKey)
}

test('a log that nobody touched is whole, every entry sealed', async () => {
  expect(await verifyReplicaLog(await written('whole'), publicKey)).toEqual({ isWhole: true, entries: 3, unsealed: 0 })
})

test('any byte changed is found', async () => {
  const bytes = readFileSync(await written('flipped'))
  const unseen: string[] = []
  for (let at = 0; at < bytes.length; at++)
    for (const bit of [0x01, 0x02, 0x04, 0x08, 0x10, 0x20, 0x40]) {
      const altered = Buffer.from(bytes)
      altered[at] = (altered[at] ?? 0) ^ bit
      if ((await verdictOf(altered)).isWhole) unseen.push(`byte ${at} with ${bit}`)
    }
  expect(unseen).toEqual([])
}, 360_000)

test('a line removed, added twice, or in another place is found', async () => {
  const lines = readFileSync(await written('lines'), 'utf8')
    .trimEnd()
    .split('\n')
  const text = (of: readonly string[]) => `${of.join('\n')}\n`
  for (let at = 0; at < lines.length - 1; at++) {
    expect((await verdictOf(text(lines.toSpliced(at, 1)))).isWhole).toBe(false)
    expect((await verdictOf(text(lines.toSpliced(at, 0, lines[at] ?? '')))).isWhole).toBe(false)
    expect((await verdictOf(text(lines.toSpliced(at, 0, '')))).isWhole).toBe(false)
    const swapped = lines.toSpliced(at, 2, lines[at + 1] ?? '', lines[at] ?? '')
    expect((await verdictOf(text(swapped))).isWhole).toBe(false)
  }
})

test('cut anywhere, it is cut short or says how much of it is not sealed', async () => {
  const whole = readFileSync(await written('cut'), 'utf8')
  const full = await verdictOf(whole)
  for (let at = 1; at < whole.length; at++) {
    const verdict = await verdictOf(whole.slice(0, at))
    if (!verdict.isWhole) continue
    expect(whole[at - 1]).toBe('\n')
    expect(verdict.entries < full.entries || verdict.unsealed > 0).toBe(true)
  }
})

test('a log that another key signed is not whole, and names the line', async () => {
  const other = generateKeyPairSync('ed25519')
  const verdict = await verifyReplicaLog(await written('other'), other.publicKey)
  expect(verdict).toMatchObject({
    isWhole: false,
    fault: { line: 2, sentence: 'The signature of this seal does not verify.' },
  })
})

test('entries under a seal that does not verify do not count as sealed', async () => {
  const lines = readFileSync(await written('forged'), 'utf8').split('\n')
  const lastSeal = lines.findLastIndex((line) => line.startsWith('{"seal":'))
  const forged = (lines[lastSeal] ?? '').replace(/(?<="signature":")./, (first) => (first === 'A' ? 'B' : 'A'))
  const verdict = await verdictOf(lines.with(lastSeal, forged).join('\n'))
  expect(verdict).toMatchObject({ isWhole: false, entries: 3, unsealed: 1, fault: { line: lastSeal + 1 } })
})

test('many entries at once are sealed in parts, none so long that it could not be sent by itself', async () => {
  const log = await openReplicaLog({ folder, replica: 'parts', key: privateKey, now: () => '2026-01-01T00:00:00Z' })
  const long = `{"pad":"${'x'.repeat(60_000)}"}`
  await log.append(Array.from({ length: 40 }, () => long))
  await log.close()
  const text = readFileSync(log.file, 'utf8')
  expect(log.bytes).toBe(text.length)
  const parts = text.split(/^{"seal".*\n/m)
  expect(parts.length).toBeGreaterThan(4)
  expect(Math.max(...parts.map((part) => part.length))).toBeLessThan(2 ** 19)
  expect(await verifyReplicaLog(log.file, publicKey)).toEqual({ isWhole: true, entries: 40, unsealed: 0 })
})

test('each opening starts a file of its own, also when an older one was moved away', async () => {
  const files = [await written('epochs'), await written('epochs'), await written('epochs')]
  rmSync(files[0] ?? '')
  const last = await written('epochs')
  expect([...files.slice(1), last].map((file) => file.slice(-10))).toEqual(['000002.log', '000003.log', '000004.log'])
})

test('a log that could not be begun takes no number', async () => {
  const unable = generateKeyPairSync('x25519').privateKey
  const now = () => '2026-01-01T00:00:00Z'
  await expect(openReplicaLog({ folder, replica: 'unable', key: unable, now })).rejects.toThrow()
  expect(readdirSync(folder).filter((name) => name.startsWith('unable'))).toEqual([])
  expect((await written('unable')).slice(-10)).toBe('000001.log')
})

test('a line that is too long for a ledger is kept with its texts cut, and stops none behind it from being sent', async () => {
  const log = await openReplicaLog({ folder, replica: 'endless', key: privateKey, now: () => '2026-01-01T00:00:00Z' })
  await log.append([`{"operation":"${'x'.repeat(2_500_000)}","outcome":"ok"}`, '{"outcome":"behind"}'])
  await log.close()
  const chunk = await readChunk({ file: log.file, upTo: log.bytes, open: notSealed }, 0)
  expect(chunk?.end).toBe(log.bytes)
  expect(String(chunk?.bytes)).toMatch(/"operation":"x{160}…sha256:[0-9a-f]{64}","outcome":"ok".*"outcome":"behind"/s)
  expect(await verifyReplicaLog(log.file, publicKey)).toEqual({ isWhole: true, entries: 2, unsealed: 0 })
})
