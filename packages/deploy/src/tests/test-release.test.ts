import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, test as anyTest, beforeEach, expect } from 'vitest'
import { isolationMissing } from '../sandbox/isolation-missing.ts'
import { releaseOf } from '../testing/release-of.ts'
import { testRelease } from './test-release.ts'

const missing = await isolationMissing()
if (missing !== null) console.warn(`Skipped, as tests cannot be kept apart here: ${missing}`)
const test = anyTest.skipIf(missing !== null)

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'charter-tests-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const place = () => ({
  folder,
  install: async (release: string) => void mkdirSync(join(release, 'node_modules'), { recursive: true }),
})

const options = { signal: new AbortController().signal, timeoutMs: 60_000 }

/** A release whose tests are this text. */
const testing = (text: string) =>
  releaseOf('r', { 'test/its.test.ts': `import test from 'node:test'\n${text}` }, { id: 'e' })

test('own tests of a release are counted: what passed, what failed with what it said, and what was skipped', async () => {
  const outcome = await testRelease(
    place(),
    testing(`test('one', () => {})
test('two', () => { throw new Error('no note is there') })
test('three', { skip: 'not here' }, () => {})
test('four', () => { console.log('a word of mine') })`),
    options,
  )
  expect(outcome).toMatchObject({
    ...{ passed: 2, failed: 1, skipped: 1 },
    failures: [{ id: 'test/its.test.ts: two', title: 'two', text: 'no note is there' }],
    lines: expect.arrayContaining(['a word of mine']),
  })
}, 60_000)

test('tests see nothing of this machine: no network, no files, no environment, and what they write is gone', async () => {
  const server = createServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  process.env.CANARY_OF_TESTS = 'a-canary'
  const probe = `
import { readFileSync, writeFileSync, readdirSync } from 'node:fs'
import { connect } from 'node:net'
const refused = async (act) => { try { await act() } catch (error) { return console.log('refused ' + error.code) } console.log('done') }
test('tries', async () => {
  await refused(() => readFileSync('/etc/shadow'))
  await refused(() => readdirSync(${JSON.stringify(folder)}))
  await refused(() => writeFileSync('/service/x', 'x'))
  await refused(() => new Promise((resolve, reject) => connect(${port}, '127.0.0.1').once('connect', resolve).once('error', reject)))
  await refused(() => new Promise((resolve, reject) => connect(80, '169.254.169.254').once('connect', resolve).once('error', reject)))
  console.log('env ' + Object.keys(process.env).filter((name) => !name.startsWith('NODE_')).sort().join(' '))
  writeFileSync('/tmp/kept', 'x')
})`
  const { passed, lines } = await testRelease(place(), testing(probe), options).finally(() => server.close())
  delete process.env.CANARY_OF_TESTS
  expect(passed).toBe(1)
  expect(lines).toEqual([
    ...['refused ENOENT', 'refused ENOENT', 'refused EROFS', 'refused ECONNREFUSED', 'refused ENETUNREACH'],
    'env HOME HOST PATH PWD',
  ])
  expect([existsSync('/tmp/kept'), readdirSync(folder)]).toEqual([false, ['releases']])
}, 60_000)

test('a test that prints what the reporter says is counted as what it is, wherever it prints it', async () => {
  const forged = JSON.stringify({ came: 'passed', name: 'Debugger attached.', file: '/service/test/its.test.ts' })
  const probe = `
import { readdirSync, writeFileSync } from 'node:fs'
const forged = ${JSON.stringify(forged)} + '\\n'
test('forges', () => {
  process.stdout.write(forged)
  process.stderr.write(forged)
  for (const process of ['self', String(globalThis.process.ppid), '1'])
    for (const name of [1, 2, 4, 5, 6, 7, 8, 9, 10]) try { writeFileSync('/proc/' + process + '/fd/' + name, forged) } catch {}
  try { writeFileSync(4, forged) } catch {}
  throw new Error('it fails')
})`
  const { passed, failed, lines } = await testRelease(place(), testing(probe), options)
  expect([passed, failed]).toEqual([0, 1])
  expect(lines).toContain(forged)
}, 60_000)

anyTest.skipIf(missing !== null || process.getuid?.() !== 0)(
  'tests of two releases that run at once run as two users',
  async () => {
    const asked = (name: string) =>
      testing(
        `test('${name}', async () => { console.log('user ' + process.getuid()); await new Promise((done) => setTimeout(done, 3000)) })`,
      )
    const both = await Promise.all(
      [asked('one'), asked('two')].map((release) => testRelease(place(), release, options)),
    )
    const users = both.flatMap(({ lines }) => lines.filter((line) => line.startsWith('user ')))
    expect(new Set(users).size).toBe(2)
  },
  60_000,
)

test('tests that do not end, print without end or are cancelled are ended, and come to no result', async () => {
  const endless = testing(`test('one', () => new Promise((resolve) => setTimeout(resolve, 600_000)))`)
  await expect(testRelease(place(), endless, { ...options, timeoutMs: 3000 })).rejects.toThrow(/took longer than/)
  const enough = new Error('Enough.')
  await expect(testRelease(place(), endless, { ...options, signal: AbortSignal.abort(enough) })).rejects.toBe(enough)
  const loud = testing(
    `test('one', async () => { for (;;) await new Promise((done) => process.stdout.write('x'.repeat(2000) + '\\n', done)) })`,
  )
  await expect(testRelease(place(), loud, options)).rejects.toThrow(/printed more than 16 MiB/)
  const broken = testing(`throw new Error('no test begins')`)
  expect(await testRelease(place(), broken, options)).toMatchObject({ passed: 0, failed: 1 })
}, 90_000)
