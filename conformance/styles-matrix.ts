import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { generatedTarget, inProcessTarget, installNodeModules } from '@charter/project'
import { setup } from '../scripts/test-servers.ts'
import { ownCode, writeService } from './bodies.ts'
import { arrange, charters, type DatabaseName, databases, type Subject } from './charters.ts'
import { playStyles, tellStyles } from './play-styles.ts'

const { values: asked } = parseArgs({
  options: {
    /** Charters and databases, with commas between them; left out: all. */
    charters: { type: 'string' },
    databases: { type: 'string' },
    /** Scenarios whose ids begin so: `states.,hooks.`. */
    scenarios: { type: 'string', default: '' },
    /** Of the service in process, which takes no building. */
    'in-process': { type: 'boolean', default: false },
  },
})

const isAsked = (wanted: string | undefined, name: string): boolean => wanted?.split(',').includes(name) ?? true

/**
 * Every scenario, in every style, of generated services, on every database of ours: what `styles.test.ts` asks of the in-process
 * service on SQLite alone. Prints each report and `N passed, N failed`; exits 1 when something does not hold, or nothing was asked.
 */
const main = async (): Promise<number> => {
  const stop = await setup()
  let [passed, failed] = [0, 0]
  try {
    for (const subject of charters.filter(({ name }) => isAsked(asked.charters, name)))
      for (const database of databases.filter((name) => isAsked(asked.databases, name))) {
        const found = await judge(subject, database)
        passed += found.passed
        failed += found.failed
      }
  } finally {
    stop()
  }
  console.log(`${passed} passed, ${failed} failed`)
  return failed > 0 || passed === 0 ? 1 : 0
}

const judge = async (subject: Subject, database: DatabaseName): Promise<{ passed: number; failed: number }> => {
  const { loaded, charter, derived, examples, scenarios: all } = await arrange(subject, database)
  const scenarios = all.filter(({ id }) => asked.scenarios.split(',').some((start) => id.startsWith(start)))
  const folder = await mkdtemp(join(tmpdir(), 'charter-styles-'))
  try {
    if (!asked['in-process']) {
      await writeService(folder, { charter, loaded })
      await installNodeModules(folder)
    }
    const openTarget = () =>
      asked['in-process'] ? inProcessTarget(derived, examples, ownCode) : generatedTarget(folder, derived, examples)
    return await tellStyles(subject.name, database, playStyles(derived, scenarios, openTarget))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

process.exitCode = await main()
