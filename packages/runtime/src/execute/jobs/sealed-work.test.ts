import { expect, test } from 'vitest'
import { ProblemError, problem } from '../../problem/problem.ts'
import { ifOurs } from './sealed-work.ts'

test('what is not ours is nothing, and a mistake of ours is no seal of others', () => {
  const rejecting = (error: Error) => () => {
    throw error
  }
  expect(ifOurs(() => 'opened')).toBe('opened')
  expect(ifOurs(rejecting(new ProblemError(problem('stale-cursor'))))).toBeNull()
  expect(() => ifOurs(rejecting(new TypeError('a mistake')))).toThrow('a mistake')
})
