import { compileAccess } from '@charter/access'
import { checkCharter, diffCharters, parseCharter, toModel } from '@charter/charter'
import { expect, test } from 'vitest'
import { styles } from '../registry.gen.ts'
import { rest } from './index.ts'

const read = (access: string, more = '') => {
  const text = `charter: 1
name: shop
access: { roles: [clerk], ${access} }
${more}
entities:
  Order:
    key: id
    fields: { id: { type: uuid, default: generated } }
    allow: { clerk: { do: [create, read, list] } }
`
  const { charter, diagnostics } = parseCharter({ 'charter.yaml': text }, { styles })
  if (!charter) throw new Error(diagnostics.map(({ message }) => message).join(' '))
  return charter
}
const says = (access: string, more?: string): string => {
  try {
    const found = checkCharter(read(access, more), { styles, connectors: [], access: compileAccess })
    return found
      .filter(({ code }) => code !== 'not-built-yet')
      .map(({ message }) => message)
      .join(' ')
  } catch (error) {
    return String(error)
  }
}

test('cookies are taken where the charter says so, by its name and for eight hours unless it says more', () => {
  expect(read('cookies: true').access.cookies).toEqual({ name: 'shop', maxAgeSeconds: 28_800 })
  expect(read('cookies: { name: till, maxAge: P1D }').access.cookies).toEqual({ name: 'till', maxAgeSeconds: 86_400 })
  for (const none of ['mfa: []', 'cookies: false']) expect(toModel(read(none), [])).not.toHaveProperty('sessions')
  // It says nothing of what an answer means.
  expect(toModel(read('cookies: true'), []).digest).toBe(toModel(read('mfa: []'), []).digest)
})

test.each([
  ['cookies: { maxAge: PT5S }', '', 'from a minute'],
  ['cookies: { maxAge: P31D }', '', 'thirty days'],
  ['cookies: { maxAge: long }', '', 'from a minute'],
  ['cookies: true', 'serves: [graphql]', 'sessions begin in REST'],
  ['accepts: [gateway], cookies: true', '', 'a gateway alone'],
  ['cookies: true', 'routes: { mine: { path: session, verb: post, roles: [clerk] } }', 'the session of a browser'],
])('%s %s: %s', (access, more, sentence) => expect(says(access, more)).toContain(sentence))

test('what may be is not told of', () => {
  expect(says('cookies: true')).toBe('')
  expect(says('mfa: []', 'routes: { mine: { path: session, verb: post, roles: [clerk] } }')).toBe('')
})

test('the contract has the cookie as one more way, and where it is had', () => {
  const charter = read('cookies: true')
  const document = JSON.parse(rest.contract(charter, rest.surface(charter))['openapi.json'] ?? '')
  expect(document.security).toEqual([{ bearer: [] }, { apiKey: [] }, { session: [] }])
  expect(document.components.securitySchemes.session).toMatchObject({
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-shop-session',
  })
  expect(Object.keys(document.paths['/session'])).toEqual(['get', 'post', 'delete'])
  expect(document.paths['/session'].post.security).toEqual([{ bearer: [] }, { apiKey: [] }])
  const without = read('mfa: []')
  expect(rest.contract(without, rest.surface(without))['openapi.json']).not.toContain('session')
})

test('to take cookies breaks nobody and is told; to take none any more does', () => {
  const diff = (before: string, after: string) => {
    const found = diffCharters(read(before), read(after), { styles, access: () => [] })
    return [found.styles.rest, found.structure]
  }
  expect(diff('mfa: []', 'cookies: true')).toMatchObject([
    [{ severity: 'additive', sentence: expect.stringContaining('by a cookie') }],
    [{ about: 'access' }],
  ])
  expect(diff('cookies: true', 'mfa: []')).toMatchObject([[{ severity: 'breaking' }], [{ about: 'access' }]])
  expect(diff('cookies: true', 'cookies: { maxAge: PT1H }')).toMatchObject([[{ severity: 'breaking' }], [{}]])
  expect(diff('cookies: true', 'cookies: { name: till }')).toMatchObject([[{ severity: 'breaking' }], [{}]])
  expect(diff('cookies: true', 'cookies: true')).toEqual([[], []])
})
