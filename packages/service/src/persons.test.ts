import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { JsonObject } from '@charter/runtime'
import { hashApiKey } from '@charter/runtime/service'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { assertionXml, entityId, identityProvider, recipient } from './testing/identity-provider.ts'
import { grantType } from './testing/saml-clinic.ts'
import { type Clinic, type Signer, serveClinic, signer } from './testing/sign-in.ts'

const text = `charter: 1
name: purchases
serves: [rest, graphql]
access:
  accepts: [jwt, api-key, saml, gateway]
  roles: [clerk, manager]
  person: { claim: employeeNumber }
entities:
  Purchase:
    key: id
    fields:
      id: { type: uuid, default: generated }
      title: { type: text, length: 1..80 }
      requestedBy: { type: text, default: principal, readOnly: true }
      phase: { type: enum, values: [requested, approved], states: { moves: { approvePurchase: { from: requested, to: approved } } } }
    allow:
      clerk: { do: [create, read, list] }
      manager: [{ do: [create, read, list] }, { do: [approvePurchase], when: principal.id != resource.requestedBy }]
`

const saml = identityProvider()
const folder = mkdtempSync(join(tmpdir(), 'charter-persons-'))
let keys: Signer
let desk: Clinic

beforeAll(async () => {
  keys = await signer()
  writeFileSync(join(folder, 'idp.pem'), saml.pem)
  desk = await serveClinic({
    text,
    env: {
      JWT_ISSUER: 'https://id.example',
      JWKS_URL: keys.url,
      GATEWAY_ISSUER: 'https://gateway.example',
      GATEWAY_JWKS_URL: keys.url,
      SAML_ISSUER: entityId,
      SAML_CERT: join(folder, 'idp.pem'),
      SAML_RECIPIENT: recipient,
    },
  })
})
afterAll(async () => {
  await desk.close()
  await keys.close()
  rmSync(folder, { recursive: true })
})

type Shown = Readonly<Record<string, string>>

const claims = (more: JsonObject): JsonObject => {
  const iat = Math.floor(Date.now() / 1000)
  const whole = { aud: 'purchases', iat, exp: iat + 60, roles: ['manager'], employeeNumber: 'e7', ...more }
  return Object.fromEntries(Object.entries(whole).filter(([, value]) => value !== null))
}
const byToken = (more: JsonObject = {}): Shown => ({
  authorization: `Bearer ${keys.token(claims({ iss: 'https://id.example', sub: 'ann@first', ...more }))}`,
})
const byGateway = (more: JsonObject = {}): Shown => ({
  'x-gateway-assertion': keys.token(claims({ iss: 'https://gateway.example', sub: '0007', ...more }), {
    typ: 'gateway+jwt',
  }),
})
const assertion = (persons: readonly string[], nameId = 'ann@second'): string =>
  Buffer.from(
    saml.sign(
      assertionXml({ audience: 'purchases', nameId, attributes: { roles: ['manager'], employeeNumber: persons } }),
    ),
  ).toString('base64url')
const exchange = (text: string) =>
  desk.send(
    '/oauth2/token',
    {},
    { method: 'POST', body: new URLSearchParams({ grant_type: grantType, assertion: text }) },
  )
const bySaml = async (persons: readonly string[] = ['e7']): Promise<Shown> => ({
  authorization: `Bearer ${(await exchange(assertion(persons))).body.access_token}`,
})
const byKey = async (principal: string): Promise<Shown> => {
  const key = `ck_${principal.padEnd(43, 'A')}`
  await desk.opened.service.state.saveApiKey({
    id: `key-of-${principal}`,
    hash: hashApiKey(key),
    principal,
    roles: ['manager'],
    attributes: {},
    tenant: null,
    scopes: null,
    expiresAtMs: Date.now() + 60_000,
  })
  return { 'x-api-key': key }
}
const byDevelopment = async (more: JsonObject): Promise<Shown> => ({
  authorization: `Bearer ${await desk.opened.service.development?.token(['manager'], more)}`,
})

const json = (shown: Shown) => ({ ...shown, 'content-type': 'application/json' })
const request = async (shown: Shown): Promise<string> => {
  const made = await desk.send('/api/v1/purchases', json(shown), { method: 'POST', body: '{"title":"chairs"}' })
  expect([made.status, made.body.requestedBy]).toEqual([201, 'e7'])
  return String(made.body.id)
}
const approve = async (id: string, shown: Shown): Promise<number> =>
  (await desk.send(`/api/v1/purchases/${id}/approve`, shown, { method: 'POST' })).status
const approveByGraphql = async (id: string, shown: Shown): Promise<unknown> => {
  const query = `mutation { approvePurchase(input: { key: { rowId: "${id}" } }) { result { phase } } }`
  const { body } = await desk.send('/graphql', json(shown), { method: 'POST', body: JSON.stringify({ query }) })
  return body.errors
    ? ((body.errors as { extensions: { code: string } }[])[0]?.extensions.code ?? body.errors)
    : body.data
}

describe('one person is one, by whatever way they sign in', () => {
  test('nobody approves what they requested, in REST and in GraphQL; another person does', async () => {
    const ways = {
      'the same provider': byToken(),
      'another account of it': byToken({ sub: 'ann@third' }),
      'a gateway': byGateway(),
      'an assertion': await bySaml(),
      'a key of theirs': await byKey('e7'),
      'a token of development': await byDevelopment({ sub: 'ann@home', employeeNumber: 'e7' }),
    }
    const id = await request(byToken())
    const tried: Record<string, readonly unknown[]> = {}
    for (const [way, shown] of Object.entries(ways))
      tried[way] = [await approve(id, shown), await approveByGraphql(id, shown)]
    expect(tried).toEqual(Object.fromEntries(Object.keys(ways).map((way) => [way, [403, 'forbidden']])))
    // By the very name of the other's account: it is the number that says who.
    expect(await approve(id, byToken({ employeeNumber: 'e8' }))).toBe(200)
    const other = await request(await bySaml())
    expect(await approveByGraphql(other, byToken())).toBe('forbidden')
    expect(await approveByGraphql(other, await bySaml(['e8']))).toEqual({
      approvePurchase: { result: { phase: 'approved' } },
    })
  })

  test('the record says which person it was, and by which account they had signed in', async () => {
    await request(byToken({ sub: 'ann@record' }))
    await request(await byKey('e7'))
    await desk.opened.service.audit.flush()
    const entries = await desk.opened.service.state.recentAudit(99, 0)
    expect(entries).toContainEqual(
      expect.objectContaining({ operation: 'Purchase.create', principal: 'e7', subject: 'ann@record' }),
    )
    const byKeys = entries.filter(({ credential }) => credential === 'api-key')
    expect(byKeys.length).toBeGreaterThan(0)
    expect(byKeys.every((entry) => entry.principal === 'e7' && !('subject' in entry))).toBe(true)
  })

  test('a token of development is of whom it names, and of that person alone', async () => {
    const id = await request(await byDevelopment({ sub: 'e7' }))
    expect(await approve(id, byToken())).toBe(403)
    expect(await approve(id, await byDevelopment({}))).toBe(200)
  })
})

describe('who does not say the person is nobody, whatever else they say', () => {
  const wrong = {
    'says none': null,
    'says nothing of it': '',
    'says a number': 7,
    'says several': ['e7'],
    'says an object': { id: 'e7' },
    'is too long': 'e'.repeat(256),
    'holds NUL': 'e7\u0000',
    'holds half a character': 'e7\ud800',
  }

  test.each(Object.entries(wrong))('a claim that %s', async (_, employeeNumber) => {
    for (const shown of [byToken({ employeeNumber }), byGateway({ employeeNumber })]) {
      const { status, body } = await desk.send('/api/v1/purchases', shown)
      expect([status, body.code]).toEqual([401, 'unauthenticated'])
    }
  })

  test('a long name is whole, in characters', async () => {
    for (const person of ['e'.repeat(255), '\u{1f600}'.repeat(255)])
      expect((await desk.send('/api/v1/purchases', byToken({ employeeNumber: person }))).status).toBe(200)
  })

  test.each([[[]], [['']], [['e7', 'e8']], [['e'.repeat(256)]]])('an assertion that says %j', async (persons) => {
    const { status, body } = await exchange(assertion(persons))
    expect([status, body.error, body.error_description]).toEqual([
      400,
      'invalid_grant',
      expect.stringContaining('needs a "employeeNumber" claim'),
    ])
  })
})
