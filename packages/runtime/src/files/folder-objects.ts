import { randomUUID } from 'node:crypto'
import { type FileHandle, link, open, readdir, rmdir, stat, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { makeFolder } from '../settings/make-folder.ts'
import { privateFolder } from '../settings/private-files.ts'
import { filesUnavailable } from './file-problems.ts'
import type { ByteRange, ObjectEntry, ObjectStore } from './object-store.ts'
import { writePieces } from './write-pieces.ts'

/**
 * Objects as files of a folder, of its own user alone (files 0600, folders 0700). A file is written beside the others, brought to disk, and
 * then given its name by a hard link: `link` takes no name that is taken (POSIX.1-2017, EEXIST), where `rename` would replace what
 * another process has put there. The folder has to be on one file system that has hard links.
 */
export const folderObjects = (folder: string): ObjectStore => {
  const partial = join(folder, partialFolder)
  const fileOf = (key: string): string => join(folder, ...key.split('/'))
  privateFolder(partial)

  const putNew = async (key: string, pieces: readonly Uint8Array[]): Promise<boolean> => {
    const draft = join(partial, randomUUID())
    try {
      await writeDurably(draft, pieces)
      return await named(draft, fileOf(key))
    } finally {
      await unlink(draft).catch(ifMissing(undefined))
    }
  }

  return {
    putNew: (key, pieces) => putNew(key, pieces).catch(unavailable),
    read: async (key, range) => {
      const handle = await open(fileOf(key), 'r').catch(ifMissing(null)).catch(unavailable)
      return handle && readThrough(handle, range)
    },
    list: (prefix) => listBelow(fileOf(prefix.slice(0, -1)), prefix),
    remove: async (key) => {
      const file = fileOf(key)
      await unlink(file).catch(ifMissing(undefined)).catch(unavailable)
      // Not empty: others are there.
      await rmdir(dirname(file)).catch(() => {})
    },
    sweep: async (beforeMs) => {
      for (const name of await readdir(partial).catch(unavailable)) {
        const draft = join(partial, name)
        const { mtimeMs = Number.POSITIVE_INFINITY } = (await stat(draft).catch(ifMissing(null))) ?? {}
        if (mtimeMs < beforeMs) await unlink(draft).catch(ifMissing(undefined))
      }
    },
  }
}

/** No word of a key begins so. */
const partialFolder = '.partial'
const readBytes = 65_536

const writeDurably = async (file: string, pieces: readonly Uint8Array[]): Promise<void> => {
  const handle = await open(file, 'wx', 0o600)
  try {
    await writePieces(handle, pieces)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Gives a file its name, which outlives a crash as well. False where another has it. */
const named = async (draft: string, file: string): Promise<boolean> => {
  for (let tries = 0; ; tries++) {
    await durableFolder(dirname(file))
    try {
      await link(draft, file)
      break
    } catch (error) {
      if (codeOf(error) === 'EEXIST') return false
      // The folder was emptied by another and went with its last file.
      if (codeOf(error) !== 'ENOENT' || tries === namedTriesMax) throw error
    }
  }
  await syncFolder(dirname(file))
  return true
}

const namedTriesMax = 5

/** Also the entries of the folders that had to be made are on disk. */
const durableFolder = async (folder: string): Promise<void> => {
  if (await stat(folder).catch(ifMissing(null))) return
  await durableFolder(dirname(folder))
  makeFolder(folder, 0o700)
  await syncFolder(dirname(folder))
}

const syncFolder = async (folder: string): Promise<void> => {
  // Windows opens no folders, and keeps their entries by its journal.
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function* readThrough(handle: FileHandle, range?: ByteRange): AsyncGenerator<Uint8Array, void> {
  try {
    const end = range?.to ?? Number.POSITIVE_INFINITY
    for (let at = range?.from ?? 0; at < end; ) {
      const { bytesRead, buffer } = await handle.read(
        Buffer.allocUnsafe(readBytes),
        0,
        Math.min(readBytes, end - at),
        at,
      )
      if (bytesRead === 0) return
      at += bytesRead
      yield buffer.subarray(0, bytesRead)
    }
  } catch (error) {
    unavailable(error)
  } finally {
    await handle.close()
  }
}

async function* listBelow(folder: string, prefix: string): AsyncGenerator<ObjectEntry, void> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(ifMissing([])).catch(unavailable)
  // As keys sort: a folder's name goes on with `/`.
  const sorted = entries
    .map((entry) => ({ name: entry.isDirectory() ? `${entry.name}/` : entry.name, isFolder: entry.isDirectory() }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
  for (const { name, isFolder } of sorted) {
    if (isFolder) {
      yield* listBelow(join(folder, name.slice(0, -1)), `${prefix}${name}`)
      continue
    }
    const found = await stat(join(folder, name)).catch(ifMissing(null)).catch(unavailable)
    if (found) yield { key: `${prefix}${name}`, bytes: found.size, changedAtMs: found.mtimeMs }
  }
}

const codeOf = (error: unknown): unknown => (error as NodeJS.ErrnoException | null)?.code

const ifMissing =
  <Instead>(instead: Instead) =>
  (error: unknown): Instead => {
    if (codeOf(error) === 'ENOENT') return instead
    throw error
  }

/** EDQUOT: who runs the service has no more room of what the disk still has. */
const noRoom = new Set<unknown>(['ENOSPC', 'EDQUOT'])

const unavailable = (error: unknown): never => {
  throw filesUnavailable(
    noRoom.has(codeOf(error))
      ? 'There is no room for more files. Make some, and send it again.'
      : 'Files cannot be stored or read now. Try again later.',
    error,
  )
}
