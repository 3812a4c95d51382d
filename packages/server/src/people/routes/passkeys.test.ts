import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Platform } from '../../open-platform.ts'
import { codeOf } from '../testing/authenticator.ts'
import { type Lies, optionsIn, type PasskeyDevice, passkeyDevice } from '../testing/passkey-device.ts'
import { type Joined, joinBy, openTestPlatform, password, tokenOf } from '../testing/platform.ts'
import { type Visitor, visitor } from '../testing/visitor.ts'

let platform: Platform & { readonly folder: string }
let ann: Joined
let device: PasskeyDevice
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  platform = await openTestPlatform('production')
  ann = await joinBy(await platform.people.makeLink(), 'ann@example.org')
  device = passkeyDevice(origin())
  expect((await add(ann.browser, device)).location).toBe('/account')
}, 60_000)
beforeEach(() => {
  vi.setSystemTime(Date.now() + 1_200_000)
})
afterAll(async () => {
  await platform.close()
  vi.useRealTimers()
})

const origin = (): string => new URL(platform.url).origin

const add = async (browser: Visitor, made: PasskeyDevice, lies: Lies = {}) => {
  const options = optionsIn((await browser.get('/account/passkeys/new')).text)
  return browser.post('/account/passkeys', { name: 'Laptop', passkey: made.make(options, lies) })
}

const asked = async (browser: Visitor): Promise<string> => optionsIn((await browser.get('/sign-in/passkey')).text)

const signIn = async (lies: Lies = {}, shown = device) => {
  const browser = visitor(platform.url)
  const seen = await browser.post('/sign-in/passkey', { passkey: shown.show(await asked(browser), lies) })
  return { browser, seen }
}

const withCode = async (): Promise<Visitor> => {
  vi.setSystemTime(Date.now() + 120_000)
  const browser = visitor(platform.url)
  await browser.post('/sign-in', { email: ann.email, password })
  await browser.post('/second-factor', { code: codeOf(ann.secret) })
  return browser
}

const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())

test('a passkey signs in by itself, and counts as more than one factor', async () => {
  const { browser, seen } = await signIn()
  expect([seen.status, seen.location]).toEqual([303, '/'])
  const claims = claimsOf(await tokenOf(browser))
  expect([claims.amr, claims.auth_time]).toEqual([['pop', 'user', 'mfa'], Math.floor(Date.now() / 1000)])
  expect((await browser.get('/account')).text).toContain('Laptop, since')
})

test('a page runs the script of passkeys where it asks for one, and no other', async () => {
  const { headers, text } = await visitor(platform.url).get('/sign-in/passkey')
  expect(headers.get('content-security-policy')).toMatch(/^default-src 'none';.*; script-src 'self'$/)
  expect(text.match(/<script[^>]*>/g)).toEqual(['<script type="module" src="/people/passkey.js">'])
  expect((await visitor(platform.url).get('/people/passkey.js')).headers.get('content-type')).toContain('javascript')
})

test('an answer of a passkey is good once, and a challenge is: what was seen signs nobody in', async () => {
  const browser = visitor(platform.url)
  const options = await asked(browser)
  const passkey = device.show(options)
  expect((await browser.post('/sign-in/passkey', { passkey })).status).toBe(303)
  expect((await visitor(platform.url).post('/sign-in/passkey', { passkey })).status).toBe(401)
  expect((await visitor(platform.url).post('/sign-in/passkey', { passkey: device.show(options) })).status).toBe(401)
})

test('a challenge that fifty answer at the same moment is answered once', async () => {
  const options = await asked(visitor(platform.url))
  const passkey = device.show(options)
  const many = Array.from({ length: 50 }, () => visitor(platform.url).post('/sign-in/passkey', { passkey }))
  expect((await Promise.all(many)).filter(({ status }) => status === 303)).toHaveLength(1)
}, 60_000)

test.each<readonly [string, Lies]>([
  ['a page of another site', { origin: 'https://evil.example' }],
  ['another RP ID', { rpId: 'evil.example' }],
  ['an authenticator that does not know its person', { isUnverified: true }],
  ['the making of a passkey', { type: 'webauthn.create' }],
  ['a counter that went back, as of a copy', { counter: 1 }],
])('a passkey is not taken of %s', async (_, lies) => {
  await signIn()
  const { browser, seen } = await signIn(lies)
  expect([seen.status, (await browser.post('/token')).status]).toEqual([401, 401])
})

test('a challenge ends after a quarter of an hour, and one that the platform did not make is none', async () => {
  const browser = visitor(platform.url)
  const options = await asked(browser)
  vi.setSystemTime(Date.now() + 901_000)
  expect((await browser.post('/sign-in/passkey', { passkey: device.show(options) })).status).toBe(401)
  const made = JSON.stringify({ challenge: Buffer.alloc(32).toString('base64url') })
  expect((await browser.post('/sign-in/passkey', { passkey: device.show(made) })).status).toBe(401)
})

test('what is no answer of an authenticator, or of one that nobody knows, is refused', async () => {
  const browser = visitor(platform.url)
  const stranger = passkeyDevice(origin())
  for (const passkey of [
    '',
    '{}',
    '[',
    JSON.stringify({ id: 'x', response: null }),
    stranger.show(await asked(browser)),
  ])
    expect((await browser.post('/sign-in/passkey', { passkey })).status).toBe(401)
  expect((await browser.post('/sign-in/passkey', { passkey: 'x'.repeat(6145) })).status).toBe(400)
})

test('a passkey is a factor of now where its session was asked for it, and nowhere else', async () => {
  const [mine, other] = [await withCode(), (await signIn()).browser]
  vi.setSystemTime(Date.now() + 1_000_000)
  const options = optionsIn((await mine.get('/account')).text)
  const ofOther = optionsIn((await other.get('/account')).text)
  const ofSignIn = await asked(visitor(platform.url))
  for (const wrong of [ofOther, ofSignIn])
    expect((await mine.post('/account/confirm', { passkey: device.show(wrong) })).status).toBe(422)
  const passkey = device.show(options)
  expect((await mine.post('/account/confirm', { passkey })).location).toBe('/account')
  expect(claimsOf(await tokenOf(mine)).amr).toContain('mfa')
  vi.setSystemTime(Date.now() + 1_000_000)
  expect((await mine.post('/account/confirm', { passkey })).status).toBe(422)
}, 60_000)

test('a passkey is added by who has shown an authenticator or a passkey now: a recovery code, and a stale session, add none', async () => {
  const recovered = visitor(platform.url)
  await recovered.post('/sign-in', { email: ann.email, password })
  expect((await recovered.post('/second-factor/recovery', { code: ann.codes[0] ?? '' })).location).toBe('/account')
  expect((await recovered.get('/account/passkeys/new')).text).toContain('A recovery code adds no passkey')
  const mine = await withCode()
  const made = passkeyDevice(origin())
  for (const lies of [{ origin: 'https://evil.example' }, { rpId: 'evil.example' }, { isUnverified: true as const }])
    expect((await add(mine, made, lies)).status).toBe(422)
  const options = optionsIn((await mine.get('/account/passkeys/new')).text)
  expect((await recovered.post('/account/passkeys', { name: 'x', passkey: made.make(options) })).status).toBe(422)
  vi.setSystemTime(Date.now() + 1_000_000)
  expect((await mine.post('/account/passkeys', { name: 'x', passkey: made.make(options) })).status).toBe(422)
}, 60_000)

test('a passkey that was removed signs nobody in', async () => {
  const mine = await withCode()
  const lost = passkeyDevice(origin())
  expect((await add(mine, lost)).location).toBe('/account')
  expect((await signIn({}, lost)).seen.status).toBe(303)
  const ids = [...(await mine.get('/account')).text.matchAll(/passkeys\/end">[\s\S]*?value="([^"]+)"/g)].map(
    ([, id]) => id,
  )
  expect((await mine.post('/account/passkeys/end', { id: ids[1] ?? '' })).location).toBe('/account')
  expect((await signIn({}, lost)).seen.status).toBe(401)
  expect((await signIn()).seen.status).toBe(303)
})

test('an attestation with certificates is refused before anything of them is read', async () => {
  const [mine, made] = [await withCode(), passkeyDevice(origin())]
  const options = optionsIn((await mine.get('/account/passkeys/new')).text)
  const answer = (lies: Lies) => mine.post('/account/passkeys', { name: 'x', passkey: made.make(options, lies) })
  expect((await answer({ isVouched: true })).text).toContain('This is no passkey for here')
  // Its challenge was not looked at either.
  expect((await answer({})).location).toBe('/account')
})
