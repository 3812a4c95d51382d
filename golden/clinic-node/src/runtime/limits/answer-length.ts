import { ProblemError, problem } from '../problem/problem.ts'
import type { Json } from '../values/json.ts'

/**
 * Characters of the longest answer, in every style: of a call, of all calls of a batch, of all roots of a document, of one item of a
 * stream. A small request may ask for the same long row a thousand times: what it costs says nothing of that.
 */
export const answerLengthMax = 32 * 1024 * 1024

/** What an answer is refused with that would be longer. */
export const answerTooLong = problem('too-large', {
  detail: `The answer would be longer than ${answerLengthMax} characters. Ask for fewer rows, fields or included rows at once.`,
})

/** What is left for an answer while it is made: whatever is put into it takes from that. */
export interface AnswerRoom {
  left: number
}

/** Room for the longest answer. */
export const answerRoom = (): AnswerRoom => ({ left: answerLengthMax })

/** Room for what is no answer. */
export const endlessRoom: AnswerRoom = { left: Number.POSITIVE_INFINITY }

/** Takes from the room what is put into the answer; below zero it is given back. Throws a ProblemError (`too-large`) where there is less left. */
export const takeRoom = (room: AnswerRoom, length: number): void => {
  if (room.left < length) throw new ProblemError(answerTooLong)
  room.left -= length
}

/** Throws a ProblemError (`too-large`) for an answer that came out longer than one may be. */
export const refuseLong = (length: number): void => {
  if (length > answerLengthMax) throw new ProblemError(answerTooLong)
}

/** Characters of a value as JSON, or a few less (escapes, digits): nothing is written to count them. */
export const jsonLength = (value: Json): number => {
  if (typeof value === 'string') return value.length + 2
  if (typeof value !== 'object' || value === null) return 1
  let length = 1
  if (Array.isArray(value)) for (const item of value as readonly Json[]) length += jsonLength(item) + 1
  else for (const [name, member] of Object.entries(value)) length += name.length + 3 + jsonLength(member)
  return length
}
