import { expect, test } from 'vitest'
import { sessionIdleMs } from './session-idle.ts'

test('a session lies unused for two hours, or for as many minutes as SESSION_IDLE says', () => {
  expect([sessionIdleMs({}), sessionIdleMs({ SESSION_IDLE: '30' })]).toEqual([7_200_000, 1_800_000])
  for (const text of ['0', '721', '1.5', 'two hours'])
    expect(() => sessionIdleMs({ SESSION_IDLE: text })).toThrow('SESSION_IDLE')
})
