import { expect, test } from 'vitest'
import type { Principal } from '../call.ts'
import { requireStepUp } from './step-up.ts'

const nowMs = 1_800_000_000_000
const principal = (signIn: Principal['signIn'], credential: Principal['credential'] = 'jwt'): Principal => ({
  id: 'p',
  roles: [],
  attributes: {},
  credential,
  ...(signIn && { signIn }),
})
const passes = (of: Principal): boolean => {
  try {
    requireStepUp(of, nowMs)
    return true
  } catch (error) {
    expect(error).toMatchObject({ problem: { code: 'step-up-required' } })
    return false
  }
}
const ago = (seconds: number): number => nowMs / 1000 - seconds

test.each([
  ['a second factor a moment ago', { amr: ['pwd', 'otp'], authTime: ago(10) }, true],
  ['fifteen minutes ago', { amr: ['mfa'], authTime: ago(900) }, true],
  ['longer ago', { amr: ['mfa'], authTime: ago(901) }, false],
  ['a clock a little ahead', { amr: ['mfa'], authTime: ago(-30) }, true],
  ['a sign-in that is yet to come', { amr: ['mfa'], authTime: ago(-3600) }, false],
  ['a password alone', { amr: ['pwd'], authTime: ago(10) }, false],
  ['no time', { amr: ['mfa'] }, false],
  ['no methods', { authTime: ago(10) }, false],
  ['nothing said', undefined, false],
] as const)('%s', (_, signIn, isEnough) => expect(passes(principal(signIn))).toBe(isEnough))

test('an API key never is enough, whatever it carries', () => {
  expect(passes(principal({ amr: ['mfa'], authTime: ago(1) }, 'api-key'))).toBe(false)
})
