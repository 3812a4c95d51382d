import { chmodSync, closeSync, openSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder } from './make-folder.ts'

/** What a service keeps is its own user's alone: also what was there before, made by hand, by an older version or out of a backup. */

const others = 0o077

/** Makes a folder, or takes one that is there, so that nobody else reads it; the folders above it are made so as well. */
export const privateFolder = (folder: string): void => {
  makeFolder(folder, 0o700)
  tighten(folder)
}

/** Makes an empty file, or takes the one that is there, so that nobody else reads it. */
export const privateFile = (file: string): void => {
  closeSync(openSync(file, 'a', 0o600))
  tighten(file)
}

/**
 * Takes from everybody else the right to what is there: nothing where there is nothing. Where that may not be done (it is another
 * user's), it is said loudly, and on it goes: who runs the service may have meant it so.
 */
export const tighten = (path: string): void => {
  const found = statSync(path, { throwIfNoEntry: false })
  // Windows has no such modes.
  if (!found || (found.mode & others) === 0 || process.platform === 'win32') return
  try {
    chmodSync(path, found.mode & 0o7777 & ~others)
  } catch (error) {
    const why = error instanceof Error ? error.message : 'it may not be changed'
    process.emitWarning(
      `Other users of this machine can read ${path}, and that could not be changed (${why}). Give it to the user of the service, or chmod it to ${found.isDirectory() ? '700' : '600'}.`,
    )
  }
}

/** What a service puts into its data folder by itself. */
const own = /^(?:keys|audit|.+\.db(?:-wal|-shm|-journal)?|.+-(?:before|failed)-\d+)$/

/**
 * A service's data folder, its keys and its logs. A folder that others share (`/tmp`, a home) is not taken from them: that keys and
 * logs lie in a folder of the service's own is enough, and that databases are files of its own.
 */
export const privateData = (folder: string): void => {
  makeFolder(folder, 0o700)
  const names = readdirSync(folder)
  if (names.every((name) => own.test(name))) tighten(folder)
  for (const name of ['keys', 'audit']) {
    const within = join(folder, name)
    privateFolder(within)
    for (const entry of readdirSync(within, { withFileTypes: true }))
      if (entry.isFile() && !entry.name.endsWith('.pub.pem')) tighten(join(within, entry.name))
  }
}
