import { type ChildProcess, fork } from 'node:child_process'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Problem, ProblemError, problem, type Until } from '../runtime/index.ts'
import type { SqlRow, SqlValue } from '../sql-store/index.ts'
import type { ConnectionOptions } from './connection.ts'

/**
 * Long reads, in processes of their own: SQLite runs in the process that asks and cannot be interrupted there, but a process can
 * be ended. They are started when there is something to read, and a few reads wait for one another.
 */
export interface ReadApart {
  /** Rejects with a ProblemError (`timeout`, `cancelled`, `unavailable`); the process is ended then. */
  all(sql: string, params: readonly SqlValue[], ms: number, until?: Until): Promise<readonly SqlRow[]>
  close(): void
}

/** What a process is asked. */
export interface Asked {
  readonly sql: string
  readonly params: readonly SqlValue[]
}

/** What it answers; `message` is for who keeps the service. */
export type Answered =
  | { readonly rows: readonly SqlRow[] }
  | { readonly problem: Pick<Problem, 'code' | 'detail'> | null; readonly message: string }

const processesMax = 2
const waitingMax = 100
/** Megabytes of JavaScript's own memory. */
const heapMb = 256

/** With it V8 ends a process whose memory is full: SQLite's values stay there until the statement that asks for them has ended. */
const outOfMemory: NodeJS.Signals = 'SIGABRT'
const spent: Answered = {
  problem: problem('timeout', { detail: 'The request took more time or memory than a read may.' }),
  message: `The process that read for this one has taken its ${heapMb} MB.`,
}
const gone: Answered = { problem: problem('unavailable'), message: 'The process that read for this one has ended.' }

interface Job {
  readonly asked: Asked
  finish(answer: Answered): void
}

export const readApart = (options: ConnectionOptions): ReadApart => {
  const idle: ChildProcess[] = []
  const all = new Set<ChildProcess>()
  const working = new Map<ChildProcess, Job>()
  const waiting: Job[] = []

  const start = (): ChildProcess => {
    // The same folder and kind of file, as source and as it was compiled.
    const file = fileURLToPath(new URL(`./read-process${extname(import.meta.url)}`, import.meta.url))
    const child = fork(file, [JSON.stringify(options)], {
      serialization: 'advanced',
      execArgv: [`--max-old-space-size=${heapMb}`, '--disable-warning=ExperimentalWarning'],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    all.add(child)
    child.on('message', (answer) => {
      const job = working.get(child)
      // Its answer came too late: it was ended.
      if (!job) return
      working.delete(child)
      idle.push(child)
      job.finish(answer as Answered)
      next()
    })
    child.once('exit', (_code, signal) => forget(child, signal === outOfMemory ? spent : gone))
    child.on('error', () => forget(child, gone))
    child.unref()
    child.channel?.unref()
    return child
  }

  const forget = (child: ChildProcess, why: Answered): void => {
    all.delete(child)
    if (idle.includes(child)) idle.splice(idle.indexOf(child), 1)
    const job = working.get(child)
    working.delete(child)
    job?.finish(why)
    next()
  }

  const next = (): void => {
    if (waiting.length === 0 || (idle.length === 0 && all.size >= processesMax)) return
    const job = waiting.shift() as Job
    const child = idle.pop() ?? start()
    working.set(child, job)
    child.send(job.asked)
  }

  /** Nobody waits for its answer any more: what it waits for, or the process that works on it, is given up. */
  const giveUp = (job: Job): void => {
    if (waiting.includes(job)) waiting.splice(waiting.indexOf(job), 1)
    for (const [child, current] of working)
      if (current === job) {
        working.delete(child)
        child.kill('SIGKILL')
      }
  }

  return {
    all: (sql, params, ms, until) =>
      new Promise((resolve, reject) => {
        if (waiting.length >= waitingMax) return reject(new ProblemError(problem('unavailable', tooMany)))
        const stop = (code: 'timeout' | 'cancelled') => {
          end()
          giveUp(job)
          reject(new ProblemError(problem(code)))
        }
        const timer = setTimeout(stop, ms, 'timeout')
        const abort = until?.abort
        const onAbort = () => stop('cancelled')
        const end = () => {
          clearTimeout(timer)
          abort?.removeEventListener('abort', onAbort)
        }
        const job: Job = {
          asked: { sql, params },
          finish: (answer) => {
            end()
            if ('rows' in answer) resolve(answer.rows)
            else reject(errorOf(answer))
          },
        }
        if (abort?.aborted) return onAbort()
        abort?.addEventListener('abort', onAbort)
        waiting.push(job)
        next()
      }),
    close: () => {
      for (const child of all) child.kill('SIGKILL')
    },
  }
}

const tooMany = { retryAfterSeconds: 1, cause: new Error('Too many long reads wait for one another.') }

const errorOf = ({ problem: found, message }: Exclude<Answered, { readonly rows: unknown }>): Error => {
  const cause = new Error(message)
  return found ? new ProblemError({ ...found, cause }) : cause
}
