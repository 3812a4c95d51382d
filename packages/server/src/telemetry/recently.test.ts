import { expect, test } from 'vitest'
import { recently } from './recently.ts'

test('of very many keys so many are held, those that were noted last', () => {
  const held = recently<number>({ forMs: 1000, most: 100, nowMs: () => 0 })
  for (let at = 0; at < 50_000; at++) {
    held.set(`key ${at}`, at)
    held.set('often', at)
  }
  expect(held.size).toBe(100)
  expect([held.get('often'), held.get('key 49999'), held.get('key 49901'), held.get('key 49900')]).toEqual([
    49_999,
    49_999,
    49_901,
    undefined,
  ])
})

test('what was noted long ago is not said any more, and goes as soon as something else is noted', () => {
  let nowMs = 0
  const held = recently<string>({ forMs: 1000, most: 100, nowMs: () => nowMs })
  for (let at = 0; at < 50; at++) held.set(`key ${at}`, 'old')
  nowMs = 999
  expect(held.get('key 0')).toBe('old')
  nowMs = 1000
  expect(held.get('key 0')).toBeUndefined()
  held.set('new', 'new')
  expect(held.size).toBe(1)
})
