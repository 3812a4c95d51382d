import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ProblemError } from '../problem/problem.ts'
import type { Json } from '../values/json.ts'
import { answerLengthMax, answerRoom, jsonLength, refuseLong, takeRoom } from './answer-length.ts'

const codeOf = (work: () => void): string | null => {
  try {
    work()
    return null
  } catch (error) {
    return error instanceof ProblemError ? error.problem.code : String(error)
  }
}

test('an answer takes the room that there is, and what would be longer is too large and takes none', () => {
  const room = answerRoom()
  takeRoom(room, answerLengthMax - 1)
  expect(codeOf(() => takeRoom(room, 2))).toBe('too-large')
  expect(codeOf(() => takeRoom(room, 1))).toBeNull()
  expect(codeOf(() => takeRoom(room, 1))).toBe('too-large')
  expect(codeOf(() => refuseLong(answerLengthMax))).toBeNull()
  expect(codeOf(() => refuseLong(answerLengthMax + 1))).toBe('too-large')
})

test('a value is never counted longer than it is as JSON, nor much shorter but for its escapes', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = JSON.stringify(value)
      const counted = jsonLength(value as Json)
      expect(counted).toBeLessThanOrEqual(text.length)
      // An escape is six characters of one, a number up to twenty-five.
      expect(counted * 25).toBeGreaterThanOrEqual(text.length)
    }),
  )
})
