import { existsSync } from 'node:fs'
import { open, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ProblemError, problem } from '@charter/runtime'
import { privateFolder } from '@charter/runtime/service'
import { syncFolder } from '../disk/segment-file.ts'

/**
 * The right to write, for one writer at a time. Each holder has a term, one higher than the one before. Clocks decide
 * only when somebody may ask; what keeps a replaced writer out is `isHeld`, asked after every write and before any
 * acknowledgement: a writer that was paused wakes up to find its term gone.
 */
export interface Lease {
  readonly term: number
  isHeld(): boolean
  /** Says for another `leaseMs` that the holder lives. */
  renew(nowMs: number): Promise<void>
  /** Lets the next one in at once. */
  release(): Promise<void>
}

export interface LeaseOptions {
  readonly folder: string
  /** Who asks: host and process, for the sentence that turns the next one away. */
  readonly holder: string
  readonly nowMs: number
  readonly leaseMs: number
  /** Takes the lease although its holder may live. Safe: the holder can then acknowledge nothing more. */
  readonly takeOver: boolean
}

/** Rejects with the problem `in-progress` while another writer holds the lease. */
export const acquireLease = async ({ folder, holder, nowMs, leaseMs, takeOver }: LeaseOptions): Promise<Lease> => {
  const leases = join(folder, 'lease')
  privateFolder(leases)
  const terms = (await readdir(leases)).map(Number).filter(Number.isSafeInteger)
  const newest = Math.max(0, ...terms)
  if (newest > 0 && !takeOver) await requireFree(join(leases, String(newest)), nowMs)
  const term = newest + 1
  const file = join(leases, String(term))
  // Only one can make the file: that is what decides between two who ask at once.
  const handle = await open(file, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST') throw taken('another writer')
    throw error
  })
  const write = async (untilMs: number): Promise<void> => {
    const text = JSON.stringify({ holder, untilMs })
    // Through the handle: a holder that lost its file cannot bring it back.
    await handle.write(text.padEnd(512), 0)
  }
  await write(nowMs + leaseMs)
  await syncFolder(leases)
  // Upwards, so that a term's file is gone only while that of the next is there.
  for (const old of terms.sort((a, b) => a - b)) await rm(join(leases, String(old)), { force: true })
  const next = join(leases, String(term + 1))
  return {
    term,
    isHeld: () => !existsSync(next) && existsSync(file),
    renew: (at) => write(at + leaseMs),
    release: async () => {
      await write(0)
      await handle.close()
    },
  }
}

const requireFree = async (file: string, nowMs: number): Promise<void> => {
  const text = await readFile(file, 'utf8').catch(() => '')
  const { holder, untilMs } = heldIn(text)
  if (untilMs > nowMs) throw taken(holder)
}

/** A lease file that was cut short names nobody: its writer died before it held anything. */
const heldIn = (text: string): { readonly holder: string; readonly untilMs: number } => {
  try {
    const { holder, untilMs } = JSON.parse(text) as { holder?: unknown; untilMs?: unknown }
    return { holder: String(holder), untilMs: typeof untilMs === 'number' ? untilMs : 0 }
  } catch {
    return { holder: '', untilMs: 0 }
  }
}

const taken = (holder: string): ProblemError =>
  new ProblemError(
    problem('in-progress', {
      detail: `This ledger is being written by ${holder}. Wait until its lease ends, or take over.`,
    }),
  )
