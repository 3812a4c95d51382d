import { stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { type ParsedCharter, parseCharter, withIncluded } from '@charter/charter'
import { styles } from '@charter/styles'
import { isThereIn, namesIn, readTextIn } from './inside.ts'
import { generatedBy } from './upgrade/generated-by.ts'
import { wordsFile } from './words-file.ts'

export interface LoadedCharter extends ParsedCharter {
  /** Folder that holds the document. */
  readonly folder: string
  /** The document's own file, as a path. */
  readonly file: string
  /** The words that it was drafted from, where they lie beside it. */
  readonly words?: string
}

/** Thrown when the path holds no charter; the sentence says what to do. */
export class NoCharter extends Error {
  override readonly name = 'NoCharter'
}

/** Folder and file name of the document that a path names: a file, or a folder that holds `charter.yaml`. Rejects with NoCharter. */
export const charterAt = async (path: string): Promise<{ readonly folder: string; readonly name: string }> => {
  const found = await stat(path).catch(() => null)
  if (!found) throw new NoCharter(`There is no file or folder "${path}".`)
  return found.isDirectory() ? { folder: path, name: 'charter.yaml' } : { folder: dirname(path), name: basename(path) }
}

/** Reads a charter from a file, or from a folder with `charter.yaml` and `entities/`. Rejects with NoCharter. */
export const loadCharter = async (path: string): Promise<LoadedCharter> => {
  const { folder, name } = await charterAt(path)
  const files: Record<string, string> = {
    ...(await withIncluded(readDocument(folder, name), name, async (file) => readTextIn(folder, file, bytesMax))),
  }
  if (!Object.hasOwn(files, name))
    throw new NoCharter(
      isThereIn(folder, '.charter/manifest.json')
        ? `${path === '.' ? 'This folder' : `The folder "${path}"`} holds a generated service and no charter.yaml: the charter that it is of lies elsewhere. Name that one, with --charter where a command has it.`
        : `${path === '.' ? 'This folder' : `The folder "${path}"`} holds no charter.yaml. Make one with: ${path === '.' ? '' : `cd ${path} && `}charter init "what your API is about"`,
    )
  if (name === 'charter.yaml' && files['charter.lock'] === undefined && (await hadLock(folder)))
    files['charter.lock'] = ''
  const words = readTextIn(folder, wordsFile, bytesMax)
  return { ...parseCharter(files, { styles }), folder, file: join(folder, name), ...(words !== null && { words }) }
}

/** Whether a service was generated here, whose clients know what the lock held: none is as bad as an empty one. 0.1.0 kept none. */
const hadLock = async (folder: string): Promise<boolean> => typeof (await generatedBy(folder))?.charter === 'string'

const bytesMax = 4 * 2 ** 20

const readDocument = (folder: string, name: string): Record<string, string> => {
  const entities = name === 'charter.yaml' ? namesIn(folder, 'entities').filter((each) => /\.ya?ml$/.test(each)) : []
  const wanted = [name, 'charter.lock', ...entities.map((entity) => `entities/${entity}`)]
  const read = wanted.map((file) => [file, readTextIn(folder, file, bytesMax)] as const)
  return Object.fromEntries(read.filter((entry): entry is [string, string] => entry[1] !== null))
}
