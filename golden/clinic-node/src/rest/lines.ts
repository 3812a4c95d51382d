import { ProblemError, problem } from '../runtime/index.ts'

const newline = 0x0a

/**
 * The lines of a body as they come in, with their numbers from 1; empty ones are left out. Holds one line and one piece of
 * the body at a time, and rejects with a ProblemError (`too-large`) when a line is longer than `lineBytesMax`.
 */
export const readLines = async function* (
  body: AsyncIterable<Buffer>,
  lineBytesMax: number,
): AsyncGenerator<{ readonly number: number; readonly bytes: Buffer }> {
  let number = 0
  let rest: Buffer[] = []
  let restBytes = 0
  const tooLong = () =>
    new ProblemError(problem('too-large', { detail: `Line ${number + 1} has more than ${lineBytesMax} bytes.` }))
  for await (const piece of body) {
    let from = 0
    for (let at = piece.indexOf(newline); at !== -1; at = piece.indexOf(newline, from)) {
      const bytes = Buffer.concat([...rest, piece.subarray(from, at)])
      if (bytes.length > lineBytesMax) throw tooLong()
      number++
      if (!isBlank(bytes)) yield { number, bytes }
      rest = []
      restBytes = 0
      from = at + 1
    }
    rest.push(piece.subarray(from))
    restBytes += piece.length - from
    if (restBytes > lineBytesMax) throw tooLong()
  }
  const bytes = Buffer.concat(rest)
  number++
  if (!isBlank(bytes)) yield { number, bytes }
}

const isBlank = (bytes: Buffer): boolean => bytes.toString('latin1').trim() === ''
