/** The bytes of an object from `from` to the one before `to`, counted from 0. */
export interface ByteRange {
  readonly from: number
  readonly to: number
}

export interface ObjectEntry {
  readonly key: string
  readonly bytes: number
  readonly changedAtMs: number
}

/**
 * Where the bytes of files lie: a folder, a bucket. Objects are made once, whole, and never changed; what is more than that a
 * `FileStore` makes of these. Keys are `/`-separated words of `a-z`, `0-9`, `-`. Everything rejects with `unavailable` where the place
 * cannot be reached or has no room, its cause for the operator.
 */
export interface ObjectStore {
  /**
   * Puts an object where there is none; false where there is one. It outlives a crash of the machine once this resolves; until then
   * nothing of it is found. `pieces` are read before it resolves, and not kept.
   */
  putNew(key: string, pieces: readonly Uint8Array[]): Promise<boolean>
  /** What an object holds, or a range that lies within it; null where there is none. What is not read to its end has to be returned. */
  read(key: string, range?: ByteRange): Promise<AsyncIterable<Uint8Array> | null>
  /** The objects below a prefix, which ends with `/`, sorted by key. */
  list(prefix: string): AsyncIterable<ObjectEntry>
  /** Nothing where there is none. */
  remove(key: string): Promise<void>
  /** Removes what puts left behind that were cut off before an instant (epoch milliseconds). */
  sweep(beforeMs: number): Promise<void>
}

/** All of a small object; null where there is none. Rejects with a RangeError past `bytesMax`. */
export const wholeObject = async (objects: ObjectStore, key: string, bytesMax: number): Promise<Buffer | null> => {
  const found = await objects.read(key)
  if (!found) return null
  const pieces: Uint8Array[] = []
  let bytes = 0
  for await (const piece of found) {
    bytes += piece.length
    if (bytes > bytesMax) throw new RangeError(`${key} has more than ${bytesMax} bytes.`)
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}
