import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { exportJWK, type JSONWebKeySet, type JWK, SignJWT } from 'jose'
import { beforeEach, expect, test } from 'vitest'
import type { Authenticate, Principal } from '../call/call.ts'
import type { AccessModel } from '../call/model.ts'
import type { ApiKeyRecord } from '../store/state.ts'
import type { JsonObject } from '../values/json.ts'
import { createAuthenticator, hashApiKey } from './authenticate.ts'
import type { Issuer } from './issuer.ts'
import { localKeys, remoteKeys } from './jwks.ts'

const issuerName = 'https://id.example'
const audience = 'clinic'
const startMs = 1_800_000_000_000
let nowMs = startMs

const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
const ed = generateKeyPairSync('ed25519')
const jwkOf = async (key: KeyObject, kid: string, more: Partial<JWK> = {}): Promise<JWK> => ({
  ...(await exportJWK(key)),
  kid,
  ...more,
})

const access: AccessModel = {
  accepts: ['jwt', 'api-key'],
  roles: ['clinician', 'auditor'],
  principal: [{ name: 'ward', claim: 'ward', type: { kind: 'text' }, isRequired: true }],
  rules: [],
  tenantClaim: 'tenant',
  mfa: [],
}

interface Minted {
  readonly claims?: JsonObject
  readonly header?: { readonly alg?: string; readonly kid?: string; readonly typ?: string }
  readonly key?: KeyObject | Uint8Array
}

const claims: JsonObject = {
  iss: issuerName,
  aud: audience,
  sub: 'u1',
  exp: startMs / 1000 + 3600,
  roles: ['clinician', 'root'],
  ward: 'east',
  tenant: 't1',
}

const mint = ({ claims: more = {}, header = {}, key = ec.privateKey }: Minted = {}): Promise<string> =>
  new SignJWT(Object.fromEntries(Object.entries({ ...claims, ...more }).filter(([, value]) => value !== null)))
    .setProtectedHeader({ alg: 'ES256', kid: 'ec', ...header })
    .sign(key)

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

const apiKeys = new Map<string, ApiKeyRecord>()
const authenticatorOf = (keys: Issuer['keys'], of: Partial<AccessModel> = {}): Authenticate =>
  createAuthenticator({
    access: { ...access, ...of },
    issuers: [{ issuer: issuerName, audience, keys, rolesClaim: 'roles' }],
    state: { findApiKey: async (hash) => apiKeys.get(hash) ?? null },
    nowMs: () => nowMs,
  })

let authenticate: Authenticate
beforeEach(async () => {
  nowMs = startMs
  apiKeys.clear()
  authenticate = authenticatorOf(
    localKeys({
      keys: [await jwkOf(ec.publicKey, 'ec'), await jwkOf(rsa.publicKey, 'rsa'), await jwkOf(ed.publicKey, 'ed')],
    }),
  )
})

const bearer = async (text: string, by = authenticate): Promise<Principal | null> => by({ kind: 'bearer', text })
const refusal = (text: string, by = authenticate): Promise<string> =>
  Promise.resolve()
    .then(() => bearer(text, by))
    .then(
      (principal) => `accepted ${principal?.id}`,
      (error: { problem?: { code: string; detail: string } }) => `${error.problem?.code}: ${error.problem?.detail}`,
    )

test('a good token makes a principal of known roles, declared attributes and a tenant', async () => {
  expect(await bearer(await mint())).toEqual({
    id: 'u1',
    roles: ['clinician'],
    attributes: { ward: 'east' },
    tenant: 't1',
    credential: 'jwt',
    untilMs: nowMs + 3_600_000,
    signIn: {},
  })
})

test('no credential is nobody', () => expect(authenticate(null)).toBeNull())

test('RSA and Ed25519 keys verify too, each under its own algorithm', async () => {
  expect(await refusal(await mint({ header: { alg: 'RS256', kid: 'rsa' }, key: rsa.privateKey }))).toBe('accepted u1')
  expect(await refusal(await mint({ header: { alg: 'EdDSA', kid: 'ed' }, key: ed.privateKey }))).toBe('accepted u1')
  expect(await refusal(await mint({ header: { alg: 'PS256', kid: 'rsa' }, key: rsa.privateKey }))).toMatch(
    /^unauthenticated/,
  )
  expect(await refusal(await mint({ header: { alg: 'RS512', kid: 'rsa' }, key: rsa.privateKey }))).toMatch(
    /^unauthenticated/,
  )
})

test.each<[string, Minted, RegExp]>([
  ['expired', { claims: { exp: startMs / 1000 - 10 } }, /expired/],
  ['without an expiry', { claims: { exp: null } }, /"exp"/],
  ['of an expiry that is no number', { claims: { exp: '2030' } }, /"exp"/],
  ['of a start that is no number', { claims: { nbf: '2020' } }, /"nbf"/],
  ['of a time of issue that is no number', { claims: { iat: '2020' } }, /"iat"/],
  ['not valid yet', { claims: { nbf: startMs / 1000 + 60 } }, /"nbf"/],
  ['for another service', { claims: { aud: 'billing' } }, /"aud"/],
  ['for nobody', { claims: { aud: null } }, /"aud"/],
  ['of an unknown issuer', { claims: { iss: 'https://evil.example' } }, /issuer/],
  ['without an issuer', { claims: { iss: null } }, /issuer/],
  ['without a subject', { claims: { sub: null } }, /"sub"/],
  ['of an empty subject', { claims: { sub: '' } }, /"sub"/],
  ['of a subject that is no text', { claims: { sub: 7 } }, /"sub"/],
  ['signed by another key', { key: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey }, /does not verify/],
  ['of a key that is not known', { header: { kid: 'other' } }, /does not verify/],
  ['an ID token by its nonce', { claims: { nonce: 'n' } }, /ID token/],
  ['an ID token by its at_hash', { claims: { at_hash: 'h' } }, /ID token/],
  ['a logout token by its type', { header: { typ: 'logout+jwt' } }, /not an access token/],
  ['without a required claim', { claims: { ward: null } }, /"ward"/],
  ['with a required claim of another kind', { claims: { ward: 7 } }, /"ward"/],
  ['without a tenant', { claims: { tenant: null } }, /"tenant"/],
  ['of an empty tenant', { claims: { tenant: '' } }, /"tenant"/],
])('a token %s is refused', async (_, minted, sentence) => {
  const said = await refusal(await mint(minted))
  expect(said).toMatch(/^unauthenticated: /)
  expect(said).toMatch(sentence)
})

test.each(['JWT', 'at+jwt', 'application/at+jwt', 'AT+JWT'])('typ %s is an access token', async (typ) => {
  expect(await refusal(await mint({ header: { typ } }))).toBe('accepted u1')
})

test('a token without a signature, and one signed with the public key as a secret, are refused', async () => {
  const payload = encoded(claims)
  expect(await refusal(`${encoded({ alg: 'none' })}.${payload}.`)).toMatch(/^unauthenticated/)
  expect(await refusal(`${encoded({ alg: 'none', kid: 'ec' })}.${payload}.`)).toMatch(/^unauthenticated/)
  for (const secret of [
    rsa.publicKey.export({ type: 'spki', format: 'pem' }),
    rsa.publicKey.export({ type: 'spki', format: 'der' }),
  ]) {
    const head = `${encoded({ alg: 'HS256', kid: 'rsa' })}.${payload}`
    expect(await refusal(`${head}.${createHmac('sha256', secret).update(head).digest('base64url')}`)).toMatch(
      /^unauthenticated/,
    )
  }
})

test.each(['exp', 'nbf', 'iat'])('a token whose %s is past all numbers is refused', async (name) => {
  const body = JSON.stringify({ ...claims, [name]: 0 }).replace(
    `"${name}":0`,
    `"${name}":${name === 'nbf' ? '-' : ''}1e999`,
  )
  const text = `${encoded({ alg: 'ES256', kid: 'ec' })}.${Buffer.from(body).toString('base64url')}`
  const signature = sign('sha256', Buffer.from(text), { key: ec.privateKey, dsaEncoding: 'ieee-p1363' })
  expect(await refusal(`${text}.${signature.toString('base64url')}`)).toMatch(
    `unauthenticated: The token's "${name}" claim is not the one wanted here.`,
  )
})

test('a key that the token brings along is not used', async () => {
  const own = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const jwk = await exportJWK(own.publicKey)
  const token = await new SignJWT(claims as Record<string, unknown>)
    .setProtectedHeader({ alg: 'ES256', kid: 'ec', jwk })
    .sign(own.privateKey)
  expect(await refusal(token)).toMatch(/^unauthenticated/)
})

test('what is no token is refused without a bug', async () => {
  for (const text of [
    '',
    '.',
    '..',
    'a.b.c',
    'x'.repeat(20_000),
    '{}',
    `${encoded({ alg: 'ES256' })}.bad.x`,
    '\u0000',
    'ey.ey',
  ])
    expect(await refusal(text)).toMatch(/^unauthenticated/)
})

test('a token altered in any place is refused', async () => {
  const token = await mint()
  const [head = '', body = '', signature = ''] = token.split('.')
  const other = encoded({ ...claims, roles: ['auditor'] })
  for (const altered of [
    `${head}.${other}.${signature}`,
    `${head}.${body}.${signature.slice(2)}`,
    `${head}.${body}.${signature.replace(/^./, (unit) => (unit === 'A' ? 'B' : 'A'))}`,
  ])
    expect(await refusal(altered)).toMatch(/^unauthenticated/)
})

test('a verified token is known until it expires, and no longer', async () => {
  const token = await mint({ claims: { exp: startMs / 1000 + 60 } })
  expect(await refusal(token)).toBe('accepted u1')
  nowMs += 59_000
  expect(await refusal(token)).toBe('accepted u1')
  nowMs += 10_000
  expect(await refusal(token)).toMatch(/expired/)
})

test('JWTs are refused where the charter does not accept them', async () => {
  const by = authenticatorOf(localKeys({ keys: [await jwkOf(ec.publicKey, 'ec')] }), { accepts: ['api-key'] })
  expect(await refusal(await mint(), by)).toMatch(/^unauthenticated/)
})

const provider = (set: JSONWebKeySet) => {
  const state = { set, isDown: false, loads: 0 }
  const keys = remoteKeys({
    load: async () => {
      state.loads++
      if (state.isDown) throw new Error('down')
      return state.set
    },
    nowMs: () => nowMs,
  })
  return { state, by: authenticatorOf(keys) }
}

test('an unknown kid brings one refetch, and a flood of them no more than that', async () => {
  const { state, by } = provider({ keys: [await jwkOf(ec.publicKey, 'ec')] })
  expect(await refusal(await mint(), by)).toBe('accepted u1')
  const next = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  state.set = { keys: [await jwkOf(ec.publicKey, 'ec'), await jwkOf(next.publicKey, 'next')] }
  nowMs += 31_000
  expect(await refusal(await mint({ header: { kid: 'next' }, key: next.privateKey }), by)).toBe('accepted u1')
  expect(state.loads).toBe(2)
  for (let at = 0; at < 20; at++)
    expect(await refusal(await mint({ header: { kid: `made-up-${at}` } }), by)).toMatch(/^unauthenticated/)
  expect(state.loads).toBe(2)
})

test('the last good keys serve while the provider is down, for a day', async () => {
  const { state, by } = provider({ keys: [await jwkOf(ec.publicKey, 'ec')] })
  const lasting = { exp: startMs / 1000 + 10 * 86_400 }
  expect(await refusal(await mint({ claims: lasting }), by)).toBe('accepted u1')
  state.isDown = true
  nowMs += 86_000_000
  expect(await refusal(await mint({ claims: { ...lasting, jti: 'b' } }), by)).toBe('accepted u1')
  nowMs += 1_000_000
  expect(await refusal(await mint({ claims: { ...lasting, jti: 'c' } }), by)).toMatch(/^unavailable/)
})

test('without keys ever had, a token is neither good nor bad: the service is unavailable', async () => {
  const { state, by } = provider({ keys: [] })
  state.isDown = true
  expect(await refusal(await mint(), by)).toMatch(/^unavailable/)
})

test('a removed key is refused from the next refresh on, also for tokens that were verified before', async () => {
  const { state, by } = provider({ keys: [await jwkOf(ec.publicKey, 'ec')] })
  const lasting = { exp: startMs / 1000 + 86_400 }
  const verified = await mint({ claims: lasting })
  expect(await refusal(verified, by)).toBe('accepted u1')
  state.set = { keys: [await jwkOf(ed.publicKey, 'ed')] }
  nowMs += 599_000
  expect(await refusal(verified, by)).toBe('accepted u1')
  nowMs += 2_000
  expect(await refusal(await mint({ claims: { ...lasting, jti: 'new' } }), by)).toMatch(/^unauthenticated/)
  expect(await refusal(verified, by)).toMatch(/^unauthenticated/)
})

const key = 'ck_live_0123456789abcdef'
const record: ApiKeyRecord = {
  id: 'k1',
  hash: hashApiKey(key),
  principal: 'robot',
  roles: ['auditor'],
  attributes: { ward: 'east' },
  tenant: 't1',
  scopes: null,
  expiresAtMs: null,
}

test('an API key is found by its hash, makes its principal, and says nothing of a sign-in', async () => {
  apiKeys.set(record.hash, record)
  expect(record.hash).not.toContain(key)
  const principal = await authenticate({ kind: 'api-key', text: key })
  expect(principal).toEqual({
    id: 'robot',
    roles: ['auditor'],
    attributes: { ward: 'east' },
    tenant: 't1',
    credential: 'api-key',
  })
  expect(await refusal(key)).toBe('accepted robot')
})

test('an API key that is unknown, expired or not accepted is refused; one taken back is refused within seconds', async () => {
  expect(await refusal(key)).toMatch(/not known/)
  apiKeys.set(record.hash, { ...record, expiresAtMs: startMs })
  expect(await refusal(key)).toMatch(/expired/)
  apiKeys.set(record.hash, record)
  expect(await refusal(key, authenticatorOf(localKeys({ keys: [] }), { accepts: ['jwt'] }))).toMatch(/not accepted/)
  expect(await refusal(key)).toBe('accepted robot')
  apiKeys.clear()
  nowMs += 11_000
  expect(await refusal(key)).toMatch(/not known/)
})

test('so many credentials are known at once, and no more', async () => {
  let looked = 0
  const by = createAuthenticator({
    access,
    issuers: [],
    state: {
      findApiKey: async (hash) => {
        looked++
        return { ...record, hash }
      },
    },
    nowMs: () => nowMs,
  })
  const show = (at: number) => by({ kind: 'api-key', text: `ck_live_${String(at).padStart(16, '0')}` })
  const most = 10_000
  for (let at = 0; at < most; at++) await show(at)
  await show(0)
  expect(looked).toBe(most)
  await show(most)
  // One was forgotten for it, the oldest; the others are known.
  for (let at = 1; at <= most; at++) await show(at)
  expect(looked).toBe(most + 1)
  await show(0)
  expect(looked).toBe(most + 2)
})

test('a key that is verified again proves the same principal, as long as it may do the same', async () => {
  apiKeys.set(record.hash, record)
  const shown = { kind: 'api-key', text: key } as const
  const first = await authenticate(shown)
  nowMs += 11_000
  expect(await authenticate(shown)).toBe(first)
  apiKeys.set(record.hash, { ...record, roles: [] })
  nowMs += 11_000
  expect((await authenticate(shown))?.roles).toEqual([])
  apiKeys.clear()
  nowMs += 11_000
})

test('an API key that expires is refused from that moment on', async () => {
  apiKeys.set(record.hash, { ...record, expiresAtMs: startMs + 2000 })
  expect(await refusal(key)).toBe('accepted robot')
  nowMs += 2000
  expect(await refusal(key)).toMatch(/expired/)
})
