import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Diagnostic, isRefused } from '@charter/charter'
import { checkLoaded } from './check.ts'
import { type Given, readGiven, writeGiven } from './given.ts'
import { isThereIn, namesIn, readTextIn, writeIn } from './inside.ts'
import { keepLock } from './keep-lock.ts'
import { type LoadedCharter, loadCharter, NoCharter } from './load.ts'
import { wordsFile } from './words-file.ts'
import { writeCharter } from './write-charter.ts'

export interface Initialised {
  readonly origin: Given['origin']
  readonly losses: Given['losses']
  readonly loaded: LoadedCharter
  readonly diagnostics: readonly Diagnostic[]
  /** What was written, below the folder. */
  readonly files: readonly string[]
}

/** Thrown where a project is there already, which is never written over; the sentence says what to do. */
export class ProjectThere extends Error {
  override readonly name = 'ProjectThere'
}

/**
 * Makes a project in a folder from words, a SQLite file, the URL of a database, or a charter (a file, or the folder of one): its
 * charter and lock, and the words where it is from words. Rejects with ProjectThere, NoCharter or WordsRefused before anything is
 * written.
 */
export const initProject = async (
  folder: string,
  input: string,
  onStep: (step: string) => void = () => {},
): Promise<Initialised> => {
  requireEmpty(folder, ['charter.yaml', 'charter.lock', 'entities'])
  const { origin, losses, files } = (await isFolder(input))
    ? await copyProject(folder, input)
    : await writeProject(folder, input, onStep)
  const loaded = await loadCharter(folder)
  return { origin, losses, loaded, diagnostics: checkLoaded(loaded), files }
}

/** Whether a charter may be generated from and run as it is. */
export const isSound = ({ loaded, diagnostics }: Initialised): boolean =>
  loaded.charter !== undefined && !isRefused(diagnostics)

const isFolder = (input: string): Promise<boolean> =>
  stat(input).then(
    (found) => found.isDirectory(),
    () => false,
  )

type Written = Pick<Initialised, 'origin' | 'losses' | 'files'>

const writeProject = async (folder: string, input: string, onStep: (step: string) => void): Promise<Written> => {
  const given = await readGiven(input, onStep)
  if (given.words !== undefined) requireEmpty(folder, [wordsFile])
  const { origin, losses } = given
  return { origin, losses, files: writeGiven(folder, given) }
}

/** A charter with its lock, which is made where there is none, and its entities' files, and nothing else of the folder. */
const copyProject = async (folder: string, from: string): Promise<Written> => {
  if (!isThereIn(from, 'charter.yaml')) throw new NoCharter(`The folder "${from}" holds no charter.yaml.`)
  const entities = namesIn(from, 'entities').filter((name) => /\.ya?ml$/.test(name))
  const files = ['charter.yaml', 'charter.lock', ...entities.map((name) => join('entities', name))].filter((path) =>
    isThereIn(from, path),
  )
  for (const path of files) {
    const text = readTextIn(from, path) ?? ''
    if (path === 'charter.yaml') writeCharter(folder, path, text)
    else writeIn(folder, path, text)
  }
  const loaded = await loadCharter(folder)
  const isLocked = loaded.charter !== null && (await keepLock(loaded.charter, loaded))
  return { origin: 'given', losses: [], files: [...new Set([...files, ...(isLocked ? ['charter.lock'] : [])])] }
}

const requireEmpty = (folder: string, paths: readonly string[]): void => {
  const there = paths.find((path) => isThereIn(folder, path))
  if (there !== undefined)
    throw new ProjectThere(
      `This folder has ${there === 'entities' ? 'a folder' : 'a'} ${there} already, and init writes over nothing. Change it with: charter edit "<words>", or go to an empty folder.`,
    )
}
