import { randomUUID } from 'node:crypto'
import { chmod, lstat, mkdir, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { makeFolder } from '@charter/runtime/settings/make-folder'
import { isInside, isThereIn, PathRefused, placeIn, readTextIn, removeIn, writeIn } from '../inside.ts'
import { digestOf, generatedBytesMax } from './manifest.ts'

/** A file to put in place, or, without content, to take away. Paths are relative to the folder, with `/`. */
export interface Change {
  readonly path: string
  readonly content: string | Buffer | null
}

interface Step {
  readonly path: string
  /** Name among the staged files; null: the file goes. */
  readonly staged: string | null
  /** SHA-256 of what was there; null: nothing. A file changed since then is kept beside. */
  readonly was: string | null
}

const pendingFolder = '.charter/pending'
const journalFile = `${pendingFolder}/journal.json`
const ownerBytesMax = 20

/** Thrown when another process is at work in the folder. */
export class FolderBusy extends Error {
  override readonly name = 'FolderBusy'
}

/**
 * Changes a folder as a whole. Everything is written beside first; renaming the journal is what commits it. Interrupted before
 * that, the folder is as it was; after, `finishChanges` brings it to its end. Only renames are left then, so a full disk stops it
 * before, never between.
 */
export const applyChanges = async (folder: string, changes: readonly Change[]): Promise<void> => {
  if (changes.length === 0) return
  await occupy(folder)
  try {
    const steps = await stage(folder, changes)
    writeIn(folder, journalFile, JSON.stringify(steps))
  } catch (error) {
    await removePending(folder)
    throw error
  }
  await finish(folder)
}

/** Brings changes that were interrupted to their end, or takes back what was only being prepared. Gives whether there was any. */
export const finishChanges = async (folder: string): Promise<boolean> => {
  if (isThereIn(folder, journalFile)) {
    await finish(folder)
    return true
  }
  const owner = await ownerOf(folder)
  if (owner !== null && isAlive(owner)) throw busy(owner)
  if (owner !== null) await removePending(folder)
  return false
}

const occupy = async (folder: string): Promise<void> => {
  makeFolder(placeIn(folder, '.charter'))
  try {
    await mkdir(placeIn(folder, pendingFolder))
  } catch (error) {
    const owner = await ownerOf(folder)
    if (owner === null || !isAlive(owner)) throw error
    throw busy(owner)
  }
  await writeFile(join(folder, pendingFolder, 'owner'), String(process.pid))
}

const ownerOf = async (folder: string): Promise<number | null> => {
  if (!isThereIn(folder, pendingFolder)) return null
  return Number(readTextIn(folder, `${pendingFolder}/owner`, ownerBytesMax) ?? '0')
}

const isAlive = (processId: number): boolean => {
  if (processId <= 0 || processId === process.pid) return false
  try {
    process.kill(processId, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

const busy = (owner: number) =>
  new FolderBusy(`Another process (${owner}) is generating here. Wait for it; if it is gone, remove ${pendingFolder}.`)

const stage = async (folder: string, changes: readonly Change[]): Promise<readonly Step[]> => {
  const steps: Step[] = []
  for (const [at, { path, content }] of changes.entries()) {
    const there = readTextIn(folder, path, generatedBytesMax)
    const was = there === null ? null : digestOf(there)
    if (content === null) {
      steps.push({ path, staged: null, was })
      continue
    }
    const staged = String(at)
    const file = join(folder, pendingFolder, staged)
    await writeFile(file, content)
    if (there !== null) await chmod(file, (await stat(join(folder, path))).mode)
    steps.push({ path, staged, was })
  }
  return steps
}

/** Idempotent: what was done already is not there to be done. */
const finish = async (folder: string): Promise<void> => {
  const steps = stepsOf(folder, readTextIn(folder, journalFile, generatedBytesMax) ?? '')
  // All are looked at before the first is done.
  for (const { path } of steps) placeIn(folder, path)
  for (const step of steps) await (step.staged === null ? drop(folder, step) : put(folder, step, step.staged))
  await removePending(folder)
}

const removePending = (folder: string): Promise<void> =>
  rm(placeIn(folder, pendingFolder), { recursive: true, force: true })

/** A journal comes with a repository as everything else does: one of another form is nobody's to finish. */
const stepsOf = (folder: string, text: string): readonly Step[] => {
  const steps = jsonOf(text)
  if (Array.isArray(steps) && steps.every(isStep)) return steps
  throw new PathRefused(
    `${journalFile} in ${folder} is none that Charter wrote here. Remove ${pendingFolder}, then generate again.`,
  )
}

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const isStep = (given: unknown): given is Step => {
  const { path, staged, was } = (given ?? {}) as Readonly<Record<string, unknown>>
  return (
    typeof path === 'string' &&
    isInside(path) &&
    (staged === null || (typeof staged === 'string' && /^\d{1,6}$/.test(staged))) &&
    (was === null || (typeof was === 'string' && /^[0-9a-f]{64}$/.test(was)))
  )
}

const put = async (folder: string, { path, was }: Step, staged: string): Promise<void> => {
  const from = placeIn(folder, `${pendingFolder}/${staged}`)
  if (!(await lstat(from).catch(() => null))) return
  const to = placeIn(folder, path)
  await keepBeside(folder, path, was)
  makeFolder(dirname(to))
  await rename(from, to)
}

const drop = async (folder: string, { path, was }: Step): Promise<void> => {
  await keepBeside(folder, path, was)
  removeIn(folder, path)
  await removeEmpty(folder, dirname(path))
}

/** What a person wrote between an interruption and its end is not lost. */
const keepBeside = async (folder: string, path: string, was: string | null): Promise<void> => {
  const there = readTextIn(folder, path, generatedBytesMax)
  const file = placeIn(folder, path)
  if (there !== null && digestOf(there) !== was) await rename(file, `${file}.yours-${randomUUID().slice(0, 8)}`)
}

const removeEmpty = async (folder: string, path: string): Promise<void> => {
  if (path === '.' || path === '') return
  const isRemoved = await rmdir(join(folder, path)).then(
    () => true,
    () => false,
  )
  if (isRemoved) await removeEmpty(folder, dirname(path))
}
