import type { ServerReadableStream, sendUnaryData } from '@grpc/grpc-js'
import {
  type FileAsked,
  type FileSaid,
  type JsonObject,
  type Outcome,
  ProblemError,
  problem,
} from '../runtime/index.ts'
import { beginFirst } from './ask-file.ts'
import { contextOf, requestIdOf } from './context.ts'
import { filesOf, placeOf } from './file-calls.ts'
import { type Admitted, takeAdmitted } from './gate.ts'
import { answer, thrown, type Work } from './handler.ts'
import { WireError, WireReader, wire } from './wire-reader.ts'

type FileStream = ServerReadableStream<Buffer, Buffer>

/** A file in many messages → Call → Outcome → one answer. The next message is received when what stores the file wants it. */
export const sendHandler =
  (work: Work) =>
  (asking: FileStream, reply: sendUnaryData<Buffer>): void => {
    const requestId = requestIdOf(asking.metadata)
    put(work, asking, requestId)
      .then((outcome) => answer(work, asking, requestId, outcome, reply))
      .catch((error: unknown) => reply(thrown(work, error, requestId)))
  }

const put = async ({ serving, method, ask }: Work, asking: FileStream, requestId: string): Promise<Outcome> => {
  const admitted = takeAdmitted(asking.metadata)
  if (!admitted) throw new Error(`the gate let nobody in to ${method.name}`)
  const messages = messagesOf(asking, admitted)
  const first = await messages.next()
  // Nothing at all is a message that says nothing.
  const { input, etag, unreadable } = ask(first.done ? Buffer.alloc(0) : first.value)
  admitted.read()
  if (!(await admitted.isStanding())) throw new ProblemError(problem('unauthenticated'))
  const timeoutMs = serving.model.limits.requestTimeoutMs
  const asked: FileAsked = {
    ...placeOf(method),
    key: input.key ?? {},
    principal: admitted.principal,
    context: () => contextOf(asking, { requestId, timeoutMs, unreadable, etag, addressOf: serving.addressOf }),
    isStanding: admitted.isStanding,
  }
  const said = saidIn(input.value as JsonObject | undefined)
  return filesOf(serving).put(asked, dataOf(messages, said), said)
}

/** Messages, each received when it is asked for. No generator: one that waits for the next would keep the last. */
const messagesOf = (asking: FileStream, admitted: Admitted): AsyncIterator<Buffer> => {
  const source: AsyncIterator<Buffer> = asking[Symbol.asyncIterator]()
  return {
    next: async () => {
      admitted.next()
      const message = await source.next().catch(cancelled)
      if (!message.done) admitted.hold(message.value.length)
      return message
    },
  }
}

/** Who cancels, is late or has gone. */
const cancelled = (cause: unknown): never => {
  throw new ProblemError(problem('cancelled', { cause }))
}

const saidIn = ({ name, digest, size }: JsonObject = {}): FileSaid => ({
  ...(typeof name === 'string' && { name }),
  ...(typeof digest === 'string' && { digest }),
  ...(typeof size === 'number' && { size }),
})

/**
 * The bytes that messages hold, to their end. Rejects with a ProblemError: `malformed`; `invalid-input` where more come than was said;
 * `cancelled` where they have not come to their end. That the stream has says nothing: some clients end it when they cancel (Node's
 * `http2Stream.close`), and what came would be taken for the whole.
 */
const dataOf = (messages: AsyncIterator<Buffer>, { size }: FileSaid): AsyncIterable<Uint8Array> => ({
  [Symbol.asyncIterator]: () => {
    let came = 0
    let isFinished = false
    return {
      next: async () => {
        const { done, value } = await messages.next()
        if (done) {
          if (size === undefined ? isFinished : came === size) return { done: true, value: undefined }
          throw new ProblemError(brokenOff(size, came))
        }
        if (isFinished) throw new ProblemError(problem('malformed', { detail: afterEnd }))
        const { data, isLast } = dataIn(value)
        isFinished = isLast
        came += data.length
        if (size !== undefined && came > size) throw new ProblemError(tooMany(size))
        return { done: false, value: data }
      },
    }
  },
})

const brokenOff = (size: number | undefined, came: number) =>
  problem('cancelled', { detail: size === undefined ? notFinished : `${came} bytes of ${size} came.` })
const notFinished =
  'The file has not come to its end: say its `size` in `begin`, or `finish_write` in the last message.'
const tooMany = (size: number) =>
  problem('invalid-input', { detail: `More than the ${size} bytes came that \`size\` says.` })
const afterEnd = 'Nothing comes after the message that says `finish_write`.'

interface Piece {
  readonly data: Buffer
  readonly isLast: boolean
}

/** Past the first message there are bytes alone: they are not read as JSON, which has base64 for them. */
const dataIn = (message: Buffer): Piece => {
  try {
    const reader = new WireReader(message)
    let data: Buffer | undefined
    let isLast = false
    while (reader.hasMore) {
      const tag = reader.tag()
      if (tag === tags.data) data = reader.bytes()
      else if (tag === tags.finish) isLast = reader.bool()
      else if (tag === tags.begin) throw new WireError(`\`begin\` comes once. ${beginFirst}`)
      else reader.skip(tag % 8)
    }
    if (!data && !isLast) throw new WireError(beginFirst)
    return { data: data ?? Buffer.alloc(0), isLast }
  } catch (error) {
    if (error instanceof WireError) throw new ProblemError(problem('malformed', { detail: error.message }))
    throw error
  }
}

/** As the surface numbers them (surface/files.ts). */
const tags = { begin: 8 + wire.length, data: 16 + wire.length, finish: 24 + wire.varint }
