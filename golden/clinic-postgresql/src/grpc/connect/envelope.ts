import { ProblemError, problem } from '../../runtime/index.ts'

const headBytes = 5
const compressed = 1

/** A message with its flags and length before it, in both protocols. */
export const enveloped = (flags: number, message: Buffer): Buffer => {
  const head = Buffer.alloc(headBytes)
  head.writeUInt8(flags)
  head.writeUInt32BE(message.length, 1)
  return Buffer.concat([head, message])
}

/** The one message of a request. Throws a ProblemError (`malformed`). */
export const onlyMessage = (body: Buffer): Buffer => {
  if (body.length < headBytes || body.readUInt32BE(1) !== body.length - headBytes)
    throw malformed('Send one message, in an envelope of five bytes: its flags, and how many bytes it has.')
  if (body.readUInt8() & compressed) throw malformed('Messages are not taken compressed here.')
  return body.subarray(headBytes)
}

export const malformed = (detail: string): ProblemError => new ProblemError(problem('malformed', { detail }))
