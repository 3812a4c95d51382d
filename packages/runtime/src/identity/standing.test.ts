import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Principal } from '../call/call.ts'
import { rememberRenewal, watchStanding } from './standing.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a sign-in is looked at once for all that it opened, ends all of it, and is looked at no more when nothing is open', async () => {
  const principal: Principal = { id: 'a', roles: ['x'], credential: 'api-key', attributes: {} }
  let asked = 0
  let roles = principal.roles
  rememberRenewal(principal, async () => {
    asked++
    return { ...principal, roles }
  })
  let ended = 0
  const stops = Array.from({ length: 100 }, () =>
    watchStanding(
      principal,
      () => 0,
      () => void ended++,
    ),
  )
  await vi.advanceTimersByTimeAsync(8_000)
  expect([asked, ended]).toEqual([2, 0])
  for (const stop of stops.slice(1)) stop()
  roles = []
  await vi.advanceTimersByTimeAsync(4_000)
  expect([asked, ended, vi.getTimerCount()]).toEqual([3, 1, 0])
  const again = watchStanding(
    principal,
    () => 0,
    () => void ended++,
  )
  expect(vi.getTimerCount()).toBe(1)
  stops[0]?.()
  expect(vi.getTimerCount()).toBe(1)
  again()
  expect(vi.getTimerCount()).toBe(0)
})

test('whoever is asked slowly is not asked twice at once', async () => {
  const principal: Principal = { id: 'b', roles: ['x'], credential: 'api-key', attributes: {} }
  let asked = 0
  rememberRenewal(principal, () => {
    asked++
    return new Promise(() => {})
  })
  const stop = watchStanding(
    principal,
    () => 0,
    () => {},
  )
  await vi.advanceTimersByTimeAsync(20_000)
  expect(asked).toBe(1)
  stop()
})
