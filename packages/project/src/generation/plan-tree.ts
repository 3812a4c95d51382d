import type { GeneratedFile } from '@charter/charter'
import { digestOf, type Manifest, type ManifestFile } from './manifest.ts'
import { mergeFile } from './merge-file.ts'
import { conflictsIn } from './merge-text.ts'

/** What the plan has to know of the folder. Texts have `\n` for line ends. */
export interface FolderView {
  read(path: string): string | null
  /** A text as generated, by its hash; null where it is not kept. */
  baseline(hash: string): string | null
  /** Where a person moved a file that is not in its place, by the text it was generated with. */
  movedTo(path: string, base: string | null): string | null
}

export interface Conflict {
  readonly path: string
  /** Lines, from 1, of its markers. */
  readonly lines: readonly number[]
}

/** What generating does to a folder, in paths of it. */
export interface WriteReport {
  readonly written: readonly string[]
  readonly unchanged: number
  /** Files with a person's changes, into which the generator's were merged. */
  readonly merged: readonly string[]
  /** Both sides changed the same lines: they are marked, and wait for a person. */
  readonly conflicts: readonly Conflict[]
  /** The machine's lines stand where both sides changed them; the person's file is beside, as `<path>.yours`. */
  readonly aside: readonly string[]
  /** Files that a person had before, or changed where what was generated is not known any more: left alone. */
  readonly kept: readonly string[]
  /** Files of a renamed thing, with what a person changed in them. */
  readonly renamed: readonly { readonly from: string; readonly to: string }[]
  /** Files that a person deleted: not written again. */
  readonly leftOut: readonly string[]
  /** Files of an earlier generation that nothing makes any more. */
  readonly removed: readonly string[]
  /** The same, with a person's changes: theirs from now on. */
  readonly orphaned: readonly string[]
}

export interface Plan {
  /** Path → text, or null for what goes. */
  readonly changes: ReadonlyMap<string, string | null>
  readonly manifest: Manifest
  readonly report: WriteReport
}

export interface PlanOptions {
  /** Files that a person deleted are written again. */
  readonly isRestoring?: boolean
}

type Lists = { -readonly [Name in keyof Omit<WriteReport, 'unchanged'>]: WriteReport[Name][number][] }

/** Decides file by file what becomes of a generated tree in a folder, by what was generated there last and what a person did since. */
export const planTree = (
  files: readonly GeneratedFile[],
  before: Manifest,
  folder: FolderView,
  { isRestoring = false }: PlanOptions = {},
): Plan => {
  const changes = new Map<string, string | null>()
  const next: Record<string, ManifestFile> = {}
  const lists: Lists = {
    written: [],
    merged: [],
    conflicts: [],
    aside: [],
    kept: [],
    renamed: [],
    leftOut: [],
    removed: [],
    orphaned: [],
  }
  let unchanged = 0
  const sources = sourcesOf(files, before)
  const places = new Set(Object.entries(before.files).map(([path, { at }]) => at ?? path))
  for (const file of files) {
    const source = sources.get(file.path)
    const fate = fateOf(file, source, folder, isRestoring)
    if (fate.entry) next[file.path] = fate.entry
    if (fate.to !== undefined && fate.from !== undefined && fate.from !== fate.to) {
      lists.renamed.push({ from: fate.from, to: fate.to })
      const stranger = places.has(fate.to) ? null : folder.read(fate.to)
      if (stranger !== null && stranger !== fate.text) {
        changes.set(`${fate.to}.yours`, stranger)
        lists.aside.push(fate.to)
      }
    }
    if (fate.aside !== undefined) changes.set(`${fate.to}.yours`, fate.aside)
    if (fate.text !== undefined && fate.to !== undefined) changes.set(fate.to, fate.text)
    if (fate.kind === 'unchanged') unchanged++
    else if (fate.kind === 'conflicts')
      lists.conflicts.push({ path: fate.to ?? file.path, lines: conflictsIn(fate.text ?? '') })
    else lists[fate.kind].push(fate.to ?? file.path)
  }
  for (const { from } of lists.renamed) if (!changes.has(from)) changes.set(from, null)
  const used = new Set([...sources.values()].map(({ path }) => path))
  for (const [path, entry] of Object.entries(before.files)) {
    if (used.has(path)) continue
    const place = placeOf({ path, entry }, folder, folder.baseline(entry.hash))
    // What a person owns stays when its operation goes; so does what they changed.
    if (place === null || changes.has(place.path)) continue
    if (digestOf(place.text) === entry.hash) {
      changes.set(place.path, null)
      lists.removed.push(place.path)
    } else lists.orphaned.push(place.path)
  }
  const conflicts = lists.conflicts.map(({ path }) => path)
  return { changes, manifest: { files: next, conflicts }, report: { ...lists, unchanged } }
}

interface Source {
  readonly path: string
  readonly entry: ManifestFile
}

/** Which file of before each file goes on from: the one at its path, or the one of the same id that nothing else goes on from. */
const sourcesOf = (files: readonly GeneratedFile[], { files: before }: Manifest): ReadonlyMap<string, Source> => {
  const byId = new Map(Object.entries(before).map(([path, entry]) => [entry.id ?? path, { path, entry }]))
  return new Map(
    files.flatMap(({ path, id = path }): [string, Source][] => {
      const found = byId.get(id)
      return found ? [[path, found]] : []
    }),
  )
}

interface Fate {
  readonly kind: 'unchanged' | 'written' | 'merged' | 'conflicts' | 'aside' | 'kept' | 'leftOut'
  readonly entry?: ManifestFile
  readonly from?: string
  readonly to?: string
  readonly text?: string
  /** The person's text, to be kept beside. */
  readonly aside?: string
}

const fateOf = (file: GeneratedFile, source: Source | undefined, folder: FolderView, isRestoring: boolean): Fate => {
  const entry = entryOf(file)
  if (!source) return fateOfNew(file, entry, folder.read(file.path))
  const base = folder.baseline(source.entry.hash)
  const place = placeOf(source, folder, base)
  if (place === null) {
    // Manifests of the first form kept no texts, and what was deleted then came back.
    const isForgotten = base === null && !source.entry.isLeftOut
    if (isRestoring || isForgotten) return { kind: 'written', entry, to: file.path, text: file.text }
    return { kind: 'leftOut', entry: { ...entry, isLeftOut: true } }
  }
  // What a person moved stays where they put it.
  const isMoved = place.path !== source.path
  const [from, to] = [place.path, isMoved ? place.path : file.path]
  const known = { from, to, entry: isMoved ? { ...entry, at: to } : entry }
  return fateOfKnown({ file, source, base, mine: place.text }, known)
}

const entryOf = ({ text, owner, id, path }: GeneratedFile): ManifestFile => ({
  hash: digestOf(text),
  owner,
  ...(id !== undefined && id !== path && { id }),
})

const fateOfNew = (file: GeneratedFile, entry: ManifestFile, there: string | null): Fate => {
  if (there === null) return { kind: 'written', entry, to: file.path, text: file.text }
  if (there === file.text) return { kind: 'unchanged', entry }
  return { kind: file.owner === 'person' ? 'unchanged' : 'kept', to: file.path }
}

const placeOf = (
  { path, entry }: Source,
  folder: FolderView,
  base: string | null,
): { readonly path: string; readonly text: string } | null => {
  const expected = entry.at ?? path
  const there = folder.read(expected)
  if (there !== null) return { path: expected, text: there }
  const moved = entry.isLeftOut ? null : folder.movedTo(expected, base)
  const text = moved === null ? null : folder.read(moved)
  return moved === null || text === null ? null : { path: moved, text }
}

interface Sides {
  readonly file: GeneratedFile
  readonly source: Source
  readonly base: string | null
  readonly mine: string
}

const fateOfKnown = (
  { file, source, base, mine }: Sides,
  known: { readonly from: string; readonly to: string; readonly entry: ManifestFile },
): Fate => {
  const isInPlace = known.from === known.to
  const isPristine = digestOf(mine) === source.entry.hash
  // A person's file follows a rename, and is theirs otherwise.
  if (file.owner === 'person' && isInPlace)
    return { kind: 'unchanged', entry: source.entry, from: known.from, to: known.to }
  if (mine === file.text) return isInPlace ? { ...known, kind: 'unchanged' } : { ...known, kind: 'written', text: mine }
  if (isPristine) return { ...known, kind: 'written', text: file.text }
  if (digestOf(file.text) === source.entry.hash)
    return isInPlace ? { ...known, kind: 'unchanged' } : { ...known, kind: 'merged', text: mine }
  if (base === null) return { kind: 'kept', entry: source.entry, from: known.from, to: known.from }
  const merged = mergeFile(file.path, file.owner, { base, mine, theirs: file.text })
  if (merged.conflicts.length === 0) return { ...known, kind: 'merged', text: merged.text }
  // What was written once has nothing to say against what a person made of it: its types say what to mend.
  if (file.owner === 'person') return { ...known, kind: 'merged', text: mine }
  return file.owner === 'machine'
    ? { ...known, kind: 'aside', text: merged.text, aside: mine }
    : { ...known, kind: 'conflicts', text: merged.text }
}
