import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { GitFailed, git } from './git.ts'
import { PlaceRefused } from './git-place.ts'

/** What git reads and writes of a repository while something is pushed into it. */
const parts: ReadonlySet<string> = new Set([
  ...['HEAD', 'config', 'config.worktree', 'packed-refs', 'shallow', 'commondir'],
  ...['objects', 'refs', 'logs', 'info'],
])

/** Of files and folders: it ends, whatever lies there. */
const entriesMax = 500_000

/**
 * Whoever writes into a repository decides what git finds there. Nothing of it leads out or makes git wait: files and folders alone, no objects
 * that lie elsewhere or are fetched, and no settings that name other files. Rejects with a PlaceRefused, GitMissing or GitFailed.
 */
export const requirePlain = async (gitFolder: string): Promise<void> => {
  await requireFilesAlone(gitFolder)
  for (const name of ['alternates', 'http-alternates'])
    if ((await sizeOf(join(gitFolder, 'objects', 'info', name))) > 0)
      throw new PlaceRefused('Objects of its repository lie elsewhere.')
  for (const name of ['config', 'config.worktree'])
    if ((await sizeOf(join(gitFolder, name))) > 0 && (await leadsOut(join(gitFolder, name))))
      throw new PlaceRefused('Settings of its repository name others that lie elsewhere.')
}

const requireFilesAlone = async (gitFolder: string): Promise<void> => {
  let count = 0
  const folders = [gitFolder]
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop())
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      if (folder === gitFolder && !parts.has(entry.name)) continue
      if (++count > entriesMax) throw new PlaceRefused('Its repository holds too many files: have git pack it.')
      if (entry.isDirectory()) folders.push(join(folder, entry.name))
      else if (!entry.isFile()) throw new PlaceRefused('A part of its repository is a link, or no file.')
    }
}

const sizeOf = async (path: string): Promise<number> =>
  stat(path).then(
    ({ size }) => size,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return 0
      throw error
    },
  )

const leading = '^(include|includeif)\\.|^extensions\\.partialclone$|\\.promisor$'

/** The file alone is read, outside of any repository. */
const leadsOut = (path: string): Promise<boolean> =>
  git('/dev/null', ['config', '--file', path, '--no-includes', '--name-only', '--get-regexp', leading]).then(
    () => true,
    (error: unknown) => {
      // So it says that there is none.
      if (error instanceof GitFailed && error.message === '') return false
      throw error
    },
  )
