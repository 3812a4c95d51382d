import { expect, test } from 'vitest'
import { turnsOf } from './turns.ts'

const three = () => {
  let now = 0
  const turns = turnsOf({ max: 3, ofOneMax: 2, nowMs: () => now })
  const later = (ms: number): void => {
    now += ms
  }
  return { later, take: (organisation: string) => turns.take(organisation).giveBack }
}

test('one organisation leaves a turn for another, however many it wants and however long it keeps them', () => {
  const { take } = three()
  expect([take('rival'), take('rival')]).toEqual([expect.any(Function), expect.any(Function)])
  expect(take('rival')).toBeNull()
  expect(take('acme')).not.toBeNull()
})

test('while another waits nobody who has a turn takes one more, and who waits longest is next', () => {
  const { take } = three()
  const [first, second] = [take('rival'), take('rival')]
  take('acme')
  expect([take('third'), take('fourth')]).toEqual([null, null])
  first?.()
  expect([take('rival'), take('acme'), take('fourth')]).toEqual([null, null, null])
  expect(take('third')).not.toBeNull()
  second?.()
  expect(take('rival')).toBeNull()
  expect(take('fourth')).not.toBeNull()
})

test('who asks no more keeps nobody waiting', () => {
  const { take, later } = three()
  const first = take('rival')
  take('rival')
  take('acme')
  expect(take('third')).toBeNull()
  later(20_000)
  first?.()
  expect(take('rival')).not.toBeNull()
})
