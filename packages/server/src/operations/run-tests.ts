import type { Blobs } from '../blobs/blobs.ts'
import type { Entities, RunTestsBody } from '../charter.gen.ts'
import { findingsOfRun } from '../findings/of-run.ts'
import { takeFindings } from '../findings/take-findings.ts'
import { generator } from '../releases/generator.ts'
import type { ReleaseSigner } from '../releases/release-signer.ts'
import { isPassed, runStatement } from '../releases/run-statement.ts'
import { cancelledSignal } from '../suites/cancelled-signal.ts'
import { type RunTests, type Tests, TestsRefused, type TestsRun } from '../suites/tests-run.ts'

export interface RunTestsPorts {
  readonly blobs: Blobs
  readonly signer: ReleaseSigner
  readonly tests: Readonly<Record<Tests, RunTests>>
}

/** Runs the tests of a run, where nobody cancelled it meanwhile, and signs what they came to. */
export const runTests =
  ({ blobs, signer, tests }: RunTestsPorts): RunTestsBody =>
  async ({ row: run }, { rows, step, once, tell, fail }) => {
    const { id } = run
    const release = await rows.read('Release', { id: run.releaseId })
    const version = release && (await rows.read('Version', { id: release.versionId }))
    const suite = await rows.read('Suite', { id: run.suiteId })
    const isBegun = await step('begin', async (context) => {
      if ((await context.rows.read('Run', { id }))?.state !== 'queued') return false
      await context.operations.beginRun({ id })
      return true
    })
    if (!isBegun || !release || !version || !suite) return fail('not-run', 'It was cancelled before it began.')
    const begun = performance.now()
    const came = await once('tests', async ({ signal }) => {
      const cancelled = cancelledSignal(async () => (await rows.read('Run', { id }))?.state !== 'running')
      const asked = {
        version,
        digest: release.digest,
        parts: release.parts,
        read: ({ digest }: { readonly digest: string }) => blobs.read(digest),
      }
      const options = { signal: AbortSignal.any([signal, cancelled.signal]), timeoutMs: suite.minutes * 60_000, tell }
      return tests[run.tests](asked, options)
        .catch((error: unknown) => refusedBy(error, cancelled.signal))
        .finally(cancelled.stop)
    })
    const durationMs = Math.round(performance.now() - begun)
    await step('ended', async (context) => {
      if ((await context.rows.read('Run', { id }))?.state !== 'running') return
      const ended = { durationMs, endedAt: context.now }
      const project = (await context.rows.read('Project', { id: run.projectId }))?.name ?? ''
      await context.rows.update(
        'Run',
        { id },
        'refused' in came
          ? { why: came.refused, ...ended }
          : {
              ...countsOf(came),
              ...signed(signer, runStatement({ run, suite: suite.name, project, came, generator, ...ended })),
              lines: came.lines,
              ...ended,
            },
      )
      if (!('refused' in came))
        await takeFindings(context, { projectId: run.projectId, runId: id }, findingsOfRun(run.tests, came.failures))
      if ('refused' in came || !isPassed(came)) await context.operations.failRun({ id })
      else await context.operations.passRun({ id })
    })
    if ('refused' in came) return fail('not-run', came.refused)
    return countsOf(came)
  }

interface Refused {
  readonly refused: string
}

/** Why tests came to no result, where that is an end of the run; anything else goes on, and has it begun again. */
const refusedBy = (error: unknown, cancelled: AbortSignal): Refused => {
  if (cancelled.aborted) return { refused: 'It was cancelled.' }
  if (error instanceof TestsRefused) return { refused: error.message.slice(0, 1000) }
  throw error
}

const countsOf = ({ passed, failed, skipped }: TestsRun): Pick<TestsRun, 'passed' | 'failed' | 'skipped'> => ({
  passed,
  failed,
  skipped,
})

const signed = (signer: ReleaseSigner, statement: string): Pick<Entities['Run']['row'], 'statement' | 'signature'> => ({
  statement,
  signature: signer.sign(statement),
})
