import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Platform } from '../../open-platform.ts'
import { type Joined, joinBy, openTestPlatform, tokenOf } from '../testing/platform.ts'
import { visitor } from '../testing/visitor.ts'

let platform: Platform & { readonly folder: string }
let ann: Joined
beforeAll(async () => {
  platform = await openTestPlatform('production')
  ann = await joinBy(await platform.people.makeLink(), 'ann@example.org')
}, 60_000)
afterAll(() => platform.close())

const paths = [
  '/token',
  '/sign-in',
  '/second-factor',
  '/second-factor/set-up',
  '/join/x',
  '/people/sign-in/email',
  '/people/sign-out',
  '/people/two-factor/enable',
  '/people/two-factor/verify-totp',
  '/people/revoke-session',
  '/people/change-password',
]

test.each([
  ['a page of another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
  ['a page of a sibling host', { origin: 'https://other.example.org', 'sec-fetch-site': 'same-site' }],
  ['an old browser on another site', { origin: 'https://evil.example', 'sec-fetch-site': '' }],
  ['a page without an origin', { origin: 'null', 'sec-fetch-site': 'cross-site' }],
  ['a bookmark', { origin: '', 'sec-fetch-site': 'none' }],
])('%s has a browser do nothing of sign-in, with its cookies or without', async (_, headers) => {
  for (const path of paths)
    for (const browser of [ann.browser, visitor(platform.url)]) {
      const seen = await browser.post(path, { email: ann.email, password: ann.password }, headers)
      expect([path, seen.status, seen.cookies]).toEqual([path, 403, []])
    }
  await tokenOf(ann.browser)
})

test('a name that leads to this machine is not the platform: a page there has nothing done', async () => {
  const { port } = new URL(platform.url)
  const seen = await visitor(`http://localhost:${port}`).post('/sign-in', { email: ann.email, password: ann.password })
  expect([seen.status, seen.cookies]).toEqual([403, []])
})
