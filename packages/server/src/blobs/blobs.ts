import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { privateFolder } from '@charter/runtime/service'

/** Bytes by their digest: what was put is on disk, and the same bytes lie there once. */
export interface Blobs {
  /** Gives `sha256:` and 64 digits. */
  put(bytes: Uint8Array): Promise<string>
  /** Rejects where there are none, or they are no longer those that were put. */
  read(digest: string): Promise<Uint8Array>
}

export const digestOf = (bytes: Uint8Array): string => `sha256:${createHash('sha256').update(bytes).digest('hex')}`

/** As files of a folder, of its own user alone. */
export const folderBlobs = (folder: string): Blobs => {
  privateFolder(folder)
  const fileOf = (digest: string): string => {
    const [, digits = ''] = /^sha256:([0-9a-f]{64})$/.exec(digest) ?? []
    if (digits === '') throw new Error(`${digest} is no digest.`)
    return join(folder, digits.slice(0, 2), digits.slice(2))
  }
  const read = async (digest: string): Promise<Uint8Array> => {
    const bytes = await readFile(fileOf(digest))
    if (digestOf(bytes) !== digest) throw new Error(`The bytes kept as ${digest} were changed.`)
    return bytes
  }
  const isThere = (digest: string): Promise<boolean> =>
    read(digest).then(
      () => true,
      () => false,
    )
  return {
    read,
    put: async (bytes) => {
      const digest = digestOf(bytes)
      if (await isThere(digest)) return digest
      const file = fileOf(digest)
      await mkdir(join(file, '..'), { recursive: true, mode: 0o700 })
      const draft = `${file}.${randomUUID()}`
      const handle = await open(draft, 'wx', 0o600)
      try {
        await handle.writeFile(bytes)
        await handle.sync()
      } finally {
        await handle.close()
      }
      await rename(draft, file)
      return digest
    },
  }
}
