import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { Platform } from '../../open-platform.ts'
import { openTestPlatform, tokenOf } from '../testing/platform.ts'
import { visitor } from '../testing/visitor.ts'

let platform: Platform & { readonly folder: string }
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  platform = await openTestPlatform('development')
})
afterEach(() => vi.setSystemTime(vi.getRealSystemTime()))
afterAll(async () => {
  await platform.close()
  vi.useRealTimers()
})

test('on a machine of its own a link signs its owner in, once', async () => {
  const link = await platform.people.makeLink()
  const browser = visitor(link)
  const seen = await browser.get(link)
  expect(seen).toMatchObject({ status: 303, location: '/' })
  expect(seen.cookies).toEqual([
    expect.stringMatching(
      /^charter-[0-9a-f]{12}\.session_token=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/,
    ),
  ])

  expect(await browser.get('/')).toMatchObject({
    status: 200,
    text: expect.stringContaining('the owner of this machine'),
  })
  const founded = await fetch(`${platform.url}/api/v1/organisations`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await tokenOf(browser)}`, 'content-type': 'application/json' },
    body: JSON.stringify({ id: 'mine', name: 'Mine' }),
  })
  expect(founded.status).toBe(201)

  const late = visitor(link)
  expect((await late.get(link)).status).toBe(410)
  expect(await late.get('/')).toMatchObject({ status: 303, location: '/sign-in' })
  expect([late.cookie(), (await late.post('/token')).status]).toEqual(['', 401])
})

test('a link of this machine ends after a quarter of an hour, and one that only asks for its head does not use it', async () => {
  const [late, kept] = [await platform.people.makeLink(), await platform.people.makeLink()]
  expect((await fetch(kept, { method: 'HEAD', redirect: 'manual' })).status).toBe(405)
  expect((await visitor(kept).get(kept)).status).toBe(303)
  vi.setSystemTime(Date.now() + 900_000)
  expect((await visitor(late).get(late)).status).toBe(410)
})

test('a link signs in with no second factor, so nothing that asks for one is done by it', async () => {
  const link = await platform.people.makeLink()
  const browser = visitor(link)
  await browser.get(link)
  const claims = JSON.parse(Buffer.from((await tokenOf(browser)).split('.')[1] ?? '', 'base64url').toString())
  expect(claims).toMatchObject({ sub: 'owner', aud: 'platform' })
  expect([claims.amr, claims.auth_time]).toEqual([undefined, undefined])
})

test('on a machine of its own nobody signs in with a password, joins or invites', async () => {
  const browser = visitor(platform.url)
  for (const path of ['/sign-in', '/join/x', '/second-factor', '/people/sign-in/email', '/people/two-factor/enable'])
    expect([path, (await browser.post(path, { email: 'owner@localhost', password: 'x' })).status]).toEqual([
      path,
      path === '/sign-in' ? 405 : 404,
    ])
  expect((await fetch(`${platform.url}/invitations`, { method: 'POST' })).status).toBe(404)
})
