import type { Readable } from 'node:stream'
import type { JsonObject } from '../values/json.ts'
import type { CallContext, Outcome, Principal } from './call.ts'
import type { FileValue } from './file-value.ts'

/** Which file is meant, and who asks. */
export interface FileAsked {
  readonly entity: string
  readonly key: JsonObject
  readonly field: string
  readonly principal: Principal | null
  /** Of each call that is made for it: bytes take longer than a call may. */
  readonly context: () => CallContext
  /** Whether the caller's sign-in still stands, once bytes have come. */
  readonly isStanding: () => boolean | Promise<boolean>
}

/** Bytes from `from` to the one before `to`, counted from 0. */
export interface FileRange {
  readonly from?: number
  readonly to?: number
}

export interface OpenedFile extends FileValue {
  /** Rejects with `invalid-input` for a range that does not begin within it. To be called once, and its stream read or destroyed. */
  read(range?: FileRange): Promise<Readable>
}

/** How far an upload is. */
export interface UploadProgress {
  readonly offset: number
  readonly size: number
  /** What the file is called, where that was said. */
  readonly name?: string | undefined
  /** The answer to the update of its row, once all has come. */
  readonly done?: Outcome
}

/** What is said of a file with its bytes. */
export interface FileSaid {
  /** What it is called: of a path the last step is kept. */
  readonly name?: string | undefined
  /** What it has to be. */
  readonly digest?: string | undefined
  /** How many bytes come, where that is said. */
  readonly size?: number | undefined
}

/**
 * Files of rows, for a style that carries bytes: who may read the row reads them, who may update it sends them. What changes a row is one
 * call of `update`, once its bytes are stored, with its rules, hooks and entry. Everything rejects with a ProblemError.
 */
export interface FileCalls {
  /** On record before it is given. Rejects with `not-found` where there is none, or the caller may not see it. */
  open(asked: FileAsked): Promise<OpenedFile>
  /** Whether the row may be updated is asked before the first byte is read. */
  put(asked: FileAsked, bytes: AsyncIterable<Uint8Array>, said: FileSaid): Promise<Outcome>
  remove(asked: FileAsked): Promise<Outcome>
  /** Begins an upload of `size` bytes that may be broken off and gone on with for a day, and gives its name: this caller's alone. */
  begin(asked: FileAsked, upload: { readonly size: number } & FileSaid): Promise<string>
  progress(asked: FileAsked, upload: string): Promise<UploadProgress>
  /** Rejects with `conflict` where the bytes are not those at the offset that is due. */
  append(asked: FileAsked, upload: string, offset: number, bytes: AsyncIterable<Uint8Array>): Promise<UploadProgress>
  abandon(asked: FileAsked, upload: string): Promise<void>
}
