// Holds a charter to what it says, in a process of its own that knows nothing of the platform's environment (verify-apart.ts): a message with
// the version comes, lines of how far it is go out, and at last what it came to.
import { connectors, sqlite } from '@charter/connectors'
import { inProcessTarget, type Report, runServed, scenariosFor, seedRows } from '@charter/project'
import { derive } from '@charter/service'
import type { VersionText } from '../versions/changes.ts'
import { soundCharter } from '../versions/check-text.ts'
import { failuresMax, type TestFailure, type TestsRun } from './tests-run.ts'
import { verifyLines } from './verify-lines.ts'

/** What it says: how far it is, why it cannot, or what it came to. */
export type VerifyTold = { readonly line: string } | { readonly refused: string } | { readonly run: TestsRun }

const say = (told: VerifyTold): void => void process.send?.(told)

const everyMs = 1000

const verify = async ({ text, lock }: VersionText): Promise<VerifyTold> => {
  const { charter, loaded } = soundCharter(text, lock)
  const other = charter.sources.find(({ kind, database }) => kind !== 'own' || database !== sqlite.name)
  if (other)
    return {
      refused: `It is verified on made-up rows in a SQLite file, and source ${other.name} of this charter is not one of its own.`,
    }
  const derived = derive(charter, connectors, loaded.document.lock)
  const examples = seedRows(derived.model)
  const target = await inProcessTarget(derived, examples)
  let toldAt = 0
  try {
    const scenarios = scenariosFor(derived, examples)
    const report = await runServed(target, derived, scenarios, {
      writes: true,
      onScenario: (done, of) => {
        if (done < of && performance.now() - toldAt < everyMs) return
        toldAt = performance.now()
        say({ line: `${done} of ${of} scenarios` })
      },
    })
    return { run: runOf(report, verifyLines(scenarios, report)) }
  } finally {
    await target.close()
  }
}

const runOf = ({ passed, failed, skipped }: Report, lines: readonly string[]): TestsRun => ({
  passed,
  failed: failed.length,
  skipped: skipped.length,
  failures: failed.slice(0, failuresMax).map(failureOf),
  lines,
})

const failureOf = ({ id, title, step, request, mismatches }: Report['failed'][number]): TestFailure => ({
  id,
  title,
  text: [
    `Step ${step}: ${request}`,
    ...mismatches.map(({ at, expected, actual }) => `${at === '' ? 'body' : at}: expected ${expected}, was ${actual}`),
  ].join('\n'),
})

process.on('disconnect', () => process.exit())
process.once('message', async (version) => {
  const told = await verify(version as VersionText).catch(refusedBy)
  process.send?.(told, () => process.disconnect())
})

const refusedBy = (error: unknown): VerifyTold => ({ refused: error instanceof Error ? error.message : String(error) })
