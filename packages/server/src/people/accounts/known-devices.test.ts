import { expect, test } from 'vitest'
import { knownDevices } from './known-devices.ts'

const cookies = { prefix: 'charter', isTls: true }
let nowMs = 1_800_000_000_000
const devices = knownDevices({ secret: 'one', cookies, nowMs: () => nowMs })
const pairOf = (line: string): string => line.split(';')[0] ?? ''

test('a browser is known of whom it was sealed for, by this platform, and for half a year', () => {
  const line = devices.cookieFor('ann@example.org')
  expect(line).toMatch(/; Max-Age=15552000; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
  const cookie = pairOf(line)
  expect(devices.apart(`a=b; ${cookie}`, 'Ann@example.org')).toMatch(/^:[\w-]{22}$/)
  expect(devices.apart(cookie, 'bob@example.org')).toBe('')
  expect(knownDevices({ secret: 'other', cookies, nowMs: () => nowMs }).apart(cookie, 'ann@example.org')).toBe('')
  const [device, until, seal] = cookie.split('.').slice(1)
  for (const forged of ['', `x.${until}.${seal}`, `${device}.${Number(until) + 1}.${seal}`, `${device}.${until}.`])
    expect(devices.apart(`charter.device=${forged}`, 'ann@example.org')).toBe('')
  nowMs += 15_552_000_000
  expect(devices.apart(cookie, 'ann@example.org')).toBe('')
})

test('each browser that is known is counted by itself', () => {
  const [one, other] = [1, 2].map(() => devices.apart(pairOf(devices.cookieFor('ann@example.org')), 'ann@example.org'))
  expect(one).not.toBe(other)
})
