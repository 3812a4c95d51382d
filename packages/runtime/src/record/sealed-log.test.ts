import { spawn } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, expect, test } from 'vitest'
import { openedLog } from './opened-log.ts'
import { openReplicaLog } from './replica-log.ts'
import { logStart, sealReader } from './seal-reader.ts'
import { type LogKeys, openLines } from './sealed-log.ts'
import { offsetOf, readChunk } from './ship/log-chunks.ts'
import { sampleLogKeys } from './testing/sample-log-keys.ts'
import { verifyReplicaLog } from './verify-replica-log.ts'

const folder = mkdtempSync(join(tmpdir(), 'sealed-log-'))
afterAll(() => rmSync(folder, { recursive: true }))

const { privateKey, publicKey } = generateKeyPairSync('ed25519')
const keys = sampleLogKeys()
const canary = 'whoever-is-on-record'
const entry = (n: number): string => `{"id":"e${n}","principal":"${canary}"}`

const written = async (replica: string, sealedBy: LogKeys | null = keys) => {
  const now = () => '2026-01-01T00:00:00Z'
  const log = await openReplicaLog({ folder, replica, key: privateKey, keys: sealedBy, now })
  await log.append([entry(1), entry(2)])
  await log.append([entry(3)])
  await log.close()
  const { file, epoch, bytes } = log
  return { file, upTo: bytes, open: (line: string) => openLines(keys, { replica, epoch }, line) }
}

const verdictOf = async (bytes: string | Buffer) => {
  const file = join(folder, 'altered')
  writeFileSync(file, bytes)
  return verifyReplicaLog(file, publicKey, keys)
}

test('what is on record lies there sealed, says the same when it is opened, and is whole', async () => {
  const { file } = await written('sealed')
  expect(readFileSync(file, 'utf8')).not.toContain(canary)
  expect(await verifyReplicaLog(file, publicKey, keys)).toEqual({ isWhole: true, entries: 3, unsealed: 0 })
  const plain = await written('sealed', null)
  expect(readFileSync(plain.file, 'utf8')).toContain(canary)
  const entries = (lines: readonly string[]) => lines.filter((line) => line.startsWith('{"entry"'))
  expect(entries(await openedLog(file, keys))).toEqual(entries(readFileSync(plain.file, 'utf8').split('\n')))
  expect(await openedLog(plain.file, keys)).toEqual(readFileSync(plain.file, 'utf8').trimEnd().split('\n'))
})

test('without its keys it is not taken for whole, nor for altered', async () => {
  const { file } = await written('keyless')
  expect((await verifyReplicaLog(file, publicKey)).fault).toEqual({
    line: 3,
    sentence: 'This line cannot be taken: the log of keyless is sealed at rest, and nobody said by which keys.',
  })
  const others = sampleLogKeys('l1-of-another')
  await expect(verifyReplicaLog(file, publicKey, others)).rejects.toMatchObject({ problem: { code: 'unavailable' } })
})

test('any byte of it changed is found', async () => {
  const bytes = readFileSync((await written('flipped')).file)
  const unseen: string[] = []
  for (let at = 0; at < bytes.length; at++)
    for (const bit of [0x01, 0x02, 0x10, 0x40]) {
      const altered = Buffer.from(bytes)
      altered[at] = (altered[at] ?? 0) ^ bit
      const isWhole = await verdictOf(altered).then(
        (verdict) => verdict.isWhole,
        // It names a key that nobody has.
        () => false,
      )
      if (isWhole) unseen.push(`byte ${at} with ${bit}`)
    }
  expect(unseen).toEqual([])
}, 120_000)

test('a line of it removed, added twice, in another place or out of another log is found', async () => {
  const lines = readFileSync((await written('lines')).file, 'utf8')
    .trimEnd()
    .split('\n')
  const others = readFileSync((await written('others')).file, 'utf8')
    .trimEnd()
    .split('\n')
  expect(lines).toHaveLength(4)
  const isWhole = async (of: readonly string[]) => (await verdictOf(`${of.join('\n')}\n`)).isWhole
  expect(await isWhole(lines)).toBe(true)
  expect(await isWhole([...lines.slice(0, 2), ...lines.slice(3)])).toBe(false)
  expect(await isWhole([...lines, lines[3] ?? ''])).toBe(false)
  expect(await isWhole([...lines.slice(0, 2), lines[3] ?? '', lines[2] ?? ''])).toBe(false)
  expect(await isWhole([...lines.slice(0, 2), ...others.slice(2)])).toBe(false)
})

test('a plain line behind sealed ones is none of it, and is named', async () => {
  const { file } = await written('mixed')
  const bytes = readFileSync(file, 'utf8')
  const sentence = 'a line of the log of mixed is not sealed at rest, and stands behind some that are.'
  const altered = join(folder, 'altered')
  expect(await verdictOf(`${bytes}{"entry":${entry(4)},"sequence":4}\n`)).toEqual({
    isWhole: false,
    entries: 3,
    unsealed: 0,
    fault: { line: 5, sentence: `This line cannot be taken: ${sentence}` },
  })
  await expect(openedLog(altered, keys)).rejects.toMatchObject({
    problem: { code: 'invalid-input', detail: `${altered}:5: ${sentence}` },
  })
})

test('a line of one epoch of a replica opens in no other', async () => {
  const log = await written('restarted')
  const again = await written('restarted')
  const [line = ''] = readFileSync(log.file, 'utf8').split('\n').slice(2)
  expect(again.file).not.toBe(log.file)
  expect((await log.open(line)).join()).toContain(canary)
  await expect(again.open(line)).rejects.toThrow('the log of restarted does not open')
})

test('what is sent of it is what was sealed, wherever the bytes that may be read end, and is gone on with from there', async () => {
  const log = await written('sent')
  const whole = `${(await openedLog(log.file, keys)).join('\n')}\n`
  for (let upTo = 0; upTo <= log.upTo; upTo++) {
    const sent: Buffer[] = []
    let from = 0
    for (;;) {
      const chunk = await readChunk({ ...log, upTo }, from)
      if (!chunk) break
      sent.push(chunk.bytes)
      from = chunk.end
    }
    expect(whole.startsWith(Buffer.concat(sent).toString())).toBe(true)
    if (upTo === log.upTo) expect([from, Buffer.concat(sent).toString()]).toEqual([upTo, whole])
  }
  const reader = sealReader(publicKey)
  const places = [logStart]
  for (const line of whole.trimEnd().split('\n')) if (reader.read(line).kind === 'seal') places.push(reader.place)
  const rests = await Promise.all(
    places.map(async (place) => (await readChunk(log, (await offsetOf(log, place)) ?? -1))?.bytes.toString() ?? ''),
  )
  expect(places).toHaveLength(4)
  for (const [at, rest] of rests.entries()) {
    expect(whole.endsWith(rest)).toBe(true)
    expect(rest.match(/"seal"/g)?.length ?? 0).toBe(3 - at)
  }
})

test('a key that cannot be had leaves nothing half-written, and what comes later goes on from there', async () => {
  let isDown = true
  const own: LogKeys = { ...keys, logKey: () => (isDown ? Promise.reject(new Error('down')) : keys.logKey()) }
  const now = () => '2026-01-01T00:00:00Z'
  const log = await openReplicaLog({ folder, replica: 'late', key: privateKey, keys: own, now })
  await expect(log.append([entry(1)])).rejects.toThrow('down')
  isDown = false
  await log.append([entry(1)])
  await log.close()
  expect(await verifyReplicaLog(log.file, publicKey, keys)).toEqual({ isWhole: true, entries: 1, unsealed: 0 })
})

test('killed at any moment, what was acknowledged is in its logs, and each is whole but for a line that was cut', async () => {
  const killed = join(folder, 'killed')
  const promised: string[] = []
  for (let time = 0; time < 4; time++) {
    const script = join(import.meta.dirname, 'testing', 'log-forever.ts')
    const child = spawn(process.execPath, [script, killed], { stdio: ['ignore', 'pipe', 'inherit'] })
    let lines = 0
    for await (const line of createInterface(child.stdout)) {
      promised.push(line)
      if (++lines === 9 + time * 4) child.kill('SIGKILL')
    }
  }
  const found = new Set<string>()
  for (const name of readdirSync(killed)) {
    const file = join(killed, name)
    const opened = await openedLog(file, keys)
    writeFileSync(join(folder, 'opened'), `${opened.join('\n')}\n`)
    expect(await verifyReplicaLog(join(folder, 'opened'))).toMatchObject({ isWhole: true, unsealed: 0 })
    for (const [, id = ''] of opened.join('\n').matchAll(/"id":"([\d-]+)"/g)) found.add(id)
  }
  expect(promised.length).toBeGreaterThanOrEqual(60)
  expect(promised.filter((id) => !found.has(id))).toEqual([])
}, 60_000)
