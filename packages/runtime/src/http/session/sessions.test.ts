import { expect, test } from 'vitest'
import type { Principal } from '../../call/call.ts'
import { isOwnPage } from './own-page.ts'
import { type SessionOptions, sessionsOf } from './sessions.ts'

const secret = new Uint8Array(32).fill(7)
const nowMs = 1_800_000_000_000
const made = (more: Partial<SessionOptions> = {}) =>
  sessionsOf({
    settings: { name: 'shop', maxAgeSeconds: 3600 },
    service: 'shop',
    secret,
    isTls: true,
    isPlain: false,
    nowMs: () => nowMs,
    ...more,
  })
const ada: Principal = { id: 'ada', roles: [], attributes: {}, credential: 'jwt' }
const bearer = { kind: 'bearer', text: 'a.b.c' } as const
const pairOf = (cookie: string) => cookie.split(';')[0] ?? ''
const page = { 'sec-fetch-site': 'same-origin', host: 'shop.example.org' }

test('in production a cookie is of its host alone, over TLS alone, and no script sees it', () => {
  const { cookie, untilMs } = made().begin(bearer, ada)
  expect(cookie).toMatch(/^__Host-shop-session=[\w-]+; Path=\/; Max-Age=3600; HttpOnly; SameSite=Strict; Secure$/)
  expect(cookie).not.toContain('Domain')
  expect(untilMs).toBe(nowMs + 3_600_000)
  expect(made().end()).toBe('__Host-shop-session=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict; Secure')
  expect(made().credentialOf({ headers: { ...page, cookie: pairOf(cookie) } }, 'script')).toEqual({
    ...bearer,
    untilMs,
  })
})

test('it lasts no longer than the credential, nor than the charter says', () => {
  expect(made().begin(bearer, { ...ada, untilMs: nowMs + 90_000 })).toMatchObject({ untilMs: nowMs + 90_000 })
  const { cookie } = made().begin(bearer, ada)
  const later = made({ nowMs: () => nowMs + 3_600_000 })
  expect(later.credentialOf({ headers: { ...page, cookie: pairOf(cookie) } }, 'script')).toBeNull()
})

test('another secret, another service and what was altered open nothing', () => {
  const cookie = pairOf(made().begin(bearer, ada).cookie)
  const read = (more: Partial<SessionOptions>, text = cookie) =>
    made(more).credentialOf({ headers: { ...page, cookie: text } }, 'script')
  expect(read({ secret: new Uint8Array(32).fill(8) })).toBeNull()
  expect(read({ service: 'store' })).toBeNull()
  for (let at = 20; at < cookie.length; at += 17) {
    const other = cookie[at] === 'A' ? 'B' : 'A'
    expect(read({}, `${cookie.slice(0, at)}${other}${cookie.slice(at + 1)}`)).toBeNull()
  }
  expect(read({}, `${cookie}; ${cookie}`)).toBeNull()
})

test('no session stands for what a gateway says, nor for what no cookie holds', () => {
  expect(() => made().begin({ kind: 'gateway', text: 'x' }, ada)).toThrow()
  expect(() => made().begin({ kind: 'bearer', text: 'x'.repeat(4000) }, ada)).toThrow()
})

test('the organisation that a request names goes with its session', () => {
  const cookie = pairOf(made().begin(bearer, ada).cookie)
  const headers = { ...page, cookie, 'charter-organisation': 'north' }
  expect(made().credentialOf({ headers }, 'script')).toEqual({
    ...bearer,
    organisation: 'north',
    untilMs: nowMs + 3_600_000,
  })
})

const origin = 'https://shop.example.org'
test.each([
  ['a script of its own reads', 'GET', { 'sec-fetch-site': 'same-origin' }, true, true],
  ['a script of its own writes', 'POST', { 'sec-fetch-site': 'same-origin' }, true, true],
  ['an address is typed', 'GET', { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' }, true, false],
  ['an extension asks', 'GET', { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'cors' }, false, false],
  [
    'a form is opened from a bookmark',
    'POST',
    { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' },
    false,
    false,
  ],
  ['a sibling reads', 'GET', { 'sec-fetch-site': 'same-site' }, false, false],
  [
    'another site is left for it',
    'GET',
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
    false,
    false,
  ],
  ['two are said', 'GET', { 'sec-fetch-site': 'same-origin, cross-site' }, false, false],
  ['an old browser writes', 'POST', { origin }, true, true],
  ['an old browser writes from elsewhere', 'POST', { origin: 'https://evil.example' }, false, false],
  ['another port writes', 'POST', { origin: `${origin}:8443` }, false, false],
  ['plain HTTP of its host writes', 'POST', { origin: 'http://shop.example.org' }, false, false],
  ['an old browser reads', 'GET', {}, true, false],
  ['an old browser reads from its page', 'GET', { referer: `${origin}/a` }, true, false],
  ['an old browser reads from elsewhere', 'GET', { referer: 'https://evil.example/' }, false, false],
  ['an old browser reads from a longer host', 'GET', { referer: `${origin}.evil.example/` }, false, false],
  ['nothing is said, and it writes', 'POST', {}, false, false],
  ['nothing is said but where from, and it writes', 'DELETE', { referer: `${origin}/a` }, false, false],
] as const)('%s', (_, method, headers, address, script) => {
  expect([isOwnPage({ method, headers }, origin, 'address'), isOwnPage({ method, headers }, origin, 'script')]).toEqual(
    [address, script],
  )
})

test('of a WebSocket its Origin alone is asked', () => {
  const socket = (headers: Readonly<Record<string, string>>) => isOwnPage({ headers }, origin, 'socket')
  expect(socket({ origin })).toBe(true)
  expect(socket({ 'sec-fetch-site': 'same-origin' })).toBe(false)
  expect(socket({ origin: `${origin}.evil.example` })).toBe(false)
  expect(socket({ origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' })).toBe(false)
})
