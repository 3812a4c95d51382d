import { NotDeployed } from './not-deployed.ts'
import type { PlatformCalls } from './platform-calls.ts'
import { ended, type Run } from './until-ended.ts'

/** A run as it goes on, and what it gave. */
export interface Going<Result> extends Run {
  readonly percent: number
  /** The step that was done last. */
  readonly step: string | null
  /** What it said, the newest last. */
  readonly lines: readonly string[] | null
  readonly result: Result | null
}

export interface RunOptions<Result> {
  /** The call that begins it: `POST sources/…/introspect`. */
  readonly start: string
  /** Where its runs are: `introspect-source-jobs`. */
  readonly kind: string
  /** Is told what it looks like, each time that somebody looked. */
  readonly onLook?: (run: Going<Result>) => void
}

/** Begins a run, and gives it once it has ended well. Rejects with NotDeployed where it ended otherwise, or a PlatformRefused. */
export const runOf = async <Result>(
  calls: PlatformCalls,
  { start, kind, onLook = () => {} }: RunOptions<Result>,
): Promise<Going<Result> & { readonly result: Result }> => {
  const { id } = await calls<Run>(start)
  const run = await ended<Going<Result>>(calls, `${kind}/${id}`, onLook)
  if (run.result === null) throw new NotDeployed(run.problem?.detail ?? `It was ${run.state}.`)
  return { ...run, result: run.result }
}
