import { appendTo } from './append.ts'
import { Refused } from './bounds.ts'
import { noSuchFile, wrongOffset } from './file-problems.ts'
import type { FileStore, Scan } from './file-store.ts'
import { copiesOf, type FilePlace, findFile, nameIn } from './find-file.ts'
import { blockBytes } from './part-buffer.ts'
import { readFile } from './read-file.ts'
import { releaseUpload, removeCopies, sweepUploads } from './release.ts'
import { storeUpload } from './store-upload.ts'
import { uploadsOf } from './uploads.ts'

/**
 * `scope`: files are found within it alone; a tenant, and whether they are sealed. `sealing`: not there, files lie there as they are. Key
 * and secret stay in memory as long as it is used.
 */
export interface FileStoreOptions extends FilePlace {
  /** Looks at every file before it is one. */
  readonly scan?: Scan
  /** How long it may take: 5 minutes unless it is said. */
  readonly scanMs?: number
  /** A whole number of 64 KiB: 2 MiB unless it is said; so much of each append is in memory, twice that while it is sealed. */
  readonly partBytes?: number
  readonly nowMs: () => number
}

/** The files of a scope in a folder or a bucket. */
export const openFileStore = (options: FileStoreOptions): FileStore => {
  const { objects, scanMs = 300_000, partBytes = 32 * blockBytes, nowMs } = options
  const uploads = uploadsOf(options)

  const end = async (id: string): Promise<void> => {
    uploads.forget(id)
    await releaseUpload(objects, id)
  }

  const store: FileStore = {
    begin: (bounds) => uploads.begin(bounds),
    append: async (id, offset, bytes) => {
      const upload = await uploads.find(id)
      if (offset !== upload.offset) throw wrongOffset(upload.offset)
      let isRefused = false
      try {
        return await appendTo(upload, bytes, { objects, partBytes, onStored: (seen) => uploads.note(upload, seen) })
      } catch (error) {
        isRefused = error instanceof Refused
        throw error
      } finally {
        // What came of an upload that another has ended meanwhile is nobody's.
        if (isRefused || !(await uploads.has(id))) await end(id)
      }
    },
    offset: async (id) => (await uploads.find(id)).offset,
    finish: async (id, { digest, scan = options.scan } = {}) => {
      const upload = await uploads.find(id)
      try {
        const file = await storeUpload(upload, { ...options, scan, uploads, scanMs, digest })
        uploads.forget(id)
        return file
      } catch (error) {
        if (error instanceof Refused) await end(id)
        throw error
      }
    },
    abandon: async (id) => {
      if (await uploads.has(id)) await end(id)
    },
    put: async (bytes, bounds, wanted) => {
      const id = await store.begin(bounds)
      try {
        await store.append(id, 0, bytes)
        return await store.finish(id, wanted)
      } catch (error) {
        await store.abandon(id)
        throw error
      }
    },
    read: async (digest, range) => {
      const found = await findFile(options, digest)
      if (!found) throw noSuchFile()
      const { size, kind } = found.file
      return { size, kind, stream: readFile(objects, found, range) }
    },
    has: async (digest) => (await store.copies(digest)).length > 0,
    copies: (digest) => copiesOf(objects, nameIn(options, digest)),
    remove: async (digest, copies) =>
      removeCopies(objects, nameIn(options, digest), copies ?? (await store.copies(digest))),
    sweep: (olderThanMs) => sweepUploads(objects, nowMs() - olderThanMs),
  }
  return store
}
