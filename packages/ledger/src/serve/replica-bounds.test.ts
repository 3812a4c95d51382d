import { expect, it } from 'vitest'
import { replicaBounds } from './replica-bounds.ts'

it('what was not sent for an hour is no room for more at once than there is in a minute', () => {
  let nowMs = 0
  const bounds = replicaBounds(() => ({ minute: 1000, day: 1_000_000 }), { raise: () => {}, nowMs: () => nowMs })
  bounds.take('clinic', 1000)
  nowMs += 3_600_000
  bounds.take('clinic', 1000)
  expect(() => bounds.take('clinic', 1)).toThrow()
  nowMs += 60_000
  bounds.take('clinic', 1)
})
