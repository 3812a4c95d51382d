import { expect, test } from 'vitest'
import { pushesAMinute, pushLimits } from './push-limits.ts'

test('two pushes of a deployment go on at once, and sixteen of all; what is over makes room', () => {
  const limits = pushLimits(() => 0)
  expect([limits.begin('a'), limits.begin('a'), limits.begin('a')]).toEqual([null, null, 1])
  limits.over('a')
  expect([limits.begin('a'), limits.begin('a')]).toEqual([null, 1])
  for (let at = 0; at < 14; at++) expect(limits.begin(`b${at}`)).toBeNull()
  expect(limits.begin('c')).toBe(1)
  limits.over('b0')
  expect(limits.begin('c')).toBeNull()
})

test('so many pushes of a deployment are taken in a minute, and as many in the next', () => {
  let nowMs = 0
  const limits = pushLimits(() => nowMs)
  const push = (): number | null => {
    const afterSeconds = limits.begin('a')
    if (afterSeconds === null) limits.over('a')
    return afterSeconds
  }
  for (let at = 0; at < pushesAMinute; at++) expect(push()).toBeNull()
  nowMs = 15_000
  expect(push()).toBe(45)
  nowMs = 60_000
  expect(push()).toBeNull()
})

test('a push is known again for minutes, and of very many deployments those of the last', () => {
  let nowMs = 0
  const limits = pushLimits(() => nowMs)
  for (let at = 0; at < 20_000; at++) limits.know(`deployment ${at}`, 'digest')
  expect(limits.isKnown('deployment 19999', 'digest')).toBe(true)
  expect(limits.isKnown('deployment 0', 'digest')).toBe(false)
  nowMs = 600_000
  expect(limits.isKnown('deployment 19999', 'digest')).toBe(false)
})
