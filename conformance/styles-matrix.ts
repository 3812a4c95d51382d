import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generatedTarget, installNodeModules, reportLines, runScenarios, throughStyle } from '@charter/project'
import { setup } from '../scripts/test-servers.ts'
import { writeService } from './bodies.ts'
import { arrange, charters, type DatabaseName, databases, type Subject } from './charters.ts'

/**
 * Every scenario, in every style, of generated services, on every database of ours: what `styles.test.ts` asks of the in-process
 * service on SQLite alone. Prints each report and `N passed, N failed`; exits 1 when something does not hold.
 */
const main = async (): Promise<number> => {
  const stop = await setup()
  let [passed, failed] = [0, 0]
  try {
    for (const subject of charters)
      for (const database of databases) {
        const found = await judge(subject, database)
        passed += found.passed
        failed += found.failed
      }
  } finally {
    stop()
  }
  console.log(`${passed} passed, ${failed} failed`)
  return failed > 0 ? 1 : 0
}

const judge = async (subject: Subject, database: DatabaseName): Promise<{ passed: number; failed: number }> => {
  const { loaded, charter, derived, examples, scenarios } = await arrange(subject, database)
  const folder = await mkdtemp(join(tmpdir(), 'charter-styles-'))
  let [passed, failed] = [0, 0]
  try {
    await writeService(folder, { charter, loaded })
    await installNodeModules(folder)
    for (const { style } of derived.styles) {
      const service = await generatedTarget(folder, derived, examples)
      const target = style.name === 'rest' ? service : await throughStyle(service, derived, style.name)
      const report = await runScenarios(target, scenarios, { writes: true }).finally(() => target.close())
      console.log(`${subject.name}, ${style.title}, ${database}: ${reportLines(report).at(-1)}`)
      for (const failure of report.failed) console.log(`  ${failure.id}`)
      passed += report.passed
      failed += report.failed.length
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  return { passed, failed }
}

process.exitCode = await main()
