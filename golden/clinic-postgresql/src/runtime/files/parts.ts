import type { KeyObject } from 'node:crypto'
import { fileDamaged } from './file-problems.ts'
import type { ByteRange, ObjectStore } from './object-store.ts'
import { bytesWithin, openPart, sealPart } from './sealed-part.ts'

/**
 * The bytes of a file as they lie in a store: one object for each part, named by the upload that brought it and by where it begins. A part
 * is put where there is none, so the parts of an upload are a log that only grows, whoever appends. They are objects of their own
 * and no parts of an S3 multipart upload, as those are read by nobody before that is completed (to hash them for whoever goes on in
 * another process, to scan them), have 5 MiB at least, and end up under a name that has to be known before the digest is.
 */
export interface PartsOf {
  readonly upload: string
  /** Null where they are not sealed. */
  readonly key: KeyObject | null
}

const offsetDigits = 15

const partsPrefix = (upload: string): string => `parts/${upload}/`
/** Sorts after every offset. */
const claimPrefix = (upload: string): string => `${partsPrefix(upload)}of-`

const partKey = (upload: string, offset: number): string =>
  `${partsPrefix(upload)}${String(offset).padStart(offsetDigits, '0')}`

/** False where another part begins there. `blocks`: 64 KiB each, the last may be shorter. */
export const putPart = (
  objects: ObjectStore,
  { upload, key }: PartsOf,
  offset: number,
  blocks: readonly Uint8Array[],
): Promise<boolean> => objects.putNew(partKey(upload, offset), key ? sealPart({ key, upload, offset }, blocks) : blocks)

/** The bytes of each part that is there, in their order. Rejects with `internal` where one is missing. */
export const partsIn = async (objects: ObjectStore, { upload, key }: PartsOf): Promise<readonly number[]> => {
  const parts: number[] = []
  let offset = 0
  for await (const entry of objects.list(partsPrefix(upload))) {
    if (entry.key.startsWith(claimPrefix(upload))) break
    const bytes = key ? bytesWithin(entry.bytes) : entry.bytes
    if (entry.key !== partKey(upload, offset) || bytes === null)
      throw fileDamaged(`${entry.key} does not belong there.`)
    parts.push(bytes)
    offset += bytes
  }
  return parts
}

/** The bytes of a range, which lies within the parts. */
export async function* readParts(
  objects: ObjectStore,
  of: PartsOf,
  parts: readonly number[],
  { from, to }: ByteRange,
): AsyncGenerator<Uint8Array, void> {
  let offset = 0
  for (const bytes of parts) {
    const within = { from: Math.max(0, from - offset), to: Math.min(bytes, to - offset) }
    if (within.from < within.to) yield* readPart(objects, of, { offset, bytes }, within)
    offset += bytes
  }
}

const readPart = (
  objects: ObjectStore,
  { upload, key }: PartsOf,
  { offset, bytes }: { readonly offset: number; readonly bytes: number },
  range: ByteRange,
): AsyncIterable<Uint8Array> => {
  const read = (asked: ByteRange) => exactly(objects, partKey(upload, offset), asked)
  return key ? openPart({ key, upload, offset }, bytes, range, read) : read(range)
}

/** A range of an object that is there, no byte less. */
async function* exactly(objects: ObjectStore, key: string, range: ByteRange): AsyncGenerator<Uint8Array, void> {
  const found = await objects.read(key, range)
  if (!found) throw fileDamaged(`${key} is gone.`)
  let bytes = 0
  for await (const piece of found) {
    bytes += piece.length
    yield piece
  }
  if (bytes !== range.to - range.from) throw fileDamaged(`${key} is shorter than it was.`)
}

/** Says, before it is, of which file an upload's parts are to be. */
export const claimName = async (objects: ObjectStore, upload: string, name: string): Promise<void> => {
  await objects.putNew(`${claimPrefix(upload)}${name}`, [])
}

/** The names of the files that its parts may be of. */
export const claimsIn = async (objects: ObjectStore, upload: string): Promise<readonly string[]> => {
  const names: string[] = []
  for await (const { key } of objects.list(partsPrefix(upload)))
    if (key.startsWith(claimPrefix(upload))) names.push(key.slice(claimPrefix(upload).length))
  return names
}

/** When the last of them was put (epoch milliseconds); 0 where there is none. */
export const lastPartMs = async (objects: ObjectStore, upload: string): Promise<number> => {
  let last = 0
  for await (const { changedAtMs } of objects.list(partsPrefix(upload))) last = Math.max(last, changedAtMs)
  return last
}

/** How many requests go to a store at once. */
const atOnce = 2

/** Removes them all, and what claims them. */
export const removeParts = async (objects: ObjectStore, upload: string): Promise<void> => {
  const keys: string[] = []
  const removeThese = () => Promise.all(keys.splice(0).map((key) => objects.remove(key)))
  for await (const { key } of objects.list(partsPrefix(upload))) {
    keys.push(key)
    if (keys.length === atOnce) await removeThese()
  }
  await removeThese()
}
