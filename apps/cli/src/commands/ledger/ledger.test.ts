import { spawnSync } from 'node:child_process'
import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { canonicalJson } from '@charter/runtime'
import { openReplicaLog } from '@charter/runtime/service'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Ran, startCharter } from '../../testing/charter.ts'
import { charterHere } from '../../testing/here.ts'
import { printable } from './own-ledger.ts'

const folder = mkdtempSync(join(tmpdir(), 'charter-cli-ledger-'))
afterAll(() => rmSync(folder, { recursive: true }))

const ledger = join(folder, 'ledger')

/** Of the ledger in `folder`; what verifies or serves names its place itself. */
const asked = (word: string, ...args: readonly string[]): Promise<Ran> =>
  charterHere(['ledger', word, ...args, ...(['verify', 'init', 'serve'].includes(word) ? [] : ['--ledger', ledger])])
const json = async (word: string, ...args: readonly string[]) => JSON.parse((await asked(word, ...args, '--json')).out)

let key: string

/** A ledger with sixty calls of a replica. */
beforeAll(async () => {
  key = (await json('init', ledger, '--origin', 'clinic.example/ledger', '--administrator', 'operations')).key
  const signing = generateKeyPairSync('ed25519').privateKey
  writeFileSync(join(folder, 'clinic-1.pub.pem'), createPublicKey(signing).export({ type: 'spki', format: 'pem' }))
  const now = (): string => '2026-11-21T10:00:00Z'
  const log = await openReplicaLog({ folder: join(folder, 'audit'), replica: 'clinic-1', key: signing, now })
  await log.append(
    Array.from(
      { length: 60 },
      (_, at) =>
      canonicalJson({ at: now(), entity: 'Patient', key: `p-${at}`, operation: 'readPatient', outcome: 'ok', principal: `nurse-${at % 7}` }), // biome-ignore format: one entry
    ),
  )
  await log.close()
  expect((await asked('replica', 'add', 'clinic-1', join(folder, 'clinic-1.pub.pem'))).status).toBe(0)
  const { out } = await asked('append', log.file)
  expect(out).toBe('clinic-1, epoch 1: 60 recorded, 0 held already\n')
}, 360_000)

test('a search finds entries by a personal value, which the ledger does not hold, and is itself recorded', async () => {
  const found = await json('search', '--who', 'nurse-3', '--entity', 'Patient')
  expect(found).toHaveLength(9)
  expect(found[0].entry.principal).toMatch(/^sha256-commitment:/)
  const readings = await json('search', '--operation', 'read')
  expect(readings[0].entry).toMatchObject({ query: { entity: 'Patient', principal: found[0].entry.principal } })
  const { out } = await asked('search', '--record', 'p-7', '--limit', '1')
  expect(out).toMatch(/^\d+ {2}2026-11-21T10:00:00Z +sha256-commitment:\S+ +readPatient +Patient\/p-7 +ok +clinic-1\n$/)
}, 360_000)

test('a proof is taken by the verifier of this program and by the one in Python, and no other entry in its place', async () => {
  const file = join(folder, 'proof.json')
  expect((await asked('prove', '7', '-o', file)).status).toBe(0)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(await asked('verify', file, '--key', key)).toMatchObject({
    status: 0,
    out: expect.stringMatching(/^proven {2}1 entry/),
  })
  const python = fileURLToPath(new URL('../../../../../packages/ledger/verifier/verify_ledger.py', import.meta.url))
  expect(spawnSync('python3', [python, '--proof', file, '--key', key], { encoding: 'utf8' }).stdout).toMatch(
    /^Entry 7 is in/,
  )
  const changed = JSON.parse(readFileSync(file, 'utf8'))
  writeFileSync(file, JSON.stringify({ ...changed, index: 8 }))
  expect(await asked('verify', file, '--key', key)).toMatchObject({
    status: 1,
    out: expect.stringMatching(/Entry 8 is not the one/),
  })
  expect((await asked('prove', '70000')).status).toBe(3)
}, 360_000)

test('an export proves itself line by line, and a line that was changed is named', async () => {
  const file = join(folder, 'export.ndjson')
  expect((await asked('export', '--from', '10', '--until', '20', '-o', file)).status).toBe(0)
  expect(await asked('verify', file, '--key', key)).toMatchObject({
    status: 0,
    out: expect.stringMatching(/^proven {2}10 entries/),
  })
  const lines = readFileSync(file, 'utf8').split('\n')
  lines[3] = (lines[3] ?? '').replace('\\"outcome\\":\\"ok\\"', '\\"outcome\\":\\"no\\"')
  writeFileSync(file, lines.join('\n'))
  const verdict = await json('verify', file, '--key', key)
  expect(verdict).toMatchObject({
    isWhole: false,
    entries: 9,
    faults: [{ line: 4, sentence: expect.stringMatching(/^Entry 13/) }],
  })
  const csv = join(folder, 'export.csv')
  expect((await asked('export', '--format', 'csv', '--from', '2026-01-01', '--until', '12', '-o', csv)).status).toBe(0)
  expect(readFileSync(csv, 'utf8').split('\r\n')).toHaveLength(14)
  const parquet = join(folder, 'export.parquet')
  expect((await asked('export', '--format', 'parquet', '-o', parquet)).status).toBe(0)
  expect(readFileSync(parquet, 'latin1').slice(0, 4)).toBe('PAR1')
}, 360_000)

test('a copy is verified offline; what was changed in it is named, and the exit code says so', async () => {
  const copy = join(folder, 'copy')
  cpSync(ledger, copy, { recursive: true })
  rmSync(join(copy, 'ledger.yaml'))
  rmSync(join(copy, 'keys'), { recursive: true })
  const whole = await asked('verify', copy, '--key', key)
  expect(whole).toMatchObject({ status: 0, err: '' })
  expect(whole.out).toMatch(
    /^whole {2}clinic\.example\/ledger: \d+ entries[\s\S]*unwitnessed {2}\d+ entries at the end/,
  )
  // The witness saw what is here now: nothing is unwitnessed any more.
  const witness = join(folder, 'witness')
  writeFileSync(witness, `${readFileSync(join(copy, 'checkpoint'), 'utf8')}\n`)
  expect(await json('verify', copy, '--key', key, '--witness', witness, '--checkpoint', join(copy, 'checkpoint'))).toMatchObject({ isWhole: true, key: 'given', unwitnessed: 0 }) // biome-ignore format: one claim
  expect((await charterHere(['ledger', 'search', '--entity', 'Patient', '--key', key, '--ledger', copy])).err).toMatch(
    /on nobody’s record/,
  )

  const [name = ''] = readdirSync(join(copy, 'segments'))
  const segment = join(copy, 'segments', name)
  writeFileSync(segment, readFileSync(segment, 'utf8').replace('"key":"p-20"', '"key":"p-21"'))
  const broken = await asked('verify', copy, '--key', key)
  expect(broken.status).toBe(1)
  expect(broken.out).toMatch(/^wrong {2}\S+, line \d+ {2}Entry \d+ was altered\.\nnot whole {2}/)
}, 360_000)

test('while a ledger is served, commands go through it; it stops cleanly and lets the next one in', async () => {
  const serving = startCharter(['ledger', 'serve', '.', '--port', '0'], { cwd: ledger })
  await new Promise<void>((resolve) => serving.process.stdout?.once('data', () => resolve()))
  expect(serving.out()).toMatch(/^The ledger in \. is served at http:\/\/127\.0\.0\.1:\d+\. Ctrl-C stops it\.\n$/)
  expect(await json('append', '--remark', '{"backup":12}')).toMatchObject({ index: expect.any(Number) })
  const token = (await asked('reader', 'add', 'ada', '--days', '1')).out.trim()
  expect(token).toMatch(/^cl_[\w-]{43}$/)
  expect(await json('reader', 'list')).toMatchObject([{ name: 'ada' }])
  const url = /http:\S+\d/.exec(serving.out())?.[0]
  expect(await (await fetch(`${url}/checkpoint`)).text()).toMatch(/^clinic\.example\/ledger\n/)
  serving.process.kill('SIGTERM')
  expect(await serving.ended).toMatchObject({ status: 0, err: '' })
  const events = (await json('search', '--replica', 'ledger', '--limit', '1000')).map(
    (each: { entry: { event: string } }) => each.entry.event,
  )
  expect(events).toEqual(expect.arrayContaining(['remark', 'settings']))
  expect((await asked('verify', ledger)).status).toBe(0)
}, 360_000)

test('what is under a hold is not erased; released, it is, and nothing holds the value any more', async () => {
  const { id } = await json('hold', 'add', '--who', 'nurse-5', '--reason', 'Case 7')
  expect(await asked('erase', 'nurse-5')).toMatchObject({
    status: 1,
    err: expect.stringMatching(/under the hold .* \(Case 7\)/),
  })
  expect((await asked('hold', 'release', id, '--reason', 'closed')).status).toBe(0)
  expect(await json('hold', 'list')).toEqual([])
  expect(await json('erase', 'nurse-5')).toMatchObject({ commitment: expect.stringMatching(/^sha256-commitment:/) })
  const files = readdirSync(ledger, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  for (const { parentPath, name } of files)
    expect(readFileSync(join(parentPath, name), 'latin1')).not.toContain('nurse-5')
  expect(await asked('retire')).toMatchObject({ status: 1, err: expect.stringMatching(/keep: P10Y/) })
}, 360_000)

test('witnesses are told and shown, with why one proves little', async () => {
  const settings = join(folder, 'ledger', 'ledger.yaml')
  writeFileSync(
    settings,
    `${readFileSync(settings, 'utf8')}witnesses:\n  - { file: ../checkpoints, administrator: operations }\n`,
  )
  const { witnesses } = await json('witness', '--now')
  expect(witnesses).toMatchObject([
    { unwitnessed: 0, notIndependent: expect.stringMatching(/^not independent: operations administers/) },
  ])
  const { out } = await asked('verify', ledger, '--key', key)
  expect(out).toMatch(/witness {2}file \S+checkpoints: \d+ entries; not independent/)
  expect(out).not.toMatch(/unwitnessed/)
}, 360_000)

const refusals = [
  [['init', 'other'], 2, /--origin/],
  [['append', 'nowhere.log'], 3, /nowhere\.log/],
  [['serve', ledger, '--host', '0.0.0.0'], 2, /plain HTTP stays on loopback/],
  [['hold', 'add', '--reason', 'x'], 2, /what is held/],
  [['verify', 'nowhere'], 3, /nothing at nowhere/],
  [['reader', 'remove', 'eve'], 1, /no eve/],
  [['serve', folder], 3, /no ledger in /],
] as const

test('what cannot be done says what to do, and why it ended in its exit code', async () => {
  for (const [args, status, sentence] of refusals) {
    const [word, ...more] = args
    const ran = await asked(word, ...more)
    expect([args, ran.status, ran.err]).toEqual([args, status, expect.stringMatching(sentence)])
    expect(ran.err).not.toMatch(/\n\s+at /)
  }
}, 360_000)

test('every mistake in the settings is told with its place', async () => {
  const other = mkdtempSync(join(folder, 'other-'))
  cpSync(ledger, other, { recursive: true })
  writeFileSync(join(other, 'ledger.yaml'), 'ledger: 1\norigin: a b\nadministrator: x\nkept: P1Y\n')
  const { status, err } = await charterHere(['ledger', 'serve', other])
  expect([status, err]).toEqual([1, expect.stringMatching(/^ledger\.yaml:2:1 .*\nledger\.yaml:4:1 .*\n$/)])
}, 360_000)

test('what somebody put into an entry cannot write over a terminal', () => {
  expect(printable('nurse\u001b[2K\r\u202e whole')).toBe('nurse\ufffd[2K\ufffd\ufffd whole')
})
