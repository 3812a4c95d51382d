import { saidText } from '@charter/deploy'
import { canonicalJson } from '@charter/runtime'
import type { Entities } from '../charter.gen.ts'
import type { TestsRun } from '../suites/tests-run.ts'
import type { ReleaseSigner } from './release-signer.ts'

type Run = Entities['Run']['row']

/** What is said of a run. */
export interface Stated {
  readonly run: Pick<Run, 'id' | 'tests' | 'releaseDigest' | 'startedBy' | 'startedAt'>
  readonly suite: string
  readonly project: string
  readonly came: Omit<TestsRun, 'lines'>
  readonly durationMs: number
  readonly endedAt: string
  readonly generator: string
}

/** As many of those that failed are named, where all of it is no longer than a row holds. */
const namedMax = 50
const statementBytesMax = 60_000

const hexOf = (digest: string): string => digest.replace('sha256:', '')

/**
 * What tests of a release came to, as canonical JSON (RFC 8785) in the form of an in-toto Statement (v1, predicate test-result v0.1), for the
 * digest of the release and for no other.
 */
export const runStatement = (stated: Stated): string => {
  for (let named = namedMax; named > 0; named--) {
    const statement = statementNaming(stated, named)
    if (Buffer.byteLength(statement) <= statementBytesMax) return statement
  }
  return statementNaming(stated, 0)
}

const statementNaming = ({ run, suite, project, came, ...ended }: Stated, named: number): string =>
  canonicalJson({
    _type: 'https://in-toto.io/Statement/v1',
    subject: [{ name: project, digest: { sha256: hexOf(run.releaseDigest) } }],
    predicateType: 'https://in-toto.io/attestation/test-result/v0.1',
    predicate: {
      result: isPassed(came) ? 'PASSED' : 'FAILED',
      configuration: [{ name: 'release', digest: { sha256: hexOf(run.releaseDigest) } }],
      failedTests: came.failures.slice(0, named).map(({ id }) => saidText(id, 200)),
      run: run.id,
      tests: run.tests,
      suite,
      passed: came.passed,
      failed: came.failed,
      skipped: came.skipped,
      startedBy: run.startedBy,
      startedAt: run.startedAt,
      ...ended,
    },
  })

/** Whether tests passed: some did, and none failed. */
export const isPassed = ({ passed, failed }: Pick<TestsRun, 'passed' | 'failed'>): boolean => passed > 0 && failed === 0

interface Statement {
  readonly subject?: readonly { readonly digest?: { readonly sha256?: unknown } }[]
  readonly predicate?: {
    readonly result?: unknown
    readonly run?: unknown
    readonly tests?: unknown
    readonly endedAt?: unknown
  }
}

/** Whether this platform signed what a run came to, and its row still says that. */
export const isRunSigned = (
  signer: Pick<ReleaseSigner, 'isOf'>,
  { id, tests, releaseDigest, state, endedAt, statement, signature }: Run,
): boolean => {
  if (statement === null || signature === null || !signer.isOf(statement, signature)) return false
  const { subject, predicate } = JSON.parse(statement) as Statement
  return (
    subject?.[0]?.digest?.sha256 === hexOf(releaseDigest) &&
    predicate?.run === id &&
    predicate.tests === tests &&
    // By which the newest of several is told.
    predicate.endedAt === endedAt &&
    predicate.result === (state === 'passed' ? 'PASSED' : 'FAILED')
  )
}
