import type { Readable } from 'node:stream'
import type { FileRange, FileValue, Json, JsonObject } from '../runtime/index.ts'
import { fileAsked, filesOf } from './file-calls.ts'
import type { MakeCall, Work } from './handler.ts'

/** Bytes of a file in one message at most. */
const pieceBytes = 65_536

/**
 * What a file is, and then its bytes, a message each: the next is read when it is asked for. Rejects with a ProblemError. No generator:
 * one that waits for bytes would close its file only once they come.
 */
export const fileItems = ({ serving, method }: Work, makeCall: MakeCall): AsyncIterator<Json> => {
  let isLeft = false
  let opened: { readonly stream: Readable; readonly pieces: AsyncIterator<Buffer> } | undefined
  let rest: Buffer = Buffer.alloc(0)
  const open = async (): Promise<Json> => {
    const call = await makeCall(serving.model.limits.requestTimeoutMs)
    const { digest, size, kind, name, read } = await filesOf(serving).open(fileAsked(method, call))
    const stream = await read(rangeIn(call.input.value as JsonObject | undefined))
    if (isLeft) stream.destroy()
    opened = { stream, pieces: stream[Symbol.asyncIterator]() }
    return { file: { digest, size, kind, name } satisfies FileValue }
  }
  return {
    next: async () => {
      if (!opened) return { done: false, value: await open() }
      while (rest.length === 0) {
        const { done, value } = await opened.pieces.next()
        if (done) return over
        rest = value
      }
      const piece = rest.subarray(0, pieceBytes)
      rest = rest.subarray(pieceBytes)
      return { done: false, value: { data: piece.toString('base64') } }
    },
    return: async () => {
      isLeft = true
      opened?.stream.destroy()
      return over
    },
  }
}

const over = { done: true, value: undefined } as const

/** The whole file where nothing is said; a limit of 0 is none (google.bytestream.ReadRequest). */
const rangeIn = ({ offset = 0, length = 0 }: JsonObject = {}): FileRange | undefined => {
  const from = Number(offset)
  if (from === 0 && length === 0) return undefined
  return length === 0 ? { from } : { from, to: from + Number(length) }
}
