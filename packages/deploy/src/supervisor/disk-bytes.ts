import { lstat, opendir } from 'node:fs/promises'
import { join } from 'node:path'

/** What a file costs at least that holds nothing: a place among the files of its disk. */
const fileBytesMin = 1024

/**
 * The bytes of its disk that a folder takes, as far as there are no more than so many: then it says how many it found until then. No link is
 * followed, and a file with several names counts once. What goes away meanwhile is not counted; what
 * cannot be looked into is as much as there may be, and more.
 */
export const diskBytesIn = async (folder: string, bytesMax: number): Promise<number> => {
  const seen = new Set<string>()
  const open = [folder]
  let bytes = 0
  for (let next = open.pop(); next !== undefined && bytes <= bytesMax; next = open.pop())
    try {
      for await (const entry of await opendir(next)) {
        const path = join(next, entry.name)
        const found = await lstat(path).catch(goneSince)
        if (!found) continue
        const name = `${found.dev}:${found.ino}`
        if (found.isDirectory()) open.push(path)
        else if (found.nlink > 1 && seen.has(name)) continue
        else if (found.nlink > 1) seen.add(name)
        bytes += Math.max(found.blocks * 512, fileBytesMin)
        if (bytes > bytesMax) break
      }
    } catch (error) {
      if (!isGone(error)) return Number.POSITIVE_INFINITY
    }
  return bytes
}

const isGone = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')

const goneSince = (error: unknown): null => {
  if (isGone(error)) return null
  throw error
}
