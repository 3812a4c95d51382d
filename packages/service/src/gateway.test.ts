import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { JsonObject, ProblemError } from '@charter/runtime'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ada } from './testing/clinic.ts'
import { type Clinic, clinicAccepting, type Signer, serveClinic, signer } from './testing/sign-in.ts'

const issuer = 'https://gateway.example'
const provider = 'https://id.example'
let gateway: Signer
let clinic: Clinic
let nowMs = Date.now()

beforeAll(async () => {
  gateway = await signer()
  clinic = await serveClinic({
    text: clinicAccepting('jwt', 'gateway'),
    nowMs: () => nowMs,
    env: {
      GATEWAY_ISSUER: issuer,
      GATEWAY_JWKS_URL: gateway.url,
      // The provider has the very same keys: only what a token says of itself tells the two apart.
      JWT_ISSUER: provider,
      JWKS_URL: gateway.url,
    },
  })
})
afterAll(async () => {
  await clinic.close()
  await gateway.close()
})
beforeEach(() => {
  nowMs = Date.now()
})

const claims = (more: JsonObject = {}): JsonObject => {
  const iat = Math.floor(nowMs / 1000)
  const whole = {
    iss: issuer,
    aud: 'clinic',
    sub: 'c1',
    iat,
    exp: iat + 60,
    roles: ['clinician'],
    ward: 'north',
    ...more,
  }
  return Object.fromEntries(Object.entries(whole).filter(([, value]) => value !== null))
}
const assertion = (more?: JsonObject, header?: JsonObject, key?: Signer['key']) =>
  gateway.token(claims(more), { typ: 'gateway+jwt', ...header }, key)

const ask = (headers: Readonly<Record<string, string>>) => clinic.send(`/api/patients/${ada}`, headers)
const asserted = (text: string) => ask({ 'x-gateway-assertion': text }).then(({ status }) => status)

test('whom the gateway asserts is who calls, as the record says', async () => {
  expect(await asserted(assertion({ sub: 'carol' }))).toBe(200)
  await clinic.opened.service.audit.flush()
  const entries = await clinic.opened.service.state.recentAudit(99, 0)
  expect(entries).toContainEqual(expect.objectContaining({ principal: 'carol', credential: 'gateway' }))
})

test('what the gateway asserts counts, not what the caller showed to the gateway', async () => {
  const headers = { 'x-gateway-assertion': assertion({ roles: ['auditor'] }), authorization: 'Bearer whatever' }
  expect((await ask(headers)).status).toBe(403)
})

test('a header alone makes nobody', async () => {
  for (const text of ['c1', '{"sub":"c1","roles":["clinician"]}', Buffer.from('{"sub":"c1"}').toString('base64'), ''])
    expect(await asserted(text)).toBe(401)
  expect((await ask({ 'x-user': 'c1', 'x-roles': 'clinician' })).status).toBe(401)
  expect((await ask({ 'x-gateway-assertion': `${assertion()}, ${assertion()}` })).status).toBe(401)
})

test.each<[string, (second: number) => JsonObject]>([
  ['for another service', () => ({ aud: 'billing' })],
  ['for nobody', () => ({ aud: null })],
  ['of another issuer', () => ({ iss: 'https://evil.example' })],
  ['of the identity provider', () => ({ iss: provider })],
  ['of no issuer', () => ({ iss: null })],
  ['of no person', () => ({ sub: null })],
  ['without an end', () => ({ exp: null })],
  ['without its time of issue', () => ({ iat: null })],
  ['issued in a minute', (second) => ({ iat: second + 60, exp: second + 90 })],
  ['that ended', (second) => ({ iat: second - 90, exp: second - 30 })],
  ['that was issued long ago and lasts', (second) => ({ iat: second - 3600 })],
  ['that lasts 61 seconds', (second) => ({ iat: second, exp: second + 61 })],
  ['that lasts a day', (second) => ({ exp: second + 86_400 })],
])('an assertion %s is refused', async (_, more) => {
  expect(await asserted(assertion(more(Math.floor(nowMs / 1000))))).toBe(401)
})

test.each<[string, JsonObject]>([
  ['an access token', { typ: 'at+jwt' }],
  ['a JWT', { typ: 'JWT' }],
  ['nothing', { typ: null }],
  [
    'a key of its own',
    {
      jwk: generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' }) as never,
      alg: 'ES256',
      kid: 'k2',
    },
  ],
  ['no algorithm', { alg: 'none' }],
  ['a secret', { alg: 'HS256' }],
  ['an extension', { crit: ['b64'], b64: false }],
])('one whose header names %s is refused', async (_, header) => {
  expect(await asserted(assertion({}, header))).toBe(401)
})

test('one signed by another key is refused', async () => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  expect(await asserted(assertion({}, {}, privateKey))).toBe(401)
})

test('it cannot be replayed beyond its lifetime, though it was taken before', async () => {
  const text = assertion()
  const taken = () =>
    Promise.resolve(clinic.opened.service.authenticate({ kind: 'gateway', text })).then(
      (principal) => principal?.id,
      (error: ProblemError) => error.problem.code,
    )
  expect(await taken()).toBe('c1')
  nowMs += 59_000
  expect(await taken()).toBe('c1')
  nowMs += 7_000
  expect(await taken()).toBe('unauthenticated')
})

test('as a bearer token it is nobody’s, also once it was taken as an assertion', async () => {
  const text = assertion()
  expect(await asserted(text)).toBe(200)
  expect((await ask({ authorization: `Bearer ${text}` })).status).toBe(401)
  expect((await ask({ 'x-api-key': text })).status).toBe(401)
})

test('an access token of the provider is no assertion, also once it was taken as one', async () => {
  const text = gateway.token(claims({ iss: provider }), { typ: 'at+jwt' })
  expect((await ask({ authorization: `Bearer ${text}` })).status).toBe(200)
  expect(await asserted(text)).toBe(401)
  const typed = gateway.token(claims({ iss: provider }), { typ: 'gateway+jwt' })
  expect(await asserted(typed)).toBe(401)
})

test('scopes that the gateway hands on limit the call', async () => {
  expect(await asserted(assertion({ scope: 'Prescription:read' }))).toBe(403)
  expect(await asserted(assertion({ scope: 'Patient:read' }))).toBe(200)
})

test('where assertions are not accepted, none is taken, and keys may lie in a file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gateway-keys-'))
  const file = join(folder, 'keys.json')
  writeFileSync(file, await (await fetch(gateway.url)).text())
  const env = { GATEWAY_ISSUER: issuer, GATEWAY_JWKS_FILE: file }
  for (const [ways, status] of [
    [['gateway'], 200],
    [['jwt', 'api-key'], 401],
  ] as const) {
    const other = await serveClinic({ text: clinicAccepting(...ways), env })
    const answer = await other.send(`/api/patients/${ada}`, { 'x-gateway-assertion': assertion() })
    expect(answer.status).toBe(status)
    await other.close()
  }
  rmSync(folder, { recursive: true })
})
