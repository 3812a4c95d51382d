import { formatLock, type Lock, parseCharter, updateLock } from '@charter/charter'
import { styles, withGiven } from '@charter/styles'
import { isInside, readTextIn, removeIn, writeIn } from '../inside.ts'
import { type LoadedCharter, loadCharter } from '../load.ts'
import { digestOf, type EditPreview } from './preview-edit.ts'

/** Thrown where files are not what they were when an edit was made; the sentence says what to do. */
export class EditStale extends Error {
  override readonly name = 'EditStale'
}

/** The version before the last edit, and what that edit made of it. */
interface Previous {
  readonly words: string
  readonly files: Readonly<Record<string, string>>
  readonly digestAfter: string
}

const previousFile = '.charter/previous-edit.json'

/**
 * Writes what a preview shows, and `charter.lock` with where it comes from: each file replaced whole, the version before
 * kept once for `undoEdit`. Gives the files written. Rejects with EditStale when the charter changed since the preview.
 */
export const applyEdit = async (path: string, preview: EditPreview): Promise<readonly string[]> => {
  const loaded = await loadCharter(path)
  if (digestOf(loaded.document.files) !== preview.digest)
    throw new EditStale('The charter changed since the edit was previewed. Look at the edit again, then apply it.')
  if (preview.isRefused || preview.text.length === 0) return []
  const lockFile = lockFileOf(loaded)
  const files = { ...preview.files, [lockFile]: formatLock(lockAfter(loaded, preview)) }
  await writeFiles(loaded, files, preview.words)
  return Object.keys(files).filter((file) => files[file] !== loaded.document.files[file])
}

/** Puts back the version before the last edit, which in turn can be undone. Gives the words of that edit. Rejects with EditStale. */
export const undoEdit = async (path: string): Promise<string> => {
  const loaded = await loadCharter(path)
  const previous = readPrevious(loaded.folder)
  if (!previous) throw new EditStale('There is no edit to undo here.')
  if (digestOf(loaded.document.files) !== previous.digestAfter)
    throw new EditStale(
      'The charter was changed after that edit, and undoing it would lose the change. Take it back by hand, or from version control.',
    )
  await writeFiles(loaded, previous.files, previous.words)
  return previous.words
}

/** The copy of what was there goes first, the document's own file last: an interrupted run leaves a charter that reads. */
const writeFiles = async (
  { folder, document }: LoadedCharter,
  files: Readonly<Record<string, string>>,
  words: string,
): Promise<void> => {
  const previous: Previous = { words, files: document.files, digestAfter: digestOf(files) }
  writeIn(folder, previousFile, `${JSON.stringify(previous, null, 2)}\n`)
  const changed = Object.entries(files).filter(([file, text]) => document.files[file] !== text)
  const inOrder = changed.sort(([a], [b]) => Number(a === document.root) - Number(b === document.root))
  for (const [file, text] of inOrder) writeIn(folder, file, text)
  for (const file of Object.keys(document.files)) if (!Object.hasOwn(files, file)) removeIn(folder, file)
}

const lockFileOf = ({ document }: LoadedCharter): string => document.root.replace(/[^/]*$/, 'charter.lock')

/** Ids followed over renames, provenance under the new names, and beside it the words of this edit. */
const lockAfter = ({ document }: LoadedCharter, { files, moved, provenance }: EditPreview): Lock => {
  const { charter } = parseCharter(files, { styles })
  if (!charter) throw new Error('An edit that was not refused makes a charter that reads.')
  const kept = Object.entries(document.lock.provenance).flatMap(([path, from]) => {
    const to = movedPath(path, moved)
    return to === null ? [] : [[to, from] as const]
  })
  const said = Object.entries(provenance).map(
    ([path, { quoted, assumed, confidence }]) =>
      [
        path,
        { ...(quoted !== undefined && { quoted }), ...(assumed !== undefined && { assumed }), confidence },
      ] as const,
  )
  return withGiven(
    charter,
    updateLock(charter, { ...document.lock, provenance: Object.fromEntries(kept) }, Object.fromEntries(said)),
  )
}

/** Follows a path over the moves in order: of the whole first, then of its entity. */
const movedPath = (path: string, moved: EditPreview['moved']): string | null => {
  let at = path
  for (const [from, to] of Object.entries(moved)) {
    if (at !== from && !at.startsWith(`${from}.`)) continue
    if (to === null) return null
    at = `${to}${at.slice(from.length)}`
  }
  return at
}

/** It lies in the folder as everything else does: its names may be those of a charter's files alone. */
const readPrevious = (folder: string): Previous | null => {
  const text = readTextIn(folder, previousFile)
  if (text === null) return null
  const previous = JSON.parse(text) as Previous
  const names = Object.keys(previous.files ?? {})
  if (names.length > 0 && names.every(isOfCharter)) return previous
  throw new EditStale(`${previousFile} is none that Charter wrote. Remove it.`)
}

const isOfCharter = (name: string): boolean => isInside(name) && /^(?:entities\/)?[^\\/]+\.(?:ya?ml|lock)$/.test(name)
