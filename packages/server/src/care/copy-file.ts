import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { type FileHandle, lstat, open, readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { privateFolder } from '@charter/runtime/service'
import { CareFault } from './care-fault.ts'

/** What a file of a backup is, so that it can be told from any other. */
export interface FileProof {
  readonly size: number
  /** `sha256:` and 64 digits. */
  readonly digest: string
}

/** Copies a file to where none is; on disk when it resolves, of its own user alone. Rejects with a CareFault where it is no plain file. */
export const copyFile = async (from: string, to: string): Promise<FileProof> => {
  await requirePlain(from)
  privateFolder(dirname(to))
  return pass(from, async (pieces) => {
    await pipeline(pieces, createWriteStream(to, { flags: 'wx', mode: 0o600, flush: true }))
  })
}

/** What a file is by now. Rejects with a CareFault where it is no plain file. */
export const proofOf = async (file: string): Promise<FileProof> => {
  await requirePlain(file)
  return pass(file, async (pieces) => {
    for await (const _ of pieces);
  })
}

/** The names of what was written into a folder, and into those below it, are on disk when it resolves. */
export const syncFolders = async (folder: string): Promise<void> => {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  const below = entries.filter((entry) => entry.isDirectory()).map(({ parentPath, name }) => join(parentPath, name))
  for (const each of [...below, folder]) await syncFolder(each)
}

/** The same of a folder alone. */
export const syncFolder = async (folder: string): Promise<void> => {
  const handle: FileHandle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}

const requirePlain = async (file: string): Promise<void> => {
  const found = await lstat(file).catch(() => null)
  if (!found?.isFile()) throw new CareFault(`${file} is ${found ? 'no plain file' : 'missing'}.`)
}

const pass = async (file: string, take: (pieces: AsyncIterable<Buffer>) => Promise<void>): Promise<FileProof> => {
  const hash = createHash('sha256')
  let size = 0
  const pieces = async function* () {
    for await (const piece of createReadStream(file)) {
      hash.update(piece)
      size += piece.length
      yield piece as Buffer
    }
  }
  await take(pieces())
  return { size, digest: `sha256:${hash.digest('hex')}` }
}
