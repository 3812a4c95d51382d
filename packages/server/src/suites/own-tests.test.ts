import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isolationMissing, machineTarget, TestsEnded } from '@charter/deploy'
import { bringNodeModules } from '@charter/project/runtime-cache'
import { afterEach, test as anyTest, beforeEach, expect } from 'vitest'
import { digestOf } from '../blobs/blobs.ts'
import { partsOf, releaseDigest } from '../releases/parts-of.ts'
import { checkText } from '../versions/check-text.ts'
import { generate } from '../versions/generate.ts'
import { ownTestsAt } from './own-tests-at.ts'
import type { Tested } from './tests-run.ts'

const missing = await isolationMissing()
if (missing !== null) console.warn(`Skipped, as tests cannot be kept apart here: ${missing}`)
const test = anyTest.skipIf(missing !== null)

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'charter-own-tests-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const text = `charter: 1
name: notes
serves: [rest]
access: { roles: [clerk] }
sources: { main: { own: sqlite } }
entities:
  Note:
    key: id
    fields: { id: { type: uuid, default: generated }, text: { type: text, length: 1..200 } }
    allow: { clerk: { do: [create, read, list] } }
`

/** All of them take minutes, and are run with `CHARTER_TEST_EVERY=1`; else those of the entity are. */
const isRun = (path: string): boolean =>
  process.env.CHARTER_TEST_EVERY === '1' || !path.endsWith('.test.ts') || path.includes('/scenarios/entities/')

/** A release as the platform makes it. */
const released = async (): Promise<Tested> => {
  const version = { text, lock: checkText(text, null).lock }
  const all = (await partsOf(version, generate)).parts
  const made = all.filter(({ path }) => isRun(path)).map((part) => ({ ...part, bytes: Buffer.from(part.text) }))
  const parts = made.map(({ path, bytes }) => ({ path, digest: digestOf(bytes), size: bytes.length }))
  const read: Tested['read'] = async ({ digest }) =>
    made.find(({ bytes }) => digestOf(bytes) === digest)?.bytes ?? Buffer.alloc(0)
  return { version, digest: releaseDigest(parts), parts, read }
}

const options = { signal: new AbortController().signal, timeoutMs: 600_000, tell: () => {} }

test('the own tests of a release pass in a sandbox that has no network, with what the release depends on', async () => {
  const target = machineTarget({ folder, install: bringNodeModules })
  const run = await ownTestsAt(target)(await released(), options)
  expect([run.failures, run.failed]).toEqual([[], 0])
  expect(run.passed).toBeGreaterThan(50)
}, 600_000)

anyTest('where nothing can be kept apart no tests are run, and the sentence is that of a deployment', async () => {
  const sentence = 'Nothing is run here that is not kept apart from the platform: bubblewrap is not installed.'
  const target = { test: () => Promise.reject(new TestsEnded(sentence)) }
  const asked = { version: { text, lock: null }, digest: '', parts: [], read: async () => Buffer.alloc(0) }
  await expect(ownTestsAt(target)(asked, options)).rejects.toThrow(sentence)
  await expect(ownTestsAt({})(asked, options)).rejects.toThrow('no tests are run')
})
