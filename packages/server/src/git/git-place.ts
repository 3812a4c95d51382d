import { lstat } from 'node:fs/promises'
import { join } from 'node:path'

/** Where a repository keeps what is its own; `isMissing`: it has to be made. */
export interface GitPlace {
  readonly gitFolder: string
  readonly isMissing: boolean
}

/** Somebody asks for a place where nothing is pushed to. The sentence names no path. */
export class PlaceRefused extends Error {
  override readonly name = 'PlaceRefused'
}

/** Names of folders as they come from outside: none of them leads up or is git's own. */
const namePattern = /^[a-z0-9][a-z0-9_-]{0,63}(?:\.git)?$/

/**
 * The repository of an organisation, bare or with a work tree, below the folder that the operator of the platform named: folders all the way, and
 * no links. Rejects with a PlaceRefused.
 */
export const gitPlace = async (root: string, organisation: string, name: string): Promise<GitPlace> => {
  for (const each of [organisation, name])
    if (!namePattern.test(each)) throw new PlaceRefused('No repository has such a name.')
  const folder = join(root, organisation, name)
  if ((await kindOf(root)) !== 'folder') throw new PlaceRefused('The folder of repositories is not there.')
  if (!isFolderOrMissing(await kindOf(join(root, organisation))))
    throw new PlaceRefused('It is no folder of this organisation.')
  const kind = await kindOf(folder)
  if (kind === 'missing') return { gitFolder: folder, isMissing: true }
  if (kind !== 'folder') throw new PlaceRefused('It is a link or a file, and no repository.')
  const inside = await kindOf(join(folder, '.git'))
  if (!isFolderOrMissing(inside)) throw new PlaceRefused('Its repository lies elsewhere.')
  const gitFolder = inside === 'folder' ? join(folder, '.git') : folder
  for (const part of ['HEAD', 'objects', 'refs'])
    if (!['file', 'folder'].includes(await kindOf(join(gitFolder, part))))
      throw new PlaceRefused('It is no git repository.')
  if ((await kindOf(join(gitFolder, 'commondir'))) !== 'missing')
    throw new PlaceRefused('Its repository lies elsewhere.')
  return { gitFolder, isMissing: false }
}

type Kind = 'missing' | 'folder' | 'file' | 'other'

const kindOf = async (path: string): Promise<Kind> => {
  const found = await lstat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (!found) return 'missing'
  if (found.isDirectory()) return 'folder'
  return found.isFile() ? 'file' : 'other'
}

const isFolderOrMissing = (kind: Kind): boolean => kind === 'folder' || kind === 'missing'
