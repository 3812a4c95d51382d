import { expect, it } from 'vitest'
import { replicaBounds } from './replica-bounds.ts'

it('what was not sent for an hour is no room for more at once than there is in a minute', () => {
  let nowMs = 0
  const bounds = replicaBounds(() => ({ minute: 1000, day: 1_000_000 }), { raise: () => {}, nowMs: () => nowMs })
  bounds.take('clinic', 1000)(1000)
  nowMs += 3_600_000
  bounds.take('clinic', 1000)(1000)
  expect(() => bounds.take('clinic', 1)).toThrow()
  nowMs += 60_000
  bounds.take('clinic', 1)
})

it('what was said and did not come takes no room, neither of a minute nor of a day', () => {
  const alarms: string[] = []
  const raise = (kind: string) => void alarms.push(kind)
  const bounds = replicaBounds(() => ({ minute: 1000, day: 100 }), { raise, nowMs: () => 0 })
  for (let at = 0; at < 50; at++) bounds.take('clinic', 10_000)(1)
  expect(alarms).toEqual([])
  bounds.take('clinic', 1000)(1000)
  expect(alarms).toEqual(['volume'])
  expect(() => bounds.take('clinic', 1)).toThrow()
})
