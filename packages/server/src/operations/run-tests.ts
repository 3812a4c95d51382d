import { saidText } from '@charter/deploy'
import type { Blobs } from '../blobs/blobs.ts'
import type { Entities, RunTestsBody } from '../charter.gen.ts'
import { findingsOfRun } from '../findings/of-run.ts'
import { takeFindings } from '../findings/take-findings.ts'
import { generator } from '../releases/generator.ts'
import { isSigned } from '../releases/is-signed.ts'
import type { ReleaseSigner } from '../releases/release-signer.ts'
import { isPassed, runStatement } from '../releases/run-statement.ts'
import { cancelledSignal } from '../suites/cancelled-signal.ts'
import { heldRun, type RunTests, type Tested, type Tests, TestsRefused, type TestsRun } from '../suites/tests-run.ts'
import { turnsOf } from '../suites/turns.ts'

export interface RunTestsPorts {
  readonly blobs: Blobs
  readonly signer: ReleaseSigner
  readonly tests: Readonly<Record<Tests, RunTests>>
}

/** Tests that run at once in a process: others wait, and leave room for what else it has to do. */
const atOnce = { max: 3, ofOneMax: 2 }

/** Runs the tests of a run, where nobody cancelled it meanwhile, and signs what they came to. */
export const runTests = (ports: RunTestsPorts): RunTestsBody => {
  const turns = turnsOf({ ...atOnce, nowMs: () => performance.now() })
  return async (call, context) => {
    const turn = turns.take(call.row.organisationId)
    if (!turn.giveBack) return context.retry('Other tests are run first.', { afterMs: turn.waitMs })
    try {
      return await run(ports, call, context)
    } finally {
      turn.giveBack()
    }
  }
}

type Given = Parameters<RunTestsBody>

const run = async (ports: RunTestsPorts, { row }: Given[0], context: Given[1]): ReturnType<RunTestsBody> => {
  const { id } = row
  const { rows, step, fail } = context
  const release = await rows.read('Release', { id: row.releaseId })
  const suite = await rows.read('Suite', { id: row.suiteId })
  const isBegun = await step('begin', async (at) => {
    if ((await at.rows.read('Run', { id }))?.state !== 'queued') return false
    await at.operations.beginRun({ id })
    return true
  })
  if (!isBegun || !release || !suite) return fail('not-run', 'It was cancelled before it began.')
  const came = await ended(ports, { row, release, suite }, context).catch(async (error: unknown) => {
    // Whatever kept it from being written, an older success does not stand for it.
    await step('not ended', async (at) => {
      if ((await at.rows.read('Run', { id }))?.state !== 'running') return
      await at.rows.update('Run', { id }, { why: 'What it came to could not be kept.', endedAt: at.now })
      await at.operations.failRun({ id })
    })
    throw error
  })
  return 'refused' in came ? fail('not-run', came.refused) : countsOf(came)
}

/** Runs them, and keeps what they came to. */
const ended = async (
  ports: RunTestsPorts,
  { row, release, suite }: Omit<Testing, 'signal'>,
  context: Given[1],
): Promise<Ended['came']> => {
  const { id } = row
  const { came, durationMs } = await context.once('tests', ({ signal }) =>
    test(ports, context, { signal, row, release, suite }),
  )
  await context.step('ended', async (at) => {
    if ((await at.rows.read('Run', { id }))?.state !== 'running') return
    const ended = { durationMs, endedAt: at.now }
    if ('refused' in came) await at.rows.update('Run', { id }, { why: came.refused, ...ended })
    else {
      const project = (await at.rows.read('Project', { id: row.projectId }))?.name ?? ''
      const statement = runStatement({ run: row, suite: suite.name, project, came, generator, ...ended })
      const signature = ports.signer.sign(statement)
      await at.rows.update('Run', { id }, { ...countsOf(came), statement, signature, lines: came.lines, ...ended })
      await takeFindings(at, { projectId: row.projectId, runId: id }, findingsOfRun(row.tests, came.failures))
    }
    if ('refused' in came || !isPassed(came)) await at.operations.failRun({ id })
    else await at.operations.passRun({ id })
  })
  return came
}

type Row<Name extends keyof Entities> = Entities[Name]['row']

interface Testing {
  readonly signal: AbortSignal
  readonly row: Row<'Run'>
  readonly release: Row<'Release'>
  readonly suite: Row<'Suite'>
}

interface Ended {
  readonly came: TestsRun | Refused
  readonly durationMs: number
}

const test = async (
  { blobs, signer, tests }: RunTestsPorts,
  { rows, tell }: Pick<Given[1], 'rows' | 'tell'>,
  { signal, row: { id, tests: kind, releaseDigest }, release, suite }: Testing,
): Promise<Ended> => {
  // What is signed of a digest is of what has it. Nothing was run, which took no time.
  if (release.digest !== releaseDigest || !isSigned(signer, release))
    return { came: { refused: 'This release is not as it was signed.' }, durationMs: 0 }
  const begun = performance.now()
  const cancelled = cancelledSignal(async () => (await rows.read('Run', { id }))?.state !== 'running')
  const options = { signal: AbortSignal.any([signal, cancelled.signal]), timeoutMs: suite.minutes * 60_000, tell }
  const came = await tests[kind](await testedOf(blobs, release), options)
    .then(heldRun)
    .catch((error: unknown) => refusedBy(error, cancelled.signal))
    .finally(cancelled.stop)
  return { came, durationMs: Math.round(performance.now() - begun) }
}

/** Charter and lock are tested as they are in the release. */
const testedOf = async (blobs: Blobs, { digest, parts }: Row<'Release'>): Promise<Tested> => {
  const textOf = async (path: string): Promise<string> => {
    const part = parts.find((each) => each.path === path)
    return part ? Buffer.from(await blobs.read(part.digest)).toString() : ''
  }
  const version = { text: await textOf('charter.yaml'), lock: (await textOf('charter.lock')) || null }
  return { version, digest, parts, read: (part) => blobs.read(part.digest) }
}

interface Refused {
  readonly refused: string
}

/** Why tests came to no result, where somebody ended them, or they could not be run; anything else is a mistake of whoever runs them. */
const refusedBy = (error: unknown, cancelled: AbortSignal): Refused => {
  if (cancelled.aborted) return { refused: 'It was cancelled.' }
  if (error instanceof TestsRefused) return { refused: saidText(error.message, 1000) || 'They came to no result.' }
  throw error
}

const countsOf = ({ passed, failed, skipped }: TestsRun): Pick<TestsRun, 'passed' | 'failed' | 'skipped'> => ({
  passed,
  failed,
  skipped,
})
