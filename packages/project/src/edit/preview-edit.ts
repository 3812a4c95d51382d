import { accessMatrix, compileAccess } from '@charter/access'
import {
  type Charter,
  type Diagnostic,
  type Diff,
  diffCharters,
  type ParsedCharter,
  parseCharter,
  sha256,
} from '@charter/charter'
import { answerQuestion, type Edit, editCharter } from '@charter/draft'
import { styles } from '@charter/styles'
import { atPath, checkLoaded } from '../check.ts'
import { type LoadedCharter, loadCharter } from '../load.ts'
import { Refused } from '../refused.ts'
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
  return previewEditOf(loaded, words)
}

/** The same of a charter that was read already. Throws Refused where it has errors. */
export const previewEditOf = (loaded: LoadedCharter, words: string): EditPreview => {
  if (!loaded.charter) throw new Refused(atPath(loaded, loaded.diagnostics))
  return previewOf(loaded, loaded.charter, words)
}

const previewOf = (loaded: LoadedCharter, before: Charter, words: string): EditPreview => {
  const { files } = loaded.document
  const read = readerFrom(loaded)
  const check = (edited: Edit['files']) => checkLoaded({ ...loaded, ...read(edited) })
  const edit = answerIn(words, before, files, check) ?? editCharter(words, files, { check })
  const after = edit.isRefused ? null : read(edit.files).charter
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

/** Reads each version of the files once, so that what is made of its charter is made once too. */
const readerFrom = (loaded: LoadedCharter): ((files: Edit['files']) => ParsedCharter) => {
  const known = new Map<string, ParsedCharter>([[textOf(loaded.document.files), loaded]])
  return (files) => {
    const read = known.get(textOf(files)) ?? parseCharter(files, { styles })
    known.set(textOf(files), read)
    return read
  }
}

const textOf = (files: Edit['files']): string =>
  JSON.stringify(Object.entries(files).sort(([a], [b]) => (a < b ? -1 : 1)))

const answering = /^\s*Answer [“"](.+)[”"] with [“"](.+)[”"]\.?\s*$/is

/** What an answer to a question of the charter changes, said as `Answer “…” with “…”`; null where the words are none. */
const answerIn = (
  words: string,
  { questions }: Charter,
  files: Edit['files'],
  check: (files: Edit['files']) => readonly Diagnostic[],
): Edit | null => {
  const [, sentence, answer] = answering.exec(words) ?? []
  const question = questions.find((each) => each.sentence === sentence)
  if (!question || answer === undefined) return null
  const known = answerQuestion(files, question, answer, { check })
  // The choices of a question that a person wrote are words of theirs.
  const asWords = known.hint === null ? known : answerQuestion(files, { ...question, choices: [] }, answer, { check })
  const { hint, ...answered } = asWords.hint === null ? asWords : known
  const notUnderstood = hint === null ? [] : [{ text: answer, offset: words.indexOf(answer), hint }]
  return { ...answered, notUnderstood, questions: [], moved: {}, findings: [], isRefused: false }
}

export const digestOf = (files: Readonly<Record<string, string>>): string => sha256(textOf(files))

const fileNames = (before: Edit['files'], after: Edit['files']): readonly string[] => [
  ...new Set([...Object.keys(before), ...Object.keys(after)]),
]

const changesBetween = (before: Charter, after: Charter): Diff =>
  diffCharters(before, after, {
    styles,
    access: (charter) => accessMatrix(charter, compileAccess(charter).rules),
  })
