import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Platform } from '../../open-platform.ts'
import { passwords } from '../accounts/passwords.ts'
import { codeOf } from '../testing/authenticator.ts'
import { type Joined, joinBy, openTestPlatform, password, tokenOf } from '../testing/platform.ts'
import { type Visitor, visitor } from '../testing/visitor.ts'

let platform: Platform & { readonly folder: string }
let ann: Joined
const [hash, verify] = [vi.spyOn(passwords, 'hash'), vi.spyOn(passwords, 'verify')]
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  platform = await openTestPlatform('production')
  ann = await joinBy(await platform.people.makeLink(), 'ann@example.org')
}, 60_000)
beforeEach(() => {
  // Past every wait, and every code that was used.
  vi.setSystemTime(Date.now() + 3_600_000)
})
afterAll(async () => {
  await platform.close()
  vi.useRealTimers()
})

const signIn = async (browser: Visitor, given: object = {}) =>
  browser.post('/sign-in', { email: ann.email, password, ...given })

const signedIn = async (): Promise<Visitor> => {
  const browser = visitor(platform.url)
  await signIn(browser)
  await browser.post('/second-factor', { code: codeOf(ann.secret) })
  return browser
}

test('who is nobody, and who has another password, are answered alike, for the same work', async () => {
  vi.clearAllMocks()
  const wrong = await signIn(visitor(platform.url), { password: 'four quiet herons' })
  expect([hash, verify].map((each) => each.mock.calls.length)).toEqual([0, 1])
  const nobody = await signIn(visitor(platform.url), { email: 'nobody@example.org' })
  expect([hash, verify].map((each) => each.mock.calls.length)).toEqual([1, 1])
  expect([nobody.status, nobody.text, nobody.cookies]).toEqual([wrong.status, wrong.text, wrong.cookies])
  expect(wrong.status).toBe(401)
})

test('an account that was guessed at waits, from wherever it is tried, with the right password too, and one that is none alike', async () => {
  const tried = async (email: string) => {
    for (let guess = 0; guess < 5; guess++)
      expect((await signIn(visitor(platform.url), { email, password: `guess number ${guess}` })).status).toBe(401)
    const seen = await signIn(visitor(platform.url), { email })
    return [seen.status, seen.location, /That was too often[^<]*/.exec(seen.text)?.[0]]
  }
  const [known, unknown] = [await tried('ANN@example.org'), await tried('nobody@example.org')]
  expect(known).toEqual([401, null, expect.stringMatching(/Wait (?:29|30) seconds/)])
  expect(unknown).toEqual([401, null, expect.stringMatching(/Wait (?:29|30) seconds/)])
  vi.setSystemTime(Date.now() + 30_000)
  expect((await signIn(visitor(platform.url))).location).toBe('/second-factor')
}, 60_000)

test('guesses that come at once are as many as those that come one by one', async () => {
  const guesses = Array.from({ length: 20 }, (_, guess) =>
    signIn(visitor(platform.url), { password: `guess number ${guess}` }),
  )
  const answers = await Promise.all(guesses)
  expect(answers.filter(({ text }) => !text.includes('That was too often'))).toHaveLength(5)
}, 60_000)

test('an address tries thirty times a minute, whatever it tries', async () => {
  const browser = visitor(platform.url)
  const statuses: number[] = []
  for (let guess = 0; guess < 31; guess++) statuses.push((await browser.get(`/join/${guess}`)).status)
  expect([statuses.slice(0, 30).every((status) => status === 410), statuses[30]]).toEqual([true, 429])
  expect((await signIn(browser)).status).toBe(429)
  expect((await signIn(visitor(platform.url))).status).toBe(303)
})

test('a code is good once, also for who has seen it typed', async () => {
  const code = codeOf(ann.secret)
  const [first, second] = [visitor(platform.url), visitor(platform.url)]
  await signIn(first)
  await signIn(second)
  expect((await first.post('/second-factor', { code })).location).toBe('/')
  const replayed = await second.post('/second-factor', { code })
  expect([replayed.status, replayed.location]).toEqual([401, null])
  expect((await second.post('/token')).status).toBe(401)
  expect((await second.post('/second-factor', { code: codeOf(ann.secret, 1) })).location).toBe('/')
})

test('codes are guessed five times, over all sign-ins that know the password', async () => {
  const guess = async (code: string) => {
    const browser = visitor(platform.url)
    await signIn(browser)
    return (await browser.post('/second-factor', { code })).text
  }
  const wrong = [...'012345'].map((digit) => digit.repeat(6)).filter((code) => code !== codeOf(ann.secret))
  for (const code of wrong.slice(0, 5)) expect(await guess(code)).toContain('not the one of now')
  expect(await guess(codeOf(ann.secret))).toContain('That was too often')
}, 60_000)

test('who is signed in tries no codes of their account: a stolen session is no way to a second factor', async () => {
  const browser = await signedIn()
  expect(await browser.post('/second-factor', { code: codeOf(ann.secret, 1) })).toMatchObject({
    status: 303,
    location: '/sign-in',
  })
})

test('no browser is trusted without a code', async () => {
  const browser = visitor(platform.url)
  await signIn(browser)
  await browser.post('/second-factor', { code: codeOf(ann.secret), trustDevice: 'true' })
  expect(browser.cookie()).not.toContain('trust')
  await browser.post('/people/sign-out')
  expect((await signIn(browser)).location).toBe('/second-factor')
  expect((await browser.post('/token')).status).toBe(401)
})

test('signing in begins a session of its own: one that was put into the browser before is not taken over, and ends', async () => {
  const planted = (await signedIn()).cookie()
  vi.setSystemTime(Date.now() + 120_000)
  const browser = visitor(platform.url)
  browser.wear(planted)
  await signIn(browser)
  expect((await browser.post('/second-factor', { code: codeOf(ann.secret) })).location).toBe('/')
  expect(browser.cookie()).not.toBe(planted)
  await tokenOf(browser)
  const attacker = visitor(platform.url)
  attacker.wear(planted)
  expect((await attacker.post('/token')).status).toBe(401)
})

test('a code is of who has shown a password, whoever’s session lies beside it', async () => {
  const beside = (await signedIn()).cookie()
  vi.setSystemTime(Date.now() + 120_000)
  const browser = visitor(platform.url)
  await signIn(browser)
  browser.wear(`${beside}; ${browser.cookie()}`)
  const seen = await browser.post('/second-factor', { code: codeOf(ann.secret) })
  expect([seen.location, seen.cookies.some((cookie) => cookie.includes('session_token='))]).toEqual(['/', true])
})

test('a code that belongs to nobody’s sign-in, or comes too late for it, leads back to its beginning', async () => {
  expect((await visitor(platform.url).post('/second-factor', { code: '123456' })).location).toBe('/sign-in')
  const browser = visitor(platform.url)
  await signIn(browser)
  vi.setSystemTime(Date.now() + 601_000)
  expect((await browser.post('/second-factor', { code: codeOf(ann.secret) })).location).toBe('/sign-in')
  expect((await browser.post('/token')).status).toBe(401)
})

test('a session ends half a day after it began', async () => {
  const browser = await signedIn()
  vi.setSystemTime(Date.now() + 12 * 3_600_000 + 1)
  expect((await browser.post('/token')).status).toBe(401)
})

/** Guesses at Ann's account until whoever is not known waits. */
const guessAtPassword = async (): Promise<void> => {
  for (let guess = 0; guess < 6; guess++) await signIn(visitor(platform.url), { password: `guess number ${guess}` })
  expect((await signIn(visitor(platform.url))).text).toContain('That was too often')
}

test('who guesses at an account does not keep its owner waiting, in a browser in which they signed in before', async () => {
  const known = await signedIn()
  await known.post('/people/sign-out')
  vi.setSystemTime(Date.now() + 120_000)
  await guessAtPassword()
  expect((await signIn(known)).location).toBe('/second-factor')
  // Who has the password and guesses at codes keeps nobody waiting, either.
  vi.setSystemTime(Date.now() + 1_000_000)
  for (let guess = 0; guess < 6; guess++) {
    const thief = visitor(platform.url)
    await signIn(thief)
    await thief.post('/second-factor', { code: `00000${guess}` })
  }
  await signIn(known)
  expect((await known.post('/second-factor', { code: codeOf(ann.secret) })).location).toBe('/')
}, 60_000)

test('a browser that is known tries five times freely as others do, and of its own person alone', async () => {
  const known = await signedIn()
  for (let guess = 0; guess < 5; guess++)
    expect((await signIn(known, { password: `guess number ${guess}` })).text).not.toContain('too often')
  expect((await signIn(known)).text).toContain('That was too often')
  expect((await signIn(visitor(platform.url))).location).toBe('/second-factor')
  for (let guess = 0; guess < 5; guess++)
    await signIn(known, { email: 'nobody@example.org', password: `guess number ${guess}` })
  const nobody = await signIn(visitor(platform.url), { email: 'nobody@example.org' })
  expect(nobody.text).toContain('That was too often')
}, 60_000)

test('a cookie of a browser that is known signs nobody in, and stands for no factor', async () => {
  const pair = (await signedIn())
    .cookie()
    .split('; ')
    .find((each) => each.includes('.device='))
  const thief = visitor(platform.url)
  thief.wear(pair ?? '')
  expect([pair, (await thief.post('/token')).status]).toEqual([expect.stringMatching(/./), 401])
  expect((await signIn(thief)).location).toBe('/second-factor')
  expect((await thief.post('/token')).status).toBe(401)
})
