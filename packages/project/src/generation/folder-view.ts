import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { GeneratedFile } from '@charter/charter'
import { placeIn, readIn, readTextIn } from '../inside.ts'
import { baselineFile, generatedBytesMax, type Manifest, unpackBaseline } from './manifest.ts'
import { movedTo } from './moved.ts'
import type { FolderView } from './plan-tree.ts'

/** What a moved file may be as long as, in bytes, and how many files are looked at for it. */
const strangerBytesMax = 1_000_000
const strangersMax = 10_000
const skipped = new Set(['node_modules', '.git', '.charter', 'dist', 'coverage'])

/** The folder as it is on the disk, its texts with `\n` for line ends. `lineEnd`: the one that a file has. */
export const folderView = (
  folder: string,
  before: Manifest,
  files: readonly GeneratedFile[],
): FolderView & { lineEnd(path: string): string } => {
  const raw = new Map<string, string | null>()
  const rawOf = (path: string): string | null => {
    if (!raw.has(path)) raw.set(path, readText(folder, path))
    return raw.get(path) ?? null
  }
  const read = (path: string): string | null => rawOf(path)?.replaceAll('\r\n', '\n') ?? null
  let strangers: Map<string, string> | undefined
  return {
    read,
    lineEnd: (path) => (rawOf(path)?.includes('\r\n') ? '\r\n' : '\n'),
    baseline: (hash) => {
      try {
        return unpackBaseline(readIn(folder, baselineFile(hash)) ?? Buffer.alloc(0), hash)
      } catch {
        return null
      }
    },
    movedTo: (path, base) => {
      if (base === null) return null
      strangers ??= strangersIn(folder, before, files, read)
      const found = movedTo(base, strangers, path)
      if (found !== null) strangers.delete(found)
      return found
    },
  }
}

/** Files that nothing generated. */
const strangersIn = (
  folder: string,
  before: Manifest,
  files: readonly GeneratedFile[],
  read: (path: string) => string | null,
): Map<string, string> => {
  const known = new Set([
    ...files.map(({ path }) => path),
    ...Object.entries(before.files).map(([path, { at }]) => at ?? path),
  ])
  const strangers = new Map<string, string>()
  const look = (within: string): void => {
    for (const entry of readdirSync(join(folder, within), { withFileTypes: true })) {
      const path = within === '' ? entry.name : `${within}/${entry.name}`
      if (skipped.has(entry.name) || strangers.size >= strangersMax) continue
      if (entry.isDirectory()) look(path)
      else if (entry.isFile() && !known.has(path) && lstatSync(join(folder, path)).size <= strangerBytesMax)
        strangers.set(path, read(path) ?? '')
    }
  }
  look('')
  return strangers
}

/** A file's text; null where there is none. What is no file (a link, a folder) is a person's, and never written through. */
const readText = (folder: string, path: string): string | null => {
  const file = placeIn(folder, path)
  const found = lstatSync(file, { throwIfNoEntry: false })
  if (!found) return null
  if (!found.isFile())
    throw new Error(`${file} is no file; a generated file belongs there. Move it away and generate again.`)
  return readTextIn(folder, path, generatedBytesMax)
}
