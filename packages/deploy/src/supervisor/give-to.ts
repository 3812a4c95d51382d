import { lchown, lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Has a folder, and all in it, be a user's: an environment that comes back to another seat finds its data its own. No link is followed, and what
 * is theirs already is left alone.
 */
export const giveTo = async (folder: string, user: number): Promise<void> => {
  const { uid } = await lstat(folder)
  if (uid === user) return
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    await lchown(join(entry.parentPath, entry.name), user, user)
  // Last: one that was cut short is done anew.
  await lchown(folder, user, user)
}
