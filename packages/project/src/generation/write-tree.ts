import type { GeneratedFile } from '@charter/charter'
import { isThereIn, readTextIn } from '../inside.ts'
import { charterVersion } from '../version.ts'
import { folderView } from './folder-view.ts'
import { applyChanges, type Change, finishChanges } from './journal.ts'
import {
  baselineFile,
  digestOf,
  formatManifest,
  type Manifest,
  manifestFile,
  packBaseline,
  readManifest,
} from './manifest.ts'
import { conflictsIn } from './merge-text.ts'
import { type Conflict, type Plan, type PlanOptions, planTree, type WriteReport } from './plan-tree.ts'

export interface WriteOptions extends PlanOptions {
  /** Nothing is written. */
  readonly isDryRun?: boolean
  /** Told what becomes of each file, before it does: its text before and after, null where it is not there. */
  readonly onChange?: (path: string, before: string | null, after: string | null) => void
}

/** Thrown when conflicts of the generation before are still marked. */
export class Unresolved extends Error {
  override readonly name = 'Unresolved'
  readonly conflicts: readonly Conflict[]
  constructor(conflicts: readonly Conflict[]) {
    const places = conflicts.map(({ path, lines }) => `${path}:${lines[0]}`)
    super(
      `Conflicts of the generation before are still marked: ${places.join(', ')}. Edit each place between <<<<<<< and >>>>>>> to what it shall be, then generate again with --continue.`,
    )
    this.conflicts = conflicts
  }
}

/**
 * Brings a generated tree into a folder, with what a person changed there since it was generated last: three-way merges, renames
 * followed, stale files taken away. The folder is changed as a whole (see `applyChanges`), and twice is no diff. Throws Unresolved
 * and FolderBusy, and what the file system throws; the folder is then as it was.
 */
export const writeTree = async (
  folder: string,
  files: readonly GeneratedFile[],
  { isDryRun = false, onChange, ...options }: WriteOptions = {},
): Promise<WriteReport> => {
  if (!isDryRun) await finishChanges(folder)
  const before = readManifest(readTextIn(folder, manifestFile))
  refuseUnresolved(folder, before)
  const view = folderView(folder, before, files)
  const plan = planTree(files, before, view, options)
  for (const [path, text] of plan.changes) onChange?.(path, view.read(path), text)
  if (!isDryRun) await applyChanges(folder, changesOf(folder, plan, before, files, view.lineEnd))
  return plan.report
}

const refuseUnresolved = (folder: string, { conflicts }: Manifest): void => {
  const open = conflicts.flatMap((path): Conflict[] => {
    const lines = conflictsIn(readTextIn(folder, path)?.replaceAll('\r\n', '\n') ?? '')
    return lines.length > 0 ? [{ path, lines }] : []
  })
  if (open.length > 0) throw new Unresolved(open)
}

/** The plan's files, the texts as generated that are new, and, last, the manifest. */
const changesOf = (
  folder: string,
  { changes, manifest }: Plan,
  before: Manifest,
  files: readonly GeneratedFile[],
  lineEnd: (path: string) => string,
): readonly Change[] => {
  const own = [...changes].map(
    ([path, text]): Change => ({ path, content: text === null ? null : text.replaceAll('\n', lineEnd(path)) }),
  )
  const needed = new Set(Object.values(manifest.files).map(({ hash }) => baselineFile(hash)))
  const texts = new Map(files.map(({ text }) => [digestOf(text), text]))
  const added = [...texts].flatMap(([hash, text]): Change[] => {
    const path = baselineFile(hash)
    return needed.has(path) && !isThereIn(folder, path) ? [{ path, content: packBaseline(text) }] : []
  })
  const known = new Set(Object.values(before.files).map(({ hash }) => baselineFile(hash)))
  const gone = [...known]
    .filter((path) => !needed.has(path) && isThereIn(folder, path))
    .map((path): Change => ({ path, content: null }))
  const text = formatManifest(manifest, charterVersion())
  const isSame = readTextIn(folder, manifestFile) === text
  return [...own, ...added, ...gone, ...(isSame ? [] : [{ path: manifestFile, content: text }])]
}
