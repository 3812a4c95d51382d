import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generatedTarget, inProcessTarget, installNodeModules, runScenarios, type Scenario } from '@charter/project'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isBug, ownCode, writeService } from './bodies.ts'
import { arranged, charters, type DatabaseName, type Subject } from './charters.ts'

/**
 * What is asked every day; `npm run styles-matrix` asks all on all. Edge has what a charter may have: on SQLite it is asked in the other
 * styles, by `styles.test.ts`. A generated service has the engine in it, so what it is asked needs no asking in process. Of what is
 * derived a sixteenth is asked.
 */
const askedOn: Readonly<Record<Subject['name'], Readonly<Partial<Record<DatabaseName, 'in process' | 'generated'>>>>> =
  {
    clinic: { sqlite: 'generated' },
    edge: { postgresql: 'generated', mariadb: 'in process' },
    narrow: { postgresql: 'generated' },
    desk: { sqlite: 'generated' },
    nightly: { sqlite: 'in process', postgresql: 'generated', mariadb: 'in process' },
  }
const subjects = charters.flatMap((charter) =>
  Object.entries(askedOn[charter.name]).map(([database, how]) => ({
    ...charter,
    database: database as DatabaseName,
    how,
  })),
)

const isBegunAlone = ({ start, steps }: Scenario): boolean => start !== undefined && steps.length === 0

/** Begins by an environment alone, which a service reads the same whatever it serves, in process too: each is tried with one that is generated. */
const begun = new Set<string>()
const isNew = (scenario: Scenario): boolean => {
  if (!isBegunAlone(scenario)) return true
  const name = JSON.stringify(scenario.start)
  const isFirst = !begun.has(name)
  begun.add(name)
  return isFirst
}

describe.each(subjects)('$name on $database', (subject) => {
  const { name, database, how } = subject
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), `charter-conformance-${name}-`))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  test.runIf(how === 'in process')('the service in process holds to every scenario', { timeout: 600_000 }, async () => {
    const { derived, examples, part } = await arranged(subject, database)
    const scenarios = part(16).filter((scenario) => !isBegunAlone(scenario))
    const bugs: unknown[] = []
    const target = await inProcessTarget(derived, examples, { ...ownCode, onBug: (error) => bugs.push(error) })
    const report = await runScenarios(target, scenarios, { writes: true }).finally(() => target.close())
    expect(report.failed).toEqual([])
    expect(report.skipped).toEqual([])
    expect(report.passed).toBe(scenarios.length)
    expect(bugs.filter(isBug)).toEqual([])
  })

  test.runIf(how === 'generated')('the generated service holds to every scenario', { timeout: 900_000 }, async () => {
    const { loaded, charter, derived, examples, part } = await arranged(subject, database)
    const scenarios = part(16).filter(isNew)
    await writeService(folder, { charter, loaded })
    await installNodeModules(folder)
    const target = await generatedTarget(folder, derived, examples)
    const report = await runScenarios(target, scenarios, { writes: true }).finally(() => target.close())
    expect(report.failed).toEqual([])
    expect(report.skipped).toEqual([])
    expect(report.passed).toBe(scenarios.length)
  })

  test('no two scenarios share an id', async () => {
    const { scenarios } = await arranged(subject, database)
    const ids = scenarios.map(({ id }) => id)
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([])
  })
})

test('every line of the semantics that can be asked over HTTP has scenarios, and every citation has its line', async () => {
  const page = await readFile(new URL('../docs/semantics.md', import.meta.url), 'utf8')
  const anchors = [...page.matchAll(/<a id="([\w-]+)">/g)].map(([, anchor = '']) => anchor)
  const all: Scenario[][] = []
  for (const subject of subjects) all.push([...(await arranged(subject, subject.database)).scenarios])
  const cited = new Set(all.flat().flatMap(({ cites }) => cites))
  expect([...cited].filter((anchor) => !anchors.includes(anchor))).toEqual([])
  // Decided at `check`, or by the connector's own suite.
  const elsewhere = ['access-language', 'sqlite', 'deadlines']
  expect(anchors.filter((anchor) => !cited.has(anchor) && !elsewhere.includes(anchor))).toEqual([])
})
