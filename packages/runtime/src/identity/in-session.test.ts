import { expect, test } from 'vitest'
import type { Principal } from '../call/call.ts'
import { inSession } from './in-session.ts'
import { rememberRenewal, stands } from './standing.ts'

const ada: Principal = { id: 'ada', roles: ['clerk'], attributes: {}, credential: 'jwt' }
const credential = { kind: 'bearer', text: 'a' } as const

test('who a session signs in is signed in no longer than it lasts, and nobody afterwards', async () => {
  let nowMs = 0
  const authenticate = inSession(
    () => ada,
    () => nowMs,
  )
  const found = authenticate({ ...credential, untilMs: 1000 }) as Principal
  expect(found).toEqual({ ...ada, untilMs: 1000 })
  expect(authenticate({ ...credential, untilMs: 1000 })).toBe(found)
  expect([await stands(found, 999), await stands(found, 1000)]).toEqual([true, false])
  nowMs = 1000
  expect(() => authenticate({ ...credential, untilMs: 1000 })).toThrow('The session has ended')
  expect(authenticate(credential)).toBe(ada)
})

test('a credential that ends sooner ends it, and one that is taken back too', async () => {
  const brief: Principal = { ...ada, untilMs: 500 }
  const authenticate = inSession(
    async (shown) => (shown?.text === 'brief' ? brief : ada),
    () => 0,
  )
  expect(await authenticate({ ...credential, text: 'brief', untilMs: 1000 })).toBe(brief)
  const found = await authenticate({ ...credential, untilMs: 1000 })
  expect(found && (await stands(found, 1))).toBe(true)
  rememberRenewal(ada, async () => ({ ...ada, roles: [] }))
  expect(found && (await stands(found, 1))).toBe(false)
})

test('one whose credential lasts longer goes on as long as the session, and no longer', async () => {
  const long: Principal = { ...ada, untilMs: 5000 }
  rememberRenewal(long, async () => ({ ...long }))
  const authenticate = inSession(
    () => long,
    () => 0,
  )
  const found = authenticate({ ...credential, untilMs: 1000 }) as Principal
  expect(found.untilMs).toBe(1000)
  expect([await stands(found, 999), await stands(found, 1000)]).toEqual([true, false])
})
