import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Platform } from '../open-platform.ts'
import { codeOf } from './testing/authenticator.ts'
import { joinBy, openTestPlatform, password, tokenOf } from './testing/platform.ts'
import { visitor } from './testing/visitor.ts'

let platform: Platform & { readonly folder: string }
beforeEach(async () => {
  platform = await openTestPlatform('production')
})
afterEach(() => platform.close())

const ask = async (token: string, method: string, path: string, body?: object) => {
  const response = await fetch(`${platform.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: response.status, body: JSON.parse(await response.text()) }
}

test('the first person comes by the first link, signs in with password and code, and founds an organisation', async () => {
  const { secret, email } = await joinBy(await platform.people.makeLink(), 'ann@example.org')

  const browser = visitor(platform.url)
  expect(await browser.post('/sign-in', { email, password })).toMatchObject({ status: 303, location: '/second-factor' })
  expect((await browser.post('/token')).status).toBe(401)
  expect(await browser.post('/second-factor', { code: codeOf(secret, 1) })).toMatchObject({
    status: 303,
    location: '/',
  })

  const token = await tokenOf(browser)
  const founded = await ask(token, 'POST', '/api/v1/organisations', { id: 'acme', name: 'Acme' })
  expect(founded).toMatchObject({ status: 201, body: { id: 'acme' } })
  expect((await ask(token, 'GET', '/api/v1/members')).body.items).toEqual([expect.objectContaining({ isActive: true })])
}, 60_000)
