import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Makes a folder and those above it that are not there, each with this mode; takes one that is there. Throws what the file system
 * answers. Node's own `recursive` asks without end where a folder that is there answers that it is not (`/proc`), and says of a disk
 * that may only be read that there is no such folder.
 */
export const makeFolder = (folder: string, mode = 0o777): void => {
  if (isFolder(folder)) return
  const above = dirname(folder)
  if (above !== folder) makeFolder(above, mode)
  try {
    mkdirSync(folder, { mode })
  } catch (error) {
    // Somebody else made it meanwhile.
    if (!isFolder(folder)) throw error
  }
}

/** A path below a file is no folder either. */
const isFolder = (path: string): boolean => {
  try {
    return statSync(path).isDirectory()
  } catch {
    return false
  }
}
