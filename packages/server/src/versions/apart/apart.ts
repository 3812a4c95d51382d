import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Diagnostic } from '@charter/charter'
import { Refused } from '@charter/project/refused'
import { ProblemError, problem } from '@charter/runtime'
import { changesBetween, type VersionText } from '../changes.ts'
import { type Checked, checkText } from '../check-text.ts'
import type { Edited } from '../edit-text.ts'
import { type Generate, generate } from '../generate.ts'
import { type FairTurns, fairTurns } from './fair-turns.ts'
import { lookOutside } from './look-first.ts'
import type { Done, Task, TaskOf, Tasks } from './tasks.ts'

/** Texts up to here are looked at in a moment; longer ones take seconds, in which nobody else would be answered. */
const shortMax = 48 * 1024
const timeoutMs = 120_000
const memoryMb = 1024

const isShort = (...texts: readonly (string | null | undefined)[]): boolean =>
  texts.reduce((sum, text) => sum + (text?.length ?? 0), 0) <= shortMax

/**
 * What `check` says of a charter's text, after the lock of the version before it. Rejects with a ProblemError: `timeout` where it says nothing in two
 * minutes; `too-many` where another long one of its organisation is looked at, as a write waits for it.
 */
export const checkedText = async ({ organisationId, text, lock }: VersionText): Promise<Checked> =>
  isShort(text, lock)
    ? checkText(text, lock)
    : apart('atOnce', organisationId, { name: 'checkText', input: [text, lock] })

/** What one version does to clients, access and data of another; of nothing where there was none. Rejects as `checkedText` does. */
export const changesOf = async (before: VersionText | null, after: VersionText): Promise<readonly string[]> =>
  isShort(before?.text, after.text)
    ? changesBetween(before, after)
    : apart('atOnce', after.organisationId, { name: 'changesBetween', input: [before, after] })

/** What words make of a charter. Rejects as `checkedText` does. */
export const editedText = async (version: VersionText, words: string): Promise<Edited> =>
  isShort(version.text)
    ? // What reads words is loaded once some are said.
      (await import('../edit-text.ts')).editText(version, words)
    : apart('atOnce', version.organisationId, { name: 'editText', input: [version, words] })

/** The source tree of a version. Rejects as Generate does, and with a ProblemError (`timeout`). */
export const generated: Generate = async (version) =>
  isShort(version.text)
    ? generate(version)
    : apart('inTurn', version.organisationId, { name: 'generate', input: [version] })

const apart = async <Name extends keyof Tasks>(
  how: keyof FairTurns,
  organisationId: string | undefined,
  task: TaskOf<Name>,
): Promise<Awaited<ReturnType<Tasks[Name]>>> => {
  const output = await lookOutside(keyOf(organisationId, task), () =>
    turns[how](organisationId ?? '', () => inThread(task)),
  )
  return output as Awaited<ReturnType<Tasks[Name]>>
}

const keyOf = (organisationId: string | undefined, task: Task): string =>
  createHash('sha256')
    .update(JSON.stringify([organisationId, task]))
    .digest('base64url')

/** One after the other: each takes a thread, and what it takes of memory is gone with it. */
const turns = fairTurns()

const inThread = async (task: Task): Promise<unknown> => {
  // The same folder and kind of file, as source and as it was compiled.
  const thread = new Worker(new URL(`./charter-thread${extname(import.meta.url)}`, import.meta.url), {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  })
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    const [done] = (await once(thread, 'message', { signal })) as [Done]
    if ('refused' in done) throw new Refused(done.refused as readonly Diagnostic[])
    return done.output
  } catch (error) {
    if (signal.aborted) throw new ProblemError(problem('timeout', { detail: 'This charter takes too long.' }))
    throw error
  } finally {
    await thread.terminate()
  }
}
