import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import { nodeFlags } from '@charter/runtime/host/node-flags'

export interface ProgramOptions {
  /** A file of ours, which says something on its standard output once it is there. */
  readonly program: string
  readonly words: readonly string[]
  readonly cwd?: string
  /** Where what it says on its standard error goes; nowhere where this is left out. */
  readonly log?: number
  /** Nothing of ours, where this is left out. */
  readonly env?: Readonly<Record<string, string>>
  /** It says its first word by then. */
  readonly startMs?: number
}

/** A program that is there, and outlives this one. */
export interface Started {
  readonly pid: number
  /** As long as it is open, this process stays. */
  readonly stdin: Writable
}

/** It ended before it said anything. */
export class ProgramEnded extends Error {
  override readonly name = 'ProgramEnded'
  /** Null where a signal ended it. */
  readonly status: number | null
  constructor(program: string, status: number | null) {
    super(`${program} did not come up.`)
    this.status = status
  }
}

const startMsUsual = 30_000

/** Starts a program of ours as a process of its own. Rejects with ProgramEnded, or where it says nothing in time. */
export const startProgram = async (options: ProgramOptions): Promise<Started> => {
  const { program, words, cwd, log, env = {}, startMs = startMsUsual } = options
  const child = spawn(process.execPath, [...nodeFlags, program, ...words], {
    detached: true,
    stdio: ['pipe', 'pipe', log ?? 'ignore'],
    env: { ...env },
    ...(cwd !== undefined && { cwd }),
    // As `stdio` says.
  }) as ChildProcessByStdio<Writable, Readable, null>
  child.unref()
  // One that is gone takes no word.
  child.stdin.on('error', () => {})
  await saysSomething(child, child.stdout, { program, startMs })
  child.stdout.destroy()
  return { pid: child.pid ?? 0, stdin: child.stdin }
}

const saysSomething = async (
  child: ChildProcess,
  out: Readable,
  { program, startMs }: Required<Pick<ProgramOptions, 'program' | 'startMs'>>,
): Promise<void> => {
  const over = new AbortController()
  const signal = AbortSignal.any([over.signal, AbortSignal.timeout(startMs)])
  const ended = once(child, 'exit', { signal }).then(([status]) => {
    throw new ProgramEnded(program, status)
  })
  try {
    await Promise.race([once(out, 'data', { signal }), ended])
  } finally {
    ended.catch(() => {})
    over.abort()
  }
}
