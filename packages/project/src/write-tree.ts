import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, isAbsolute, join } from 'node:path'
import type { GeneratedFile } from '@charter/charter'

export interface WriteReport {
  readonly written: readonly string[]
  readonly unchanged: number
  /** Machine-owned files that a person changed: left as they are, and why. */
  readonly kept: readonly string[]
  /** Files of an earlier generation that nothing makes any more. */
  readonly removed: readonly string[]
}

const manifestFile = '.charter/manifest.json'

interface Manifest {
  /** SHA-256 of each machine-owned file as it was written. */
  readonly files: Readonly<Record<string, string>>
}

/**
 * Writes a generated tree into a folder. A file that a person changed since it was written is left alone and reported;
 * a person-owned file is written only when it is not there; stale files go, unless changed. Each file is replaced
 * whole, and the manifest last: an interrupted run is finished by the next. `isDryRun` only reports.
 */
export const writeTree = async (
  folder: string,
  files: readonly GeneratedFile[],
  { isDryRun = false } = {},
): Promise<WriteReport> => {
  const before = await readManifest(folder)
  const written: string[] = []
  const kept: string[] = []
  let unchanged = 0
  for (const file of files) {
    const fate = await fateOf(folder, file, before)
    if (fate === 'keep') kept.push(file.path)
    else if (fate === 'same') unchanged++
    else {
      written.push(file.path)
      if (!isDryRun) await replaceFile(join(folder, file.path), file.text)
    }
  }
  const removed = await removeStale(folder, files, before, isDryRun)
  if (!isDryRun) await writeManifest(folder, files, kept, before)
  return { written, unchanged, kept, removed }
}

const fateOf = async (folder: string, file: GeneratedFile, before: Manifest): Promise<'write' | 'same' | 'keep'> => {
  const there = await readOrNull(join(folder, file.path))
  if (there === null) return 'write'
  if (file.owner === 'person') return 'same'
  if (there === file.text) return 'same'
  return before.files[file.path] === digest(there) ? 'write' : 'keep'
}

const removeStale = async (
  folder: string,
  files: readonly GeneratedFile[],
  before: Manifest,
  isDryRun: boolean,
): Promise<readonly string[]> => {
  const made = new Set(files.map(({ path }) => path))
  const removed: string[] = []
  for (const [path, hash] of Object.entries(before.files)) {
    if (made.has(path) || !isInside(path)) continue
    const there = await readOrNull(join(folder, path))
    if (there === null || digest(there) !== hash) continue
    removed.push(path)
    if (!isDryRun) await rm(join(folder, path))
  }
  return removed
}

/** A manifest comes with a repository, so its paths are anybody's words. */
const isInside = (path: string): boolean => !isAbsolute(path) && !path.split(/[\\/]/).includes('..')

const writeManifest = async (
  folder: string,
  files: readonly GeneratedFile[],
  kept: readonly string[],
  before: Manifest,
): Promise<void> => {
  const hashes = files
    .filter(({ owner }) => owner === 'machine')
    .flatMap(({ path, text }) =>
      kept.includes(path)
        ? before.files[path] === undefined
          ? []
          : [[path, before.files[path]] as const]
        : [[path, digest(text)] as const],
    )
  const text = `${JSON.stringify({ files: Object.fromEntries(hashes.sort(([a], [b]) => (a < b ? -1 : 1))) }, null, 2)}\n`
  if ((await readOrNull(join(folder, manifestFile))) !== text) await replaceFile(join(folder, manifestFile), text)
}

const readManifest = async (folder: string): Promise<Manifest> => {
  const text = await readOrNull(join(folder, manifestFile))
  try {
    return text === null ? { files: {} } : (JSON.parse(text) as Manifest)
  } catch {
    // A manifest cut short: every file then counts as a person's, and nothing is overwritten.
    return { files: {} }
  }
}

/** Writes beside, then renames: a reader sees the file as before or as after. */
export const replaceFile = async (file: string, text: string): Promise<void> => {
  await mkdir(dirname(file), { recursive: true })
  const partial = `${file}.charter-${process.pid}`
  await writeFile(partial, text)
  await rename(partial, file)
}

const readOrNull = (file: string): Promise<string | null> => readFile(file, 'utf8').catch(() => null)

const digest = (text: string): string => createHash('sha256').update(text).digest('hex')
