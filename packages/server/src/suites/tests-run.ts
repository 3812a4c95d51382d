import { saidText } from '@charter/deploy'
import type { Part, Run } from '../charter.gen.ts'
import type { VersionText } from '../versions/changes.ts'

/** Which tests are run of a release. */
export type Tests = Run['tests']

/** What is tested: a release, and the version that it is of. */
export interface Tested {
  readonly version: VersionText
  /** Of the release: `sha256:` and its digits. */
  readonly digest: string
  readonly parts: readonly Part[]
  /** The bytes of a part. Rejects where they are not those of its digest. */
  read(part: Part): Promise<Uint8Array>
}

/** How tests are run. */
export interface TestsOptions {
  /** Ends them before they have come to a result. */
  readonly signal: AbortSignal
  readonly timeoutMs: number
  /** How far they are, a line at a time. */
  readonly tell: (line: string) => void
}

/** What tests came to. */
export interface TestsRun {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  /** The first of those that failed. */
  readonly failures: readonly TestFailure[]
  /** The last lines of what they said. */
  readonly lines: readonly string[]
}

export interface TestFailure {
  /** The same each time that this test fails. */
  readonly id: string
  readonly title: string
  /** What was expected, and what came. */
  readonly text: string
}

/** Runs tests of a release. Rejects with a TestsRefused where they cannot be run or take too long, and with what ended them. */
export type RunTests = (tested: Tested, options: TestsOptions) => Promise<TestsRun>

/** Tests came to no result; the sentence says why. */
export class TestsRefused extends Error {
  override readonly name = 'TestsRefused'
}

/** What tests came to, as rows, findings and the steps of a job hold it. */
export const heldRun = ({ failures, lines, ...counts }: TestsRun): TestsRun => ({
  ...counts,
  failures: failures.slice(0, failuresMax).map(({ id, title, text }) => ({
    id: saidText(id, idLengthMax),
    title: saidText(title, 200),
    text: saidText(text, 4000),
  })),
  lines: lines
    .slice(-linesMax)
    .map((line) => saidText(line, lineLengthMax))
    .filter((line) => line !== ''),
})

const idLengthMax = 1000
export const failuresMax = 50
export const linesMax = 200
export const lineLengthMax = 500
