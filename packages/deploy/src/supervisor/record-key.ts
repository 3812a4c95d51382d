import { createPublicKey } from 'node:crypto'
import { closeSync, constants, fstatSync, openSync, readFileSync, unlinkSync } from 'node:fs'
import { join } from 'node:path'

const bytesMax = 4096

/**
 * The key, PEM, that a service wrote into its folder as that of its record (docs/ledger.md); null where it wrote none. The folder is the service's, which may put another thing
 * in a file's place at any moment: what was opened is what is judged and read.
 */
export const recordKeyIn = (data: string): string | null =>
  reading(join(data, 'keys'), constants.O_DIRECTORY, (folder) =>
    reading(`/proc/self/fd/${folder}/audit.pub.pem`, 0, (file) => {
      const found = fstatSync(file)
      return found.isFile() && found.size <= bytesMax ? readFileSync(file, 'utf8') : null
    }),
  )

/** Takes it away, whatever lies in its place, so that who writes it next has written it since. */
export const forgetRecordKey = (data: string): void =>
  void reading(join(data, 'keys'), constants.O_DIRECTORY, (folder) => {
    try {
      unlinkSync(`/proc/self/fd/${folder}/audit.pub.pem`)
    } catch {
      // There is none, or a folder, which is no key either.
    }
    return null
  })

/** Whether what lies there is a key. */
export const hasRecordKey = (data: string): boolean => {
  try {
    return createPublicKey(recordKeyIn(data) ?? '').type === 'public'
  } catch {
    return false
  }
}

/** Through no link, and without waiting for whoever is to write into a pipe; null where it does not open. */
const reading = (path: string, flags: number, read: (file: number) => string | null): string | null => {
  let file: number
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK | flags)
  } catch {
    return null
  }
  try {
    return read(file)
  } finally {
    closeSync(file)
  }
}
