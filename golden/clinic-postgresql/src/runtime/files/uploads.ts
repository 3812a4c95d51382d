import { randomUUID } from 'node:crypto'
import { forgetOldest } from '../limits/forget-oldest.ts'
import { type FileKey, newFileKey, openFileKey } from './file-keys.ts'
import { fileDamaged, noSuchUpload } from './file-problems.ts'
import type { FileBounds } from './file-store.ts'
import { type FilePlace, nameIn } from './find-file.ts'
import { type ObjectStore, wholeObject } from './object-store.ts'
import { blockBytes } from './part-buffer.ts'
import { partsIn, readParts } from './parts.ts'
import { type Seen, seenIn } from './seen.ts'

/** A file whose bytes are coming. */
export interface Upload {
  readonly id: string
  readonly bounds: FileBounds
  /** Null where it is not sealed. */
  readonly key: FileKey | null
  /** Bytes of each part that is stored. */
  readonly parts: readonly number[]
  readonly offset: number
  /** Null where nobody here has seen all of it, and it is long: its kind was found good then. */
  readonly seen: Seen | null
}

/** Uploads, as a store and this process know them. */
export interface Uploads {
  begin(bounds: FileBounds): Promise<string>
  /** Rejects with `not-found`. */
  find(id: string): Promise<Upload>
  /** Whether it is there, and is one of this scope. */
  has(id: string): Promise<boolean>
  /** Keeps in mind what was seen of it, for whoever goes on here. */
  note(upload: Upload, seen: Seen | null): void
  forget(id: string): void
}

/** `uploads/<id>/head` as it lies there. */
interface Head extends FileBounds {
  readonly version: 1
  /** Tells uploads of one scope from those of others, without saying which. */
  readonly scope: string
  readonly wrapped?: string
}

/** What is below it belongs to uploads that are not over, one folder each. */
export const uploadsPrefix = 'uploads/'
export const headKey = (id: string): string => `${uploadsPrefix}${id}/head`

const headBytesMax = 65_536
/** Uploads whose state is kept in mind; of others it is read again. Each holds 64 KiB. */
const knownMax = 128

export const uploadsOf = (place: FilePlace): Uploads => {
  const { objects, sealing } = place
  const known = new Map<string, Pick<Upload, 'key' | 'seen'>>()
  const scope = nameIn(place, 'upload')

  const keyOf = async (id: string, { wrapped }: Head): Promise<FileKey | null> => {
    if ((sealing === undefined) !== (wrapped === undefined)) throw fileDamaged('An upload is sealed where none is, or is not where all are.') // biome-ignore format: one line
    if (!sealing || wrapped === undefined) return null
    const before = known.get(id)?.key
    return before?.wrapped === wrapped ? before : openFileKey(sealing, wrapped)
  }
  const note = (id: string, state: Pick<Upload, 'key' | 'seen'>): void => {
    known.delete(id)
    forgetOldest(known, knownMax)
    known.set(id, state)
  }

  return {
    begin: async ({ bytesMax, kinds }) => {
      const id = randomUUID()
      const key = sealing ? await newFileKey(sealing) : null
      const head: Head = { version: 1, scope, bytesMax, ...(kinds && { kinds }), ...(key && { wrapped: key.wrapped }) }
      await objects.putNew(headKey(id), [Buffer.from(JSON.stringify(head))])
      note(id, { key, seen: null })
      return id
    },
    find: async (id) => {
      const head = await headOf(objects, id)
      if (head?.scope !== scope) throw noSuchUpload()
      const key = await keyOf(id, head)
      const of = { upload: id, key: key?.key ?? null }
      const parts = await partsIn(objects, of)
      const offset = parts.reduce((sum, bytes) => sum + bytes, 0)
      const before = known.get(id)?.seen
      // Another process has gone on with it, or this one has forgotten.
      const isShort = before?.bytes !== offset && offset < blockBytes
      const seen = isShort ? await seenIn(readParts(objects, of, parts, { from: 0, to: offset })) : before
      return { id, bounds: head, key, parts, offset, seen: seen?.bytes === offset ? seen : null }
    },
    has: async (id) => (await headOf(objects, id))?.scope === scope,
    note: ({ id, key }, seen) => note(id, { key, seen }),
    forget: (id) => void known.delete(id),
  }
}

const idForm = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const headOf = async (objects: ObjectStore, id: string): Promise<Head | null> => {
  const bytes = idForm.test(id) ? await wholeObject(objects, headKey(id), headBytesMax) : null
  return bytes && headIn(bytes)
}

const headIn = (bytes: Buffer): Head => {
  try {
    const head = JSON.parse(bytes.toString()) as Partial<Head> | null
    const isHead = head?.version === 1 && typeof head.bytesMax === 'number' && areKinds(head.kinds)
    if (isHead) return head as Head
  } catch {}
  throw fileDamaged('The head of an upload cannot be read.')
}

const areKinds = (kinds: unknown): boolean =>
  kinds === undefined || (Array.isArray(kinds) && kinds.every((kind) => typeof kind === 'string'))
