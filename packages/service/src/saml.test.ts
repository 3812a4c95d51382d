import { execFileSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ProblemError, problem } from '@charter/runtime'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { ada } from './testing/clinic.ts'
import { databases } from './testing/databases.ts'
import {
  type AssertionContent,
  assertionXml,
  entityId,
  identityProvider,
  recipient,
  time,
} from './testing/identity-provider.ts'
import { grantType, nobodyAsserts, type SamlClinic, serveSamlClinic } from './testing/saml-clinic.ts'
import { clinicAccepting } from './testing/sign-in.ts'

const provider = identityProvider()
let clinic: SamlClinic
beforeAll(async () => {
  clinic = await serveSamlClinic(provider.pem)
})
afterAll(() => clinic.close())

const signed = (saying?: AssertionContent): string => provider.sign(assertionXml(saying))
const read = (token: unknown, on = clinic) => on.send(`/api/patients/${ada}`, { authorization: `Bearer ${token}` })
const claimsIn = (token: unknown) => JSON.parse(Buffer.from(String(token).split('.')[1] ?? '', 'base64url').toString())

describe('an assertion is exchanged for a token', () => {
  test('which the service takes, of the person, roles and attributes that were asserted, for ten minutes', async () => {
    const { status, headers, body } = await clinic.exchange(signed())
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(body).toEqual({ access_token: expect.any(String), token_type: 'Bearer', expires_in: 600 })
    expect((await read(body.access_token)).status).toBe(200)
    const claims = claimsIn(body.access_token)
    expect(claims).toMatchObject({ sub: 'ada@example.org', roles: ['clinician'], ward: 'north', aud: 'clinic' })
    expect(claims.exp - claims.iat).toBe(600)
    await clinic.opened.service.audit.flush()
    const trail = await clinic.opened.service.state.recentAudit(99, 0)
    expect(trail.map(({ operation, principal, credential }) => [operation, principal, credential])).toEqual(
      expect.arrayContaining([
        ['Patient.read', 'ada@example.org', 'saml'],
        ['exchangeAssertion', 'ada@example.org', 'saml'],
      ]),
    )
  })

  test('limited by the scopes that are asked for, which have to be known', async () => {
    const assertion = Buffer.from(signed()).toString('base64url')
    const unknown = await clinic.exchange({ grant_type: grantType, assertion, scope: 'Patient:read admin' })
    expect([unknown.status, unknown.body.error]).toEqual([400, 'invalid_scope'])
    const { body } = await clinic.exchange({ grant_type: grantType, assertion, scope: 'Prescription:read' })
    expect(body.scope).toBe('Prescription:read')
    expect((await read(body.access_token)).status).toBe(403)
  })

  test('once the state answers, which is no fault of the assertion', async () => {
    const down = new ProblemError(problem('unavailable', {}))
    vi.spyOn(clinic.opened.service.state, 'putClaim').mockRejectedValueOnce(down)
    const assertion = signed()
    const { status, body } = await clinic.exchange(assertion)
    expect([status, body.error]).toEqual([503, 'temporarily_unavailable'])
    expect((await clinic.exchange(assertion)).status).toBe(200)
  })

  test('that ends with the session, and is as strong as the sign-in there was', async () => {
    const authentication = (context: string) =>
      `<saml:AuthnStatement AuthnInstant="${time(Date.now())}" SessionNotOnOrAfter="${time(Date.now() + 120_000)}"><saml:AuthnContext><saml:AuthnContextClassRef>${context}</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>`
    const strong = await clinic.exchange(signed({ authentication: authentication('https://refeds.org/profile/mfa') }))
    expect(Number(strong.body.expires_in)).toBeLessThanOrEqual(120)
    expect(claimsIn(strong.body.access_token)).toMatchObject({ amr: ['mfa'], acr: 'https://refeds.org/profile/mfa' })
    const weak = await clinic.exchange(signed({ authentication: authentication('urn:example:mfa') }))
    expect(claimsIn(weak.body.access_token)).not.toHaveProperty('amr')
  })

  test('also in the ways that other providers sign and write', async () => {
    const xml = () =>
      assertionXml({
        nameId: 'Zoë &amp; &lt;Ada&gt; &quot;7&quot; 漢&#9;&#13;&#10;x',
        attributes: { roles: ['clinician'], ward: ['north'], other: ["a'b &amp; c"] },
      })
    const pretty = assertionXml().replaceAll('><', '>\r\n  <')
    for (const document of [
      provider.sign(xml()),
      provider.sign(pretty),
      `<?xml version="1.0" encoding="UTF-8"?>\n${signed()}\n`,
      provider.sign(assertionXml(), { prefixes: ['xs', 'xsi'] }),
      provider.sign(assertionXml(), { digest: 'http://www.w3.org/2001/04/xmlenc#sha512' }),
      provider.sign(assertionXml(), { algorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512' }),
      provider.sign(assertionXml(), { algorithm: 'http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1' }),
      provider.sign(assertionXml(), {
        keyInfo: '<ds:X509Data><ds:X509Certificate>AAAA</ds:X509Certificate></ds:X509Data>',
      }),
      provider.sign(assertionXml().replaceAll('saml:', '').replaceAll('xmlns:saml', 'xmlns')),
    ])
      expect(await clinic.outcome(document)).toBe('ok')
    const { body } = await clinic.exchange(provider.sign(xml()))
    expect(claimsIn(body.access_token).sub).toBe('Zoë & <Ada> "7" 漢\t\r\nx')
  })

  test('by any of the keys that the configuration names, as a certificate too, of elliptic curves too', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'saml-keys-'))
    const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
    const made = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
    execFileSync('openssl', [...made, '-keyout', key, '-out', certificate, '-subj', '/CN=idp'], { stdio: 'ignore' })
    const both = await serveSamlClinic(`${provider.pem}\n${readFileSync(certificate, 'utf8')}`)
    const ecdsa = { algorithm: 'http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256', pem: readFileSync(key, 'utf8') }
    expect(await both.outcome(provider.sign(assertionXml(), ecdsa))).toBe('ok')
    expect(await both.outcome(signed())).toBe('ok')
    expect(await clinic.outcome(provider.sign(assertionXml(), ecdsa))).toMatch(/does not verify/)
    await both.close()
    rmSync(folder, { recursive: true })
  })
})

describe('what the assertion says has to be for this service, now', () => {
  const past = { fromMs: Date.now() - 7_200_000, untilMs: Date.now() - 3_600_000 }
  const soon = Date.now() + 3_600_000
  const within = `NotOnOrAfter="${time(soon)}"`
  const confirmation = (more: string) =>
    `<saml:NameID>ada</saml:NameID><saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer">${more}</saml:SubjectConfirmation>`
  const good = `<saml:SubjectConfirmationData Recipient="${recipient}" ${within}/>`
  const restriction = (of: string) =>
    `<saml:AudienceRestriction><saml:Audience>${of}</saml:Audience></saml:AudienceRestriction>`

  test.each<[string, AssertionContent, RegExp]>([
    ['another issuer', { issuer: 'https://evil.example' }, /issuer/],
    ['an issuer that only starts alike', { issuer: `${entityId}.evil.example` }, /issuer/],
    ['another audience', { audience: 'https://billing.example' }, /audience/],
    ['no audience', { conditions: '' }, /audience/],
    [
      'a second audience that we are not',
      { conditions: restriction('https://clinic.example/saml') + restriction('other') },
      /audience/,
    ],
    ['another recipient', { recipient: 'https://clinic.example/other' }, /bearer/],
    ['no recipient', { subject: confirmation(`<saml:SubjectConfirmationData ${within}/>`) }, /bearer/],
    ['another way to confirm', { method: 'urn:oasis:names:tc:SAML:2.0:cm:holder-of-key' }, /bearer/],
    ['nothing that confirms', { subject: '<saml:NameID>ada</saml:NameID>' }, /bearer/],
    [
      'two bearers',
      { subject: `${confirmation(good)}${confirmation(good).replace(/<saml:NameID>.*?<\/saml:NameID>/, '')}` },
      /bearer/,
    ],
    ['no end for its bearer', { confirmedUntil: '' }, /until when/],
    ['an end that has come', past, /any more/],
    ['a bearer whose time has come', { confirmedUntil: `NotOnOrAfter="${time(Date.now() - 1)}"` }, /any more/],
    [
      'a bearer whose time is to come',
      { confirmedUntil: `${within} NotBefore="${time(Date.now() + 600_000)}"` },
      /yet/,
    ],
    ['a beginning that is to come', { fromMs: Date.now() + 600_000 }, /yet/],
    ['an end in a month', { untilMs: Date.now() + 30 * 86_400_000 }, /more than a day/],
    ['a time that is none', { confirmedUntil: 'NotOnOrAfter="tomorrow"' }, /not a time/],
    ['a time without a zone', { confirmedUntil: 'NotOnOrAfter="2099-01-01T00:00:00"' }, /not a time/],
    ['a month that is none', { confirmedUntil: 'NotOnOrAfter="2099-13-01T00:00:00Z"' }, /not a time/],
    [
      'a condition of its own',
      { conditions: `${restriction('https://clinic.example/saml')}<saml:Condition xsi:type="xs:any"/>` },
      /condition/,
    ],
    ['nobody', { subject: confirmation(good).replace(/<saml:NameID>.*?<\/saml:NameID>/, '') }, /NameID/],
    ['an empty name', { nameId: '' }, /NameID/],
    ['two names', { subject: `<saml:NameID>eve</saml:NameID>${confirmation(good)}` }, /NameID/],
    ['another version', { version: '1.1' }, /2\.0/],
    ['an attribute missing that the charter requires', { attributes: { roles: ['clinician'] } }, /"ward"/],
    ['two values where one is required', { attributes: { roles: ['clinician'], ward: ['north', 'south'] } }, /"ward"/],
  ])('%s is refused', async (_, saying, sentence) => {
    const said = await clinic.outcome(signed(saying))
    expect(said).toMatch(/^invalid_grant: /)
    expect(said).toMatch(sentence)
  })

  test('one that is refused for what it says is not used up by that', async () => {
    const document = signed({ fromMs: Date.now() + 600_000, untilMs: Date.now() + 900_000 })
    let nowMs = Date.now()
    const later = await serveSamlClinic(provider.pem, { nowMs: () => nowMs })
    expect(await later.outcome(document)).toMatch(/yet/)
    nowMs += 600_000
    expect(await later.outcome(document)).toBe('ok')
    await later.close()
  })
})

describe('an assertion is good once', () => {
  test('the second time it is refused, however it is written', async () => {
    const document = signed()
    expect(await clinic.outcome(document)).toBe('ok')
    expect(await clinic.outcome(document)).toBe('invalid_grant: The assertion was used before.')
    expect(
      await clinic.outcome(`<?xml version="1.0"?>\n${document.replace('<saml:Issuer>', '<saml:Issuer  >')}`),
    ).toMatch(/used before/)
  })

  test.each(databases)('over all replicas, also at once; each takes the tokens of the others: %s', async (database) => {
    const text = clinicAccepting('saml').replace('own: sqlite', `own: ${database}`)
    const first = await serveSamlClinic(provider.pem, { text })
    const { folder, url } = first.opened
    const other = await serveSamlClinic(provider.pem, { text, folder: mkdtempSync(join(folder, 'replica-')), url })
    const documents = Array.from({ length: 8 }, () => signed())
    for (const document of documents) {
      const asked = [first, other, first, other].map((on) => on.outcome(document))
      expect((await Promise.all(asked)).filter((outcome) => outcome === 'ok')).toHaveLength(1)
    }
    const { body } = await other.exchange(signed())
    expect((await read(body.access_token, first)).status).toBe(200)
    await other.close()
    await first.close()
  })

  test('tokens of a service with another secret, or another name, are not taken', async () => {
    const env = { CHARTER_SECRET: Buffer.alloc(32, 4).toString('base64url') }
    const stranger = await serveSamlClinic(provider.pem, { env })
    const { body } = await stranger.exchange(signed())
    expect((await read(body.access_token)).status).toBe(401)
    expect((await read(body.access_token, stranger)).status).toBe(200)
    await stranger.close()
  })
})

describe('the request', () => {
  const assertion = () => Buffer.from(signed()).toString('base64url')
  test.each<[string, () => Readonly<Record<string, string>>, string]>([
    ['another grant', () => ({ grant_type: 'client_credentials', assertion: assertion() }), 'unsupported_grant_type'],
    ['no grant', () => ({ assertion: assertion() }), 'invalid_request'],
    ['no assertion', () => ({ grant_type: grantType }), 'invalid_request'],
    ['an assertion that is not encoded', () => ({ grant_type: grantType, assertion: signed() }), 'invalid_request'],
  ])('with %s is refused', async (_, fields, error) => {
    const { status, body } = await clinic.exchange(fields())
    expect([status, body.error]).toEqual([400, error])
  })

  const post = (body: string, type = 'application/x-www-form-urlencoded') =>
    clinic.send('/oauth2/token', { 'content-type': type }, { method: 'POST', body })

  test('has one assertion, once', async () => {
    const fields = `grant_type=${encodeURIComponent(grantType)}&assertion=${assertion()}`
    expect((await post(`${fields}&assertion=${assertion()}`)).body.error).toBe('invalid_request')
    expect((await post(`${fields}&grant_type=x`)).body.error).toBe('invalid_request')
    expect((await post(fields)).status).toBe(200)
  })

  test('is a form of bounded size, and nothing else', async () => {
    expect((await post('{}', 'application/json')).body).toMatchObject({ error: 'invalid_request' })
    expect((await post('<a/>', 'text/xml')).status).toBe(415)
    expect((await post(`assertion=${'A'.repeat(200_000)}`)).status).toBe(413)
    expect((await clinic.send('/oauth2/token')).status).toBe(405)
  })

  test('is not offered where the charter takes no assertions, or nobody is named who makes them', async () => {
    for (const opening of [{ text: (await import('./testing/clinic.ts')).clinicText() }, { env: nobodyAsserts }]) {
      const other = await serveSamlClinic(provider.pem, opening)
      expect((await other.exchange(signed())).status).toBe(404)
      await other.close()
    }
  })
})

test('a key that is too weak, or none, keeps a service from starting', async () => {
  const weak = generateKeyPairSync('rsa', { modulusLength: 1024 })
    .publicKey.export({ type: 'spki', format: 'pem' })
    .toString()
  await expect(serveSamlClinic(weak)).rejects.toThrow(/too weak/)
  await expect(serveSamlClinic('nothing')).rejects.toThrow(/without a certificate/)
})
