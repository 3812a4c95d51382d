import { expect, test } from 'vitest'
import { fairTurns } from './fair-turns.ts'

test('who wants much comes in turn with who wants little', async () => {
  const { inTurn } = fairTurns()
  const done: string[] = []
  const work = (of: string, what: string) => inTurn(of, async () => void done.push(what))
  const all = [
    work('eve', 'e1'),
    work('eve', 'e2'),
    work('eve', 'e3'),
    work('ann', 'a1'),
    work('eve', 'e4'),
    work('bob', 'b1'),
  ]
  await Promise.all(all)
  expect(done).toEqual(['e1', 'e2', 'a1', 'b1', 'e3', 'e4'])
})

test('what fails takes no other’s turn', async () => {
  const { inTurn } = fairTurns()
  await expect(inTurn('eve', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await inTurn('ann', async () => 1)).toBe(1)
})

test('what keeps others waiting is taken of somebody again once as much time has gone by as it took', async () => {
  let nowMs = 0
  const { atOnce } = fairTurns(() => nowMs)
  const long = () => {
    nowMs += 4000
    return Promise.resolve('looked at')
  }
  expect(await atOnce('eve', long)).toBe('looked at')
  await expect(atOnce('eve', long)).rejects.toMatchObject({ problem: { code: 'too-many', retryAfterSeconds: 4 } })
  expect(await atOnce('ann', async () => 'hers')).toBe('hers')
  nowMs += 4000
  expect(await atOnce('eve', long)).toBe('looked at')
})

test('while one of somebody’s is looked at, no other of theirs is', async () => {
  const { atOnce } = fairTurns()
  const { promise, resolve } = Promise.withResolvers<void>()
  const first = atOnce('eve', () => promise)
  await expect(atOnce('eve', async () => {})).rejects.toMatchObject({ problem: { code: 'too-many' } })
  resolve()
  await first
})
