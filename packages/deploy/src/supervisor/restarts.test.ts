import { expect, test } from 'vitest'
import { countRestarts } from './restarts.ts'

test('a service is begun again five times in two minutes, and then it is left', () => {
  let nowMs = 0
  const restarts = countRestarts(
    () => true,
    () => nowMs,
  )
  for (let at = 0; at < 5; at++) expect(restarts.may('a')).toBe(true)
  expect(restarts.gaveUp('a')).toBe(false)
  expect([restarts.may('a'), restarts.gaveUp('a'), restarts.gaveUp('b')]).toEqual([false, true, false])
  for (let at = 0; at < 5; at++) expect(restarts.may('b')).toBe(true)
  nowMs = 120_000
  expect(restarts.may('b')).toBe(true)
})

test('of very many deployments that are gone nothing is held', () => {
  let known = ''
  const restarts = countRestarts((deployment) => deployment === known)
  for (let at = 0; at < 10_000; at++) {
    known = `deployment ${at}`
    restarts.may(known)
  }
  expect(restarts.size).toBe(1)
})
