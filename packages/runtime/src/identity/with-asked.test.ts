import { expect, test } from 'vitest'
import type { Call, Principal } from '../call/call.ts'
import { rememberRenewal, renewalOf, stands } from './standing.ts'
import { askedAt, withAsked } from './with-asked.ts'

const nowMs = 1_800_000_000_000
const principal: Principal = {
  id: 'a',
  roles: ['x'],
  credential: 'jwt',
  attributes: {},
  signIn: { amr: ['mfa'], authTime: nowMs / 1000 - 10 },
}
const model = { access: { asksOfCalls: true } } as Parameters<typeof withAsked>[0]
const asking = { context: { origin: { style: 'rest', requestId: 'r' } } } as Pick<Call, 'context'>

test('of a later moment the clock and the age of a second factor are others, and the style is the same', () => {
  const made = withAsked(model, asking, principal, nowMs)
  expect(made.asked).toEqual({ nowMs, style: 'rest', strongAge: 10 })
  const later = askedAt(made, nowMs + 890_000)
  expect(later.asked).toEqual({ nowMs: nowMs + 890_000, style: 'rest', strongAge: 900 })
})

test('who asks of a call is looked at anew as whoever signed in is, and what they ask makes them no other', async () => {
  let roles = principal.roles
  const renew = async () => ({ ...principal, roles })
  rememberRenewal(principal, renew)
  const made = withAsked(model, asking, principal, nowMs)
  expect(renewalOf(made)).toBe(renew)
  expect(await stands(made, nowMs)).toBe(true)
  roles = []
  expect(await stands(made, nowMs)).toBe(false)
})
