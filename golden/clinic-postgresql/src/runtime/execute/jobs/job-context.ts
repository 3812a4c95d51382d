import { AsyncLocalStorage } from 'node:async_hooks'
import { jobLines } from '../../call/model.ts'
import { isLate } from '../../limits/until.ts'
import { asElsewhere } from '../../problem/elsewhere.ts'
import { ProblemError, problem } from '../../problem/problem.ts'
import type { JsonObject } from '../../values/json.ts'
import { operationReach } from '../internal-operations.ts'
import type { OperationContext } from '../operation-body.ts'
import { failing } from '../operation-failed.ts'
import { ownContext } from '../own-context.ts'
import { type OwnFetch, ownFetch } from '../own-fetch.ts'
import type { JobContext, OutsideContext } from './job-body.ts'
import { endIfCancelled, endIfOver, type JobRun, runPart } from './run-part.ts'
import { readsOf } from './run-rows.ts'
import { findStep, keepStep } from './steps.ts'

/** Ends an attempt, to begin again later. */
export class RetryLater extends Error {
  override readonly name = 'RetryLater'
  readonly afterMs: number | undefined

  constructor(detail: string, afterMs: number | undefined) {
    super(detail)
    this.afterMs = afterMs
  }
}

/** What the body of a job is handed. `begun`: the run's row. */
export const jobContext = (run: JobRun, begun: JsonObject, onTold: () => void): JobContext => {
  const { operation, started, held, ending, untold } = run
  const names = new Set<string>()
  return {
    principal: started.principal,
    id: held.id,
    attempt: Number(begun.attempts),
    told: Array.isArray(begun.lines) ? begun.lines.map(String) : [],
    signal: ending.signal,
    fetch: fetchOf(run),
    rows: readsOf(run),
    step: (name, work, { percent } = {}) =>
      onceDone(run, names, name, () =>
        runPart(run, {
          said: `step:${name}`,
          hasOwnCode: true,
          work: async (store, row, working) => {
            endIfCancelled(row)
            const { rights = 'caller', name: by } = operation
            const onShown = (path: string): void => void run.shown.add(path)
            const reach = operationReach({ working, store, rights, onShown, by }, operation)
            const context = Object.assign(ownContext(working, store, reach), { fetch: fetchOf(run, name) })
            const value = await inStep.run(true, () => work(context as OperationContext as never))
            // Its own code took all of the time there is: that is no database which keeps others waiting.
            if (isLate(working.call.context)) throw asElsewhere(new ProblemError(problem('timeout')))
            const kept = await keepStep(run, name, value, store.transaction)
            const done = percent === undefined ? {} : { percent: percentOf(percent) }
            return { changes: { step: name, ...done }, value: kept }
          },
        }),
      ),
    once: (name, work) =>
      onceDone(run, names, name, async () => {
        const value = await work({ signal: ending.signal, fetch: fetchOf(run, name) } satisfies OutsideContext)
        return runPart(run, {
          said: `once:${name}`,
          work: async (store) => {
            const kept = await keepStep(run, name, value, store.transaction)
            return { changes: { step: name }, value: kept }
          },
        })
      }),
    progress: (percent) => {
      untold.percent = Math.max(untold.percent, percentOf(percent))
      onTold()
    },
    tell: (line) => {
      const said = cleaned(line)
      if (said !== '') untold.lines = [...untold.lines, said].slice(-jobLines.linesMax)
      onTold()
    },
    fail: (reason, detail) => failing(operation)(reason, detail === undefined ? undefined : cleaned(detail)),
    retry: (detail, { afterMs } = {}) => {
      if (afterMs !== undefined && !(afterMs >= 0 && afterMs <= longestWaitMs))
        throw new RangeError('a run is begun again after 0 to 31,536,000,000 ms, a year')
      throw new RetryLater(cleaned(detail), afterMs === undefined ? undefined : Math.round(afterMs))
    },
  }
}

const longestWaitMs = 31_536_000_000

/** Text as rows hold it, and no longer than a line. */
const cleaned = (text: string): string =>
  [...text.toWellFormed().replaceAll('\0', '')].slice(0, jobLines.lengthMax).join('')

const percentOf = (percent: number): number => {
  if (!(percent >= 0 && percent <= 100)) throw new RangeError('progress is from 0 to 100')
  return Math.floor(percent)
}

/** Whether the code that runs is that of a step: another would wait for its end, and it for the other's. */
const inStep = new AsyncLocalStorage<true>()

/** What the step gave when it was done before in this run, or what `work` gives now. One that rejects may be tried again. */
const onceDone = async <Result>(
  run: JobRun,
  names: Set<string>,
  name: string,
  work: () => Promise<Result>,
): Promise<Result> => {
  endIfOver(run)
  const { name: job } = run.operation
  if (!isStepName(name)) throw new RangeError(`a step has a name of 1 to ${stepNameMax} code points, and no NUL`)
  if (inStep.getStore()) throw new Error(`a step of ${job} begins "${name}": steps stand one beside the other`)
  if (names.has(name)) throw new Error(`two steps of a run of ${job} are called "${name}"`)
  names.add(name)
  const known = await findStep(run, name)
  // What it gave then was what its code gives.
  if (known) return known.value as Result
  return work().catch((error: unknown) => {
    names.delete(name)
    throw error
  })
}

const stepNameMax = 200

const isStepName = (name: string): boolean =>
  name !== '' && [...name].length <= stepNameMax && name.isWellFormed() && !name.includes('\0')

/** Ends with the run. Of a step: what it asks others to do, they know again should it be asked once more. */
const fetchOf = ({ ending, started, held }: JobRun, step?: string): OwnFetch => {
  const asking = ownFetch({ abort: ending.signal }, started.trace)
  if (step === undefined) return asking
  let asked = 0
  return (url, options = {}) => {
    const headers = new Headers(options.headers)
    asked++
    // A header holds no name of every kind: https://www.rfc-editor.org/rfc/rfc9110#section-5.5
    const key = `${held.id}/${encodeURIComponent(step)}/${asked}`
    if (!headers.has('idempotency-key')) headers.set('idempotency-key', key)
    return asking(url, { ...options, headers })
  }
}
