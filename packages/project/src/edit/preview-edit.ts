import { accessMatrix, compileAccess } from '@charter/access'
import { type Charter, type Diff, diffCharters, parseCharter, sha256 } from '@charter/charter'
import { type Edit, editCharter } from '@charter/draft'
import { styles } from '@charter/styles'
import { checkLoaded, Refused } from '../check.ts'
import { type LoadedCharter, loadCharter } from '../load.ts'
import { unifiedDiff } from './unified-diff.ts'

/** What words would change in a charter on disk; nothing is written. */
export interface EditPreview extends Edit {
  readonly words: string
  /** Unified diff of the document's files. */
  readonly text: readonly string[]
  /** What changes in the API and who gains or loses what; null where the edit is refused or changes nothing. */
  readonly changes: Diff | null
  /** The files that it was made from: an apply that finds others refuses. */
  readonly digest: string
}

/** Previews an edit of the charter at a path. Rejects with NoCharter, or with Refused where the charter has errors already. */
export const previewEdit = async (path: string, words: string): Promise<EditPreview> => {
  const loaded = await loadCharter(path)
  if (!loaded.charter) throw new Refused(loaded.diagnostics)
  return previewOf(loaded, loaded.charter, words)
}

const previewOf = (loaded: LoadedCharter, before: Charter, words: string): EditPreview => {
  const { files } = loaded.document
  const edit = editCharter(words, files, { check: (edited) => checkLoaded({ ...loaded, ...parseCharter(edited) }) })
  const after = edit.isRefused ? null : parseCharter(edit.files).charter
  const text = fileNames(files, edit.files).flatMap((file) =>
    unifiedDiff(file, files[file] ?? '', edit.files[file] ?? ''),
  )
  return {
    ...edit,
    words,
    text,
    changes: after && text.length > 0 ? changesBetween(before, after) : null,
    digest: digestOf(files),
  }
}

export const digestOf = (files: Readonly<Record<string, string>>): string =>
  sha256(JSON.stringify(Object.entries(files).sort(([a], [b]) => (a < b ? -1 : 1))))

const fileNames = (before: Edit['files'], after: Edit['files']): readonly string[] => [
  ...new Set([...Object.keys(before), ...Object.keys(after)]),
]

const changesBetween = (before: Charter, after: Charter): Diff =>
  diffCharters(before, after, {
    styles,
    access: (charter) => accessMatrix(charter, compileAccess(charter).rules),
  })
