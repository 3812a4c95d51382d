import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inProcessTarget, runScenarios, scenariosFor, seedRows } from '@charter/project'
import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { folderBlobs } from './blobs/blobs.ts'
import { platformCharter } from './platform-charter.ts'
import { platformCode } from './platform-code.ts'
import { openReleaseSigner } from './releases/release-signer.ts'
import { generate } from './versions/generate.ts'

/** Of what the charter gives, a part is asked every day, which the seed draws; `CHARTER_TEST_EVERY=1` asks all. */
const parts = process.env.CHARTER_TEST_EVERY === '1' ? 1 : 8

/** What does not hold, as it is derived of the charter alone, which does not know what hooks do. */
const ofHooks: Readonly<Record<string, string>> = {
  'Deployment.create.reads-back': 'one that nobody has to let is on its way before it is read',
  'EnvironmentChange.create.defaults': 'a change that says nothing is none',
  'Organisation.idempotency.keys': 'whoever founds one is its member, and sees it alone',
  'Version.audit.write': 'a text is checked as it changes, and what is found changes with it',
}

afterEach(() => {
  vi.unstubAllEnvs()
})

test.each([
  ['sqlite', ''],
  ['postgresql', process.env.CHARTER_TEST_POSTGRESQL ?? ''],
])('what the charter of the platform says holds of it, on %s', { timeout: 600_000 }, async (database, server) => {
  vi.stubEnv('DATABASE_URL', server)
  const derived = await platformCharter(process.env)
  expect(derived.connector.name).toBe(database)
  expect(derived.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
  const examples = seedRows(derived.model)
  const folder = mkdtempSync(join(tmpdir(), 'charter-platform-'))
  const bugs: unknown[] = []
  try {
    const code = platformCode({
      blobs: folderBlobs(folder),
      // Examples of addresses are addresses of nothing.
      guard: { read: (url) => ({ place: url.slice(0, 400), kind: 'postgresql' }), reach: async (url) => url },
      target: {
        rollOut: async ({ id }) => ({ address: `http://127.0.0.1:1/${id}` }),
        stop: async () => {},
        running: async () => [],
      },
      generate,
      ledger: { at: '127.0.0.1:1', variables: () => ({}), take: async () => {} },
      telemetry: { at: '127.0.0.1:2', variables: () => ({}) },
      keys: { begin: async () => {}, end: async () => {} },
      signer: await openReleaseSigner(join(folder, 'releases.pem')),
      mode: 'development',
      ranges: [],
    })
    const target = await inProcessTarget(derived, examples, { ...code, onBug: (error) => bugs.push(error) })
    const at = fc.readConfigureGlobal()?.seed ?? 0
    const scenarios = scenariosFor(derived, examples)
      .filter(({ start }) => start === undefined)
      .filter(({ id }, place) => place % parts === at % parts && !Object.hasOwn(ofHooks, id))
    const report = await runScenarios(target, scenarios, { writes: true }).finally(() => target.close())
    expect(report.failed).toEqual([])
    expect(bugs).toEqual([])
    expect(report.passed * parts).toBeGreaterThan(1900)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
