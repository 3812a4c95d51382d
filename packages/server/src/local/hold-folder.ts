import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { privateFile, privateFolder } from '@charter/runtime/service'

/** Another process has a platform open on the folder. */
export class FolderHeld extends Error {
  override readonly name = 'FolderHeld'
}

/**
 * Holds a folder for the platform of this process, until it lets go or ends however it ends: SQLite's lock of a file is the system's own.
 * Gives what lets go. Throws a FolderHeld.
 */
export const holdFolder = (folder: string): (() => void) => {
  privateFolder(folder)
  const file = join(folder, 'open.lock')
  privateFile(file)
  const held = new DatabaseSync(file)
  try {
    held.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    held.close()
    if (error instanceof Error && /locked/.test(error.message)) throw new FolderHeld(folder)
    throw error
  }
  return () => held.close()
}
