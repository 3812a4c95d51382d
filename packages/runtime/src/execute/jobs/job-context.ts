import { jobLines } from '../../call/model.ts'
import type { Json } from '../../values/json.ts'
import { operationReach } from '../internal-operations.ts'
import type { OperationContext } from '../operation-body.ts'
import { failing } from '../operation-failed.ts'
import { ownContext } from '../own-context.ts'
import { type OwnFetch, ownFetch } from '../own-fetch.ts'
import type { JobContext, OutsideContext } from './job-body.ts'
import { endIfCancelled, endIfOver, type JobRun, runPart } from './run-part.ts'
import { readsOf } from './run-rows.ts'

/** Ends an attempt, to begin again later. */
export class RetryLater extends Error {
  override readonly name = 'RetryLater'
  readonly afterMs: number | undefined

  constructor(detail: string, afterMs: number | undefined) {
    super(detail)
    this.afterMs = afterMs
  }
}

/** What the body of a job is handed. */
export const jobContext = (run: JobRun, attempt: number, onTold: () => void): JobContext => {
  const { operation, started, held, ending, untold } = run
  const names = new Set<string>()
  return {
    principal: started.principal,
    id: held.id,
    attempt,
    signal: ending.signal,
    fetch: fetchOf(run),
    rows: readsOf(run),
    step: async (name, work, { percent } = {}) => {
      const known = await begin(run, names, name)
      if (known) return known.value as never
      return runPart(run, {
        said: `step:${name}`,
        hasOwnCode: true,
        work: async (store, row, working) => {
          endIfCancelled(run, row)
          const { rights = 'caller', name: by } = operation
          const onShown = (path: string): void => void run.shown.add(path)
          const reach = operationReach({ working, store, rights, onShown, by }, operation)
          const fetch = fetchOf(run, name)
          const context = Object.assign(ownContext(working, store, reach), { fetch }) as OperationContext
          const value = (await work(context as never)) as Json
          await keep(run, name, value, store.transaction)
          const done = percent === undefined ? {} : { percent: Math.max(untold.percent, percentOf(percent)) }
          return { changes: { step: name, ...done }, value }
        },
      })
    },
    once: async (name, work) => {
      const known = await begin(run, names, name)
      if (known) return known.value as never
      const value = await work({ signal: ending.signal, fetch: fetchOf(run, name) } satisfies OutsideContext)
      return runPart(run, {
        said: `once:${name}`,
        work: async (store) => {
          await keep(run, name, value as Json, store.transaction)
          return { changes: { step: name }, value }
        },
      })
    },
    progress: (percent) => {
      untold.percent = Math.max(untold.percent, percentOf(percent))
      onTold()
    },
    tell: (line) => {
      const said = [...line.toWellFormed().replaceAll('\0', '')].slice(0, jobLines.lengthMax).join('')
      if (said !== '') untold.lines.push(said)
      onTold()
    },
    fail: failing(operation),
    retry: (detail, { afterMs } = {}) => {
      throw new RetryLater(detail, afterMs)
    },
  }
}

const percentOf = (percent: number): number => {
  if (!(percent >= 0 && percent <= 100)) throw new RangeError('progress is from 0 to 100')
  return Math.floor(percent)
}

const stepNameMax = 200

/** What the step gave when it was done; null: it is to be done now. */
const begin = async (run: JobRun, names: Set<string>, name: string): Promise<{ readonly value: Json } | null> => {
  endIfOver(run)
  if (name === '' || [...name].length > stepNameMax)
    throw new RangeError(`a step has a name of 1 to ${stepNameMax} code points`)
  if (names.has(name)) throw new Error(`two steps of a run of ${run.operation.name} are called "${name}"`)
  names.add(name)
  return run.executing.state.findStep(run.held.id, name, null)
}

/** What a step gives is read back where a run is begun again: it is small, as rows hold what is not. */
const stepLengthMax = 1_048_576

const keep = async (
  { executing, held, operation }: JobRun,
  name: string,
  value: Json | undefined,
  transaction: Parameters<typeof executing.state.saveStep>[3],
): Promise<void> => {
  const text = JSON.stringify(value ?? null)
  if (text.length > stepLengthMax)
    throw new Error(`the step "${name}" of ${operation.name} gives more than ${stepLengthMax} characters of JSON`)
  await executing.state.saveStep(held.id, name, value ?? null, transaction)
}

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
