import { randomUUID } from 'node:crypto'
import { chmod, lstat, mkdir, readFile, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { replaceFile } from '../replace-file.ts'
import { digestOf } from './manifest.ts'

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
    await replaceFile(join(folder, journalFile), JSON.stringify(steps))
  } catch (error) {
    await rm(join(folder, pendingFolder), { recursive: true, force: true })
    throw error
  }
  await finish(folder)
}

/** Brings changes that were interrupted to their end, or takes back what was only being prepared. Gives whether there was any. */
export const finishChanges = async (folder: string): Promise<boolean> => {
  if ((await readFile(join(folder, journalFile)).catch(() => null)) !== null) {
    await finish(folder)
    return true
  }
  const owner = await ownerOf(folder)
  if (owner !== null && isAlive(owner)) throw busy(owner)
  if (owner !== null) await rm(join(folder, pendingFolder), { recursive: true, force: true })
  return false
}

const occupy = async (folder: string): Promise<void> => {
  await mkdir(join(folder, '.charter'), { recursive: true })
  try {
    await mkdir(join(folder, pendingFolder))
  } catch (error) {
    const owner = await ownerOf(folder)
    if (owner === null || !isAlive(owner)) throw error
    throw busy(owner)
  }
  await writeFile(join(folder, pendingFolder, 'owner'), String(process.pid))
}

const ownerOf = async (folder: string): Promise<number | null> => {
  if (!(await stat(join(folder, pendingFolder)).catch(() => null))) return null
  return Number(await readFile(join(folder, pendingFolder, 'owner'), 'utf8').catch(() => '0'))
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
    const there = await readFile(join(folder, path), 'utf8').catch(() => null)
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
  const steps = JSON.parse(await readFile(join(folder, journalFile), 'utf8')) as readonly Step[]
  for (const step of steps) await (step.staged === null ? drop(folder, step) : put(folder, step, step.staged))
  await rm(join(folder, pendingFolder), { recursive: true, force: true })
}

const put = async (folder: string, { path, was }: Step, staged: string): Promise<void> => {
  const from = join(folder, pendingFolder, staged)
  if (!(await lstat(from).catch(() => null))) return
  const to = join(folder, path)
  await keepBeside(to, was)
  await mkdir(dirname(to), { recursive: true })
  await rename(from, to)
}

const drop = async (folder: string, { path, was }: Step): Promise<void> => {
  const file = join(folder, path)
  await keepBeside(file, was)
  await rm(file, { force: true })
  await removeEmpty(folder, dirname(path))
}

/** What a person wrote between an interruption and its end is not lost. */
const keepBeside = async (file: string, was: string | null): Promise<void> => {
  const there = await readFile(file, 'utf8').catch(() => null)
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
