import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inProcessTarget, runScenarios, scenariosFor, seedRows } from '@charter/project'
import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { platformCharter } from './platform-charter.ts'
import { codeOnNothing } from './testing/code-on-nothing.ts'

/** Of what the charter gives, a part is asked every day, which the seed draws; `CHARTER_TEST_EVERY=1` asks all. */
const parts = process.env.CHARTER_TEST_EVERY === '1' ? 1 : 16

/** What does not hold, as it is derived of the charter alone, which does not know what hooks do. */
const ofHooks: Readonly<Record<string, string>> = {
  'Deployment.create.reads-back': 'one that nobody has to let is on its way before it is read',
  'EnvironmentChange.create.defaults': 'a change that says nothing is none',
  'Member.patch.null.roleId': 'whoever is of a team has its role',
  'Member.put.less': 'whoever is of a team has its role',
  'Organisation.idempotency.keys': 'whoever founds one is its member, and sees it alone',
  'Release.nested.runs.goes-on': 'a run is of a suite and a release of one project',
  'Route.audit.write': 'who said a route last is in it, whoever said it before',
  'Route.patch.weight': 'who said a route last is in it, whoever said it before',
  'Route.put.whole': 'who said a route last is in it, whoever said it before',
  'Run.create.reads-back': 'one is on its way before it is read',
  'Suite.nested.runs.goes-on': 'a run is of a suite and a release of one project',
  'Version.audit.write': 'a text is checked as it changes, and what is found changes with it',
}

/** Examples of environments ask for no tests: nobody ran any. */
const demandingNothing = ({ rows, attributes }: ReturnType<typeof seedRows>): ReturnType<typeof seedRows> => ({
  rows: { ...rows, Environment: (rows.Environment ?? []).map((row) => ({ ...row, requires: [] })) },
  attributes,
})

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
  const examples = demandingNothing(seedRows(derived.model))
  const folder = mkdtempSync(join(tmpdir(), 'charter-platform-'))
  const bugs: unknown[] = []
  try {
    const code = await codeOnNothing(folder)
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
