import { execFile } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { createClientAsync } from 'soap'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ada, meiLing } from './testing/clinic.ts'
import { type AssertionContent, assertionXml, identityProvider, time } from './testing/identity-provider.ts'
import { nobodyAsserts, type SamlClinic, serveSamlClinic } from './testing/saml-clinic.ts'
import { clinicAccepting } from './testing/sign-in.ts'

const provider = identityProvider()
const soapClinic = (...ways: readonly string[]): string =>
  clinicAccepting(...ways).replace(/serves: .*/, 'serves: [rest, soap]')
let nowMs: number | null = null
let clinic: SamlClinic
beforeAll(async () => {
  clinic = await serveSamlClinic(provider.pem, {
    text: soapClinic('saml', 'api-key'),
    nowMs: () => nowMs ?? Date.now(),
  })
})
afterAll(() => clinic.close())

const signed = (saying?: AssertionContent): string => provider.sign(assertionXml(saying))
const wsse = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd'
const security = (tokens: string): string =>
  `<wsse:Security xmlns:wsse="${wsse}" e:mustUnderstand="1">${tokens}</wsse:Security>`
const get = (id: string): string => `<GetPatient xmlns="urn:charter:clinic:1"><key><id>${id}</id></key></GetPatient>`
const envelope = (header: string, declared = '', body = get(ada)): string =>
  `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"${declared}><e:Header>${header}</e:Header><e:Body>${body}</e:Body></e:Envelope>`

const post = async (body: string | Uint8Array<ArrayBuffer>, on = clinic): Promise<string> => {
  const headers = { 'content-type': 'text/xml' }
  return (await fetch(`${on.url}/soap/Clinic`, { method: 'POST', headers, body })).text()
}
const bring = (tokens: string, on = clinic): Promise<string> => post(envelope(security(tokens)), on)

/** Refused as nobody, in this sentence. */
const refuses = async (answer: Promise<string>, sentence: RegExp): Promise<void> => {
  const text = await answer
  expect(text).toContain('<code>unauthenticated</code>')
  expect(/<faultstring>(.*)<\/faultstring>/.exec(text)?.[1]).toMatch(sentence)
}

const prefixOf = ' xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"'

describe('a message that carries a SAML assertion is of the person asserted', () => {
  test('with the roles and attributes that were asserted, and so in the trail', async () => {
    const assertion = signed()
    expect(await bring(assertion)).toContain('<name>Ada Okafor</name>')
    await clinic.opened.service.audit.flush()
    const entries = await clinic.opened.service.state.recentAudit(99, 0)
    expect(entries).toContainEqual(
      expect.objectContaining({ operation: 'Patient.read', principal: 'ada@example.org', credential: 'saml' }),
    )
    expect(await post(envelope(security(assertion), '', get(meiLing)))).toContain('<code>not-found</code>')
    expect(await bring(signed({ attributes: { roles: [], ward: ['north'] } }))).toContain('<code>forbidden</code>')
  })

  test('in message after message until it ends, also where another process has seen it first', async () => {
    const assertion = signed({ untilMs: Date.now() + 60_000 })
    const { folder, url } = clinic.opened
    const other = await serveSamlClinic(provider.pem, { text: soapClinic('saml'), folder: `${folder}/other`, url })
    for (const on of [clinic, clinic, other, clinic]) expect(await bring(assertion, on)).toContain('Ada Okafor')
    await other.close()
    nowMs = Date.now() + 60_001
    await refuses(bring(assertion), /not good any more/)
    nowMs = null
  })

  test('until the session ends at the provider, where that is sooner', async () => {
    const ends = time(Date.now() + 30_000)
    const authentication = `<saml:AuthnStatement AuthnInstant="${time(Date.now())}" SessionNotOnOrAfter="${ends}"/>`
    const assertion = signed({ authentication })
    expect(await bring(assertion)).toContain('Ada Okafor')
    nowMs = Date.now() + 30_001
    await refuses(bring(assertion), /not good any more/)
    nowMs = null
  })

  test('wherever the namespaces that it uses are declared', async () => {
    const assertion = signed()
    const types = / xmlns:xsi?="[^"]+"/g
    const inherited = assertion.replace(prefixOf, '').replaceAll(types, '')
    const around = `${prefixOf}${[...assertion.matchAll(types)].join('')} xmlns="urn:other" xmlns:xml="http://www.w3.org/XML/1998/namespace"`
    expect(inherited).not.toContain('xmlns:saml')
    expect(await post(envelope(security(inherited), around))).toContain('Ada Okafor')
    const nearer = `<wsse:Security xmlns:wsse="${wsse}"${around}>${inherited}</wsse:Security>`
    expect(await post(envelope(nearer, ' xmlns:saml="urn:not-this" xmlns:q="urn:a&amp;&quot;b"'))).toContain(
      'Ada Okafor',
    )
    const plain = provider.sign(assertionXml().replaceAll('saml:', '').replaceAll('xmlns:saml', 'xmlns'))
    const defaulted = plain.replace(' xmlns="urn:oasis:names:tc:SAML:2.0:assertion"', '')
    const own = `<wsse:Security xmlns:wsse="${wsse}" xmlns="urn:oasis:names:tc:SAML:2.0:assertion">${defaulted}</wsse:Security>`
    expect(await post(envelope(own))).toContain('Ada Okafor')
  })

  test('in SOAP 1.2, after a byte order mark, among text of many bytes and other blocks, with line ends of Windows', async () => {
    const assertion = provider.sign(assertionXml({ nameId: 'Zoë 漢 😀' }).replaceAll('><', '>\r\n<'))
    const stamp = '<u:Timestamp xmlns:u="urn:utility"><u:Created>é漢😀</u:Created></u:Timestamp>'
    const text = `\uFEFF<?xml version="1.0" encoding="UTF-8"?>\r\n<!-- 漢😀 -->${envelope(security(`${stamp}\r\n${assertion}\r\n`))}`
    expect(await post(Buffer.from(text))).toContain('Ada Okafor')
    await clinic.opened.service.audit.flush()
    const entries = await clinic.opened.service.state.recentAudit(99, 0)
    expect(entries.map(({ principal }) => principal)).toContain('Zoë 漢 😀')
    const twelve = envelope(security(signed())).replace(
      /xmlns:e="[^"]+"/,
      'xmlns:e="http://www.w3.org/2003/05/soap-envelope"',
    )
    expect(await post(twelve)).toContain('Ada Okafor')
  })

  test('as zeep sends it', async () => {
    const client = new URL('./testing/read-with-assertion.py', import.meta.url).pathname
    const run = promisify(execFile)('/usr/bin/python3', [client, `${clinic.url}/soap/Clinic?wsdl`, ada, signed()])
    expect((await run).stdout.trim()).toBe('Ada Okafor')
  }, 180_000)

  test('as the page of SOAP shows it', async () => {
    const page = readFileSync(new URL('../../../docs/soap.md', import.meta.url), 'utf8')
    const [, example = ''] = /```xml saml\n([\s\S]*?)```/.exec(page) ?? []
    const message = example.replace(/<saml2:Assertion[\s\S]*<\/saml2:Assertion>/, () => signed())
    expect(await post(message)).toContain('<name>Ada Okafor</name>')
    expect(await post(example)).toContain('<code>unauthenticated</code>')
  })

  test('which node-soap sends as a header', async () => {
    const client = await createClientAsync(`${clinic.url}/soap/Clinic?wsdl`)
    client.addSoapHeader(`<wsse:Security xmlns:wsse="${wsse}">${signed()}</wsse:Security>`)
    const call = client as unknown as Record<string, (given: object) => Promise<readonly unknown[]>>
    for (const _ of ['once', 'again']) {
      const [answer] = (await call.GetPatientAsync?.({ key: { id: ada } })) ?? []
      expect(answer).toMatchObject({ result: { name: 'Ada Okafor' } })
    }
  })
})

describe('an assertion is for messages, or for one exchange', () => {
  test('one that a message carried is not exchanged for a token that would outlive it', async () => {
    const assertion = signed()
    expect(await bring(assertion)).toContain('Ada Okafor')
    expect(await clinic.outcome(assertion)).toBe('invalid_grant: The assertion was used before.')
    expect(await bring(assertion)).toContain('Ada Okafor')
  })

  test('one that was exchanged is used up', async () => {
    const assertion = signed()
    expect(await clinic.outcome(assertion)).toBe('ok')
    await refuses(bring(assertion), /used before/)
  })

  test('one for one use is taken from one message', async () => {
    const conditions =
      '<saml:AudienceRestriction><saml:Audience>https://clinic.example/saml</saml:Audience></saml:AudienceRestriction><saml:OneTimeUse/>'
    const assertion = signed({ conditions })
    expect(await bring(assertion)).toContain('Ada Okafor')
    await refuses(bring(assertion), /used before/)
    expect(await clinic.outcome(assertion)).toMatch(/used before/)
  })

  test('at once over messages and exchanges: one way wins', async () => {
    for (let round = 0; round < 8; round++) {
      const assertion = signed()
      const [exchanged, ...answers] = await Promise.all([clinic.outcome(assertion), bring(assertion), bring(assertion)])
      const isAnswered = answers.map((text) => text.includes('Ada Okafor'))
      expect(isAnswered).toEqual(exchanged === 'ok' ? [false, false] : [true, true])
    }
  })
})

describe('what the exchange refuses is refused in a message', () => {
  const past = { fromMs: Date.now() - 7_200_000, untilMs: Date.now() - 3_600_000 }
  const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
  const pem = stranger.export({ type: 'pkcs8', format: 'pem' }).toString()

  test.each<[string, () => string, RegExp]>([
    ['an end that has come', () => signed(past), /not good any more/],
    ['a beginning that is to come', () => signed({ fromMs: Date.now() + 600_000 }), /not good yet/],
    ['another audience', () => signed({ audience: 'https://billing.example' }), /another audience/],
    ['another recipient', () => signed({ recipient: 'https://clinic.example/soap' }), /bearer/],
    ['another way to confirm', () => signed({ method: 'urn:oasis:names:tc:SAML:2.0:cm:holder-of-key' }), /bearer/],
    ['another issuer', () => signed({ issuer: 'https://evil.example' }), /issuer/],
    [
      'an attribute missing that is required',
      () => signed({ attributes: { roles: ['clinician'] } }),
      /&quot;ward&quot;|"ward"/,
    ],
    ['another key', () => provider.sign(assertionXml(), { pem }), /does not verify/],
    ['no signature', () => assertionXml(), /not signed/],
    ['a name altered', () => signed().replace('ada@example.org', 'eve@example.org'), /not the one that was signed/],
    ['a comment in the name', () => signed().replace('ada@', 'ada@<!-- -->'), /comments/],
    ['CDATA in the name', () => signed().replace('ada@example.org', '<![CDATA[ada@example.org]]>'), /CDATA/],
    ['SAML 1.1', () => signed().replace(prefixOf, ' xmlns:saml="urn:oasis:names:tc:SAML:1.0:assertion"'), /SAML 2\.0/],
    ['another namespace', () => signed().replaceAll('saml:', 'q:'), /SAML 2\.0/],
    ['more than 64 KiB', () => signed({ nameId: 'x'.repeat(66_000) }), /at most 65536 bytes/],
  ])('%s', async (_, assertion, sentence) => {
    const text = await bring(assertion().replace('xmlns:saml=', 'xmlns:q="urn:q" xmlns:saml='))
    await refuses(Promise.resolve(text), sentence)
  })
})

describe('signature wrapping', () => {
  const original = () => signed()
  const signatureIn = (document: string) => /<ds:Signature[\s\S]*<\/ds:Signature>/.exec(document)?.[0] ?? ''
  const evilOf = (document: string) =>
    document
      .replace(signatureIn(document), '')
      .replace(/ ID="[^"]+"/, ' ID="evil"')
      .replace('ada@example.org', 'mallory')

  test('two assertions, and one beside a UsernameToken, are refused in either order, also over two headers', async () => {
    const document = original()
    const username =
      '<wsse:UsernameToken><wsse:Username>ada</wsse:Username><wsse:Password>x</wsse:Password></wsse:UsernameToken>'
    for (const [one, two] of [
      [document, document],
      [document, signed()],
      [evilOf(document), document],
      [document, '<Assertion/>'],
      [username, document],
    ] as const) {
      await refuses(bring(one + two), /one UsernameToken, or one Assertion/)
      await refuses(bring(two + one), /one UsernameToken, or one Assertion/)
      await refuses(post(envelope(security(one) + security(two))), /./)
    }
    expect(await bring(document)).toContain('Ada Okafor')
  })

  test('the signed one moved elsewhere is not looked at, and what has its place is refused', async () => {
    const document = original()
    const evil = evilOf(document)
    const inside = (more: string) => evil.replace('</saml:Issuer>', `</saml:Issuer>${more}`)
    const moved = signatureIn(document).replace('</ds:Signature>', `<ds:Object>${document}</ds:Object></ds:Signature>`)
    await refuses(bring(inside(document)), /more than one assertion/)
    await refuses(bring(inside(moved)), /more than one assertion/)
    await refuses(bring(inside(signatureIn(document))), /does not refer/)
    await refuses(bring(`<x:Wrapper xmlns:x="urn:x">${document}</x:Wrapper>`), /one UsernameToken, or one Assertion/)
    await refuses(bring(`<Assertion xmlns="urn:x">${document}</Assertion>`), /one SAML 2\.0 assertion/)
    await refuses(post(envelope(security(evil) + document)), /not signed/)
    await refuses(post(envelope(security(evil), '', get(ada) + document)), /./)
    await refuses(post(envelope(security(inside(signatureIn(document))), '', document)), /does not refer/)
    await refuses(post(envelope(document)), /./)
    expect(await bring(document)).toContain('Ada Okafor')
  })

  test('names that the envelope binds mean in the assertion what they mean there', async () => {
    const document = original().replace(prefixOf, '')
    await refuses(post(envelope(security(document), ' xmlns:saml="urn:not-this"')), /SAML 2\.0/)
    await refuses(
      post(envelope(security(original().replace('xmlns:ds=', 'xmlns:dz=')), ' xmlns:ds="urn:x"')),
      /signature/,
    )
  })
})

test('nothing of it is taken where the charter does not accept SAML, or nobody is named who asserts', async () => {
  for (const opening of [{ text: soapClinic('jwt') }, { text: soapClinic('saml'), env: nobodyAsserts }]) {
    const other = await serveSamlClinic(provider.pem, opening)
    await refuses(bring(signed(), other), /SAML assertions are not accepted here/)
    await other.close()
  }
})

test('no header of HTTP is an assertion', async () => {
  const assertion = signed()
  for (const text of [assertion, Buffer.from(assertion).toString('base64url')])
    expect((await clinic.send(`/api/patients/${ada}`, { authorization: `Bearer ${text}` })).status).toBe(401)
})
