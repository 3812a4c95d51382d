import type { Readable } from 'node:stream'
import type { ByteRange } from './object-store.ts'

/** What a file may be. Bounds hold while its bytes come. */
export interface FileBounds {
  readonly bytesMax: number
  /** Media types in small letters, or `image/*`; not there: any. Of what its bytes say, never of what somebody claims. */
  readonly kinds?: readonly string[]
}

/** A file that is stored, or is about to be. */
export interface StoredFile {
  /** `sha256:` and 64 digits of hexadecimal, of the bytes as they came. */
  readonly digest: string
  readonly size: number
  /** The media type that its first bytes tell. */
  readonly kind: string
}

/** What is read of a file, with back-pressure; `size` is the whole file's. */
export interface OpenFile {
  readonly size: number
  readonly kind: string
  readonly stream: Readable
}

/** What comes of a file: a stream of Node or of the web, or an iterator. */
export type Bytes = AsyncIterable<Uint8Array>

/** A file that nobody may have yet. */
export interface ScannedFile extends StoredFile {
  read(range?: Partial<ByteRange>): Readable
}

/** What a file has to be before it is one. */
export interface WantedFile {
  readonly digest?: string | undefined
  /** Looks at this one, instead of the store's own. */
  readonly scan?: Scan | undefined
}

export type Scan = (file: ScannedFile) => Promise<'clean' | { readonly found: string }>

/**
 * The files of one scope (a tenant; a tenant's sealed fields) by their digests: the same bytes are there once. Who may do any of this, the
 * caller has asked; an upload's id is 122 random bits, and is to be bound to who began it. Everything rejects with `unavailable` where
 * files cannot be reached or have no room, and with `internal` for what is not as it was stored.
 *
 * Bytes do not know who names them: whoever does counts, in its own database, by a row for each digest. Who adds a name (after `finish`)
 * locks that row, asks `has`, and commits; where it says no, the file has to come again. Who takes a name away commits that; then it asks for
 * the file's `copies`, and only where no name is left, under the lock, it says that nobody may name it until those copies are removed.
 * So what is rolled back removes nothing, and nobody removes what another is about to name; also not late, as the same bytes that
 * come again are another copy.
 */
export interface FileStore {
  /** Begins a file, and gives the upload's id. */
  begin(bounds: FileBounds): Promise<string>
  /**
   * Appends bytes to an upload, and gives the offset after them. Nothing comes in between: of two that append at the same offset one is
   * refused. A stream that breaks off keeps what came; a crash, all but the last 2 MiB. How long bytes may take, the caller knows: it
   * destroys the stream.
   * Rejects with `not-found`; `conflict`, which says the right offset; `too-large` and `invalid-input`, which end the upload, as soon as that is
   * known; `cancelled` where the stream breaks.
   */
  append(id: string, offset: number, bytes: Bytes): Promise<number>
  /** How many bytes of an upload are stored. Rejects with `not-found`. */
  offset(id: string): Promise<number>
  /**
   * Makes a file of an upload: from now on it is read by its digest, after a crash as well. Rejects with
   * `not-found`; `invalid-input`, which ends the upload: its kind, its digest, or what a scan finds; `unavailable` where a scan does
   * not say, and `cancelled` where it says that nobody wants the file any more: both may be asked again.
   */
  finish(id: string, wanted?: WantedFile): Promise<StoredFile>
  /** Removes an upload and its bytes; nothing where there is none. */
  abandon(id: string): Promise<void>
  /** All of that for bytes that come at once; what is refused leaves nothing. */
  put(bytes: Bytes, bounds: FileBounds, wanted?: WantedFile): Promise<StoredFile>
  /**
   * Reads a file, or its bytes from `from` to the one before `to`. Read whole, its last bytes come once its digest is right. Rejects with
   * `not-found`, and with `invalid-input` for a range that does not begin within it; the stream fails with `internal` or `unavailable`.
   */
  read(digest: string, range?: Partial<ByteRange>): Promise<OpenFile>
  has(digest: string): Promise<boolean>
  /** As what a file lies there: one copy, and more of bytes that several finished at the same moment. Names that are never used again. */
  copies(digest: string): Promise<readonly string[]>
  /**
   * Removes copies of a file that nobody names any more (above), those that are there where none are said; nothing where there are none. Who
   * is reading one is cut off.
   */
  remove(digest: string, copies?: readonly string[]): Promise<void>
  /** Removes uploads that nothing was added to for so long, and what crashes left; gives how many. Of every scope of the store. */
  sweep(olderThanMs: number): Promise<number>
}
