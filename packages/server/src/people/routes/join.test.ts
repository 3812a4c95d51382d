import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Platform } from '../../open-platform.ts'
import { type Joined, joinBy, openTestPlatform, password, tokenOf } from '../testing/platform.ts'
import { visitor } from '../testing/visitor.ts'

let platform: Platform & { readonly folder: string }
let ann: Joined
let late: string
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  platform = await openTestPlatform('production')
  const [ended, link] = [await platform.people.makeLink(), await platform.people.makeLink()]
  late = ended
  ann = await joinBy(link, 'ann@example.org')
  await api(ann, 'POST', '/api/v1/organisations', { id: 'acme', name: 'Acme' })
}, 60_000)
afterAll(async () => {
  await platform.close()
  vi.useRealTimers()
})

const api = async ({ browser }: Joined, method: string, path: string, body: object, headers = {}) => {
  const response = await fetch(`${platform.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${await tokenOf(browser)}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: JSON.parse(await response.text()) }
}

const invite = (email: string) => api(ann, 'POST', '/invitations', { email })

test('there is one first person: with them every first link has ended, and none is made', async () => {
  expect((await visitor(late).post(late, { email: 'eve@example.org', password })).status).toBe(410)
  await expect(platform.people.makeLink()).rejects.toThrow('has people')
})

test('an owner invites somebody, who joins by the link, is made a member by the id, and signs in', async () => {
  const { status, body } = await invite('Bob@example.org')
  expect([status, body]).toEqual([201, { personId: expect.any(String), link: expect.stringContaining('/join/') }])
  const role = await api(ann, 'POST', '/api/v1/roles', { name: 'Seconds', grants: ['viewer', 'approver'] })
  const member = { personId: body.personId, roleId: role.body.id }
  expect((await api(ann, 'POST', '/api/v1/members', member)).status).toBe(201)
  expect((await visitor(body.link).get(body.link)).text).toContain('value="Bob@example.org" readonly')
  const bob = await joinBy(body.link, 'whoever@example.org')
  const mine = JSON.parse((await bob.browser.get('/people/get-session')).text).user
  expect([mine.id, mine.email]).toEqual([body.personId, 'bob@example.org'])
  const seen = await api(bob, 'POST', '/api/v1/projects', { name: 'notes', title: 'Notes' })
  expect(seen.status).toBe(403)
  expect((await api(bob, 'POST', '/invitations', { email: 'carl@example.org' })).status).toBe(403)
}, 60_000)

test('a link of an invitation is used once, also by two at the same moment, and ends after a week', async () => {
  const { link } = (await invite('dan@example.org')).body
  const answers = await Promise.all([1, 2].map(() => visitor(link).post(link, { password })))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 410])
  expect((await visitor(link).get(link)).status).toBe(410)
  const other = (await invite('finn@example.org')).body.link
  vi.setSystemTime(Date.now() + 7 * 86_400_000)
  expect((await visitor(other).post(other, { password })).status).toBe(410)
  vi.setSystemTime(Date.now() - 7 * 86_400_000)
}, 60_000)

test('an invitation tells nobody who is there, and changes no account: its address signs in as before', async () => {
  const [known, unknown] = [await invite('ann@example.org'), await invite('new@example.org')]
  expect(Object.keys(known.body)).toEqual(Object.keys(unknown.body))
  const { link } = known.body
  const seen = await visitor(link).post(link, { password: 'five quiet herons' })
  expect([seen.status, seen.text]).toEqual([401, expect.stringContaining('has an account')])
  expect((await visitor(link).post('/sign-in', { email: ann.email, password })).status).toBe(303)
}, 60_000)

test('a weak password uses no link', async () => {
  const { link } = (await invite('gil@example.org')).body
  expect((await visitor(link).post(link, { password: 'password2026' })).text).toContain('many people choose')
  expect((await visitor(link).post(link, { password })).status).toBe(200)
}, 60_000)

test('nobody invites without a sign-in of their own: neither without a token, nor with a cookie, nor a key', async () => {
  const { origin } = new URL(platform.url)
  for (const headers of [{}, { cookie: ann.browser.cookie(), origin, 'sec-fetch-site': 'same-origin' }]) {
    const response = await fetch(`${origin}/invitations`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: '{"email":"eve@example.org"}',
    })
    expect(response.status).toBe(401)
  }
})
