import { expect, test } from 'vitest'
import { ProblemError, problem } from '../problem/problem.ts'
import { afterCommit, type FollowUp } from './after-commit.ts'

const hangs: FollowUp = { origin: {}, run: () => new Promise(() => {}) }
const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

test('what follows one commit is done in order, and one that fails or hangs does not keep the others', async () => {
  const bugs: string[] = []
  const done: number[] = []
  const following = afterCommit(200, (error) => bugs.push(messageOf(error)))
  const step = (at: number): FollowUp => ({ origin: {}, run: async () => void done.push(at) })
  const fails: FollowUp = { origin: {}, run: () => Promise.reject(new Error('no')) }
  await following.follow([step(1), fails, step(2)], {})
  await following.follow([hangs], {})
  await following.close()
  expect([done, bugs.length, bugs[0]]).toEqual([[1, 2], 2, 'no'])
})

test('the answer waits where a thousand wait already, and no longer than it has', async () => {
  const following = afterCommit(60_000, () => {})
  const began = Promise.withResolvers<void>()
  await following.follow(
    Array.from({ length: 1000 }, () => ({ origin: {}, run: () => began.promise })),
    {},
  )
  let isThrough = false
  const late = following.follow([{ origin: {}, run: async () => {} }], { deadlineMs: Date.now() + 50 }).then(() => {
    isThrough = true
  })
  await Promise.resolve()
  expect(isThrough).toBe(false)
  await late
  began.resolve()
  await following.close()
  await following.follow([hangs], {})
})

test('a service that ends waits for what is under way, and each that hangs is given up by name', async () => {
  const bugs: unknown[] = []
  const following = afterCommit(100, (error, origin) => bugs.push([messageOf(error), origin?.operation]))
  const hook = (operation: string): FollowUp => ({ ...hangs, origin: { operation } })
  await following.follow([hook('Visit.create'), hook('Visit.update')], {})
  await following.close()
  expect(bugs).toEqual([
    [messageOf(new ProblemError(problem('timeout'))), 'Visit.create'],
    [messageOf(new ProblemError(problem('timeout'))), 'Visit.update'],
  ])
})
