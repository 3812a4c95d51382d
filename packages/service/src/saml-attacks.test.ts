import { createHmac, generateKeyPairSync } from 'node:crypto'
import { createRequire } from 'node:module'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { assertionXml, identityProvider, rsaSha256 } from './testing/identity-provider.ts'
import { type SamlClinic, serveSamlClinic } from './testing/saml-clinic.ts'

const provider = identityProvider()
let clinic: SamlClinic
beforeAll(async () => {
  clinic = await serveSamlClinic(provider.pem)
})
afterAll(() => clinic.close())

/** Refused with this sentence; whatever is attacked, nobody gets a token. */
const refuses = async (document: string | Buffer, sentence: RegExp) => {
  const said = await clinic.outcome(document)
  expect(said).toMatch(/^invalid_grant: /)
  expect(said).toMatch(sentence)
}

const signed = (how = {}) => provider.sign(assertionXml(), how)
const signatureIn = (document: string) => /<ds:Signature[\s\S]*<\/ds:Signature>/.exec(document)?.[0] ?? ''
const withoutSignature = (document: string) => document.replace(signatureIn(document), '')

interface Naive {
  readonly SignedXml: new (options: {
    readonly publicCert: string
  }) => { loadSignature(signature: string): void; checkSignature(xml: string): boolean }
}
const { SignedXml } = createRequire(import.meta.url)('xml-crypto') as Naive

/** Whether the signature in a document verifies for whoever asks only that: then it is an attack worth the name. */
const verifiesSomewhere = (document: string): boolean => {
  const naive = new SignedXml({ publicCert: provider.pem })
  naive.loadSignature(signatureIn(document))
  try {
    return naive.checkSignature(document)
  } catch {
    return false
  }
}

describe('signature wrapping', () => {
  const original = signed()
  const signature = signatureIn(original)
  const stripped = withoutSignature(original)
  const evil = stripped.replace(/ ID="[^"]+"/, ' ID="evil"').replace('ada@example.org', 'mallory')
  const into = (document: string, more: string) => document.replace('</saml:Issuer>', `</saml:Issuer>${more}`)
  const atEnd = (document: string, more: string) => document.replace('</saml:Assertion>', `${more}</saml:Assertion>`)
  const response = (content: string) =>
    `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="response" Version="2.0">${content}</samlp:Response>`
  const inSignature = (more: string) =>
    signature.replace('</ds:Signature>', `<ds:Object>${more}</ds:Object></ds:Signature>`)
  const responseSigned = provider.sign(
    response(`<saml:Issuer xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">i</saml:Issuer>${stripped}`),
    {
      xpath: "/*[local-name(.)='Response']",
      after: "/*/*[local-name(.)='Issuer']",
    },
  )
  const responseEvil = responseSigned.replace('ID="response"', 'ID="other"').replace('ada@example.org', 'mallory')

  test.each<[string, string, RegExp]>([
    [
      '1: the signed response inside the signature of another',
      responseEvil.replace(
        '</ds:Signature>',
        `<ds:Object>${withoutSignature(responseSigned)}</ds:Object></ds:Signature>`,
      ),
      /one SAML 2.0 assertion/,
    ],
    [
      '2: the signed response before the signature of another',
      responseEvil.replace('<ds:Signature', `${withoutSignature(responseSigned)}<ds:Signature`),
      /one SAML 2.0 assertion/,
    ],
    ['3: another assertion before the signed one', response(evil + original), /one SAML 2.0 assertion/],
    ['4: the signed assertion inside another', response(atEnd(evil, original)), /one SAML 2.0 assertion/],
    [
      '5: another assertion with the signature, the signed one after it',
      response(into(evil, signature) + stripped),
      /one SAML 2.0 assertion/,
    ],
    [
      '6: the signed one inside the signature of another',
      response(into(evil, inSignature(stripped))),
      /one SAML 2.0 assertion/,
    ],
    [
      '7: another in extensions, before the signed one',
      response(`<samlp:Extensions>${evil}</samlp:Extensions>${original}`),
      /one SAML 2.0 assertion/,
    ],
    [
      '8: the signed one in an object of the signature, inside another',
      response(into(evil, inSignature(stripped))),
      /one SAML 2.0 assertion/,
    ],
    ['without a response, the signed one inside another', atEnd(evil, original), /more than one assertion/],
    [
      'without a response, the signed one in the advice of another',
      into(evil, `<saml:Advice>${original}</saml:Advice>`),
      /more than one assertion/,
    ],
    [
      'without a response, the signed one inside the signature of another',
      into(evil, inSignature(stripped)),
      /more than one assertion/,
    ],
    [
      'without a response, the signed one beside another that has the signature',
      atEnd(into(evil, signature), stripped),
      /more than one assertion/,
    ],
    ['without a response, another inside the signed one', atEnd(original, evil), /more than one assertion/],
    [
      'without a response, another inside the signature, which is not signed itself',
      into(stripped, inSignature(evil)),
      /more than one assertion/,
    ],
    [
      'an assertion of another namespace around',
      `<Assertion xmlns="urn:example" ID="evil">${original}</Assertion>`,
      /one SAML 2.0 assertion/,
    ],
    [
      'the signed one under another name of ours',
      into(evil, inSignature(stripped.replaceAll('saml:Assertion', 'saml:Evidence'))),
      /form/,
    ],
    ['two documents, one after the other', original + evil, /more than one element/],
  ])('%s', async (_, document, sentence) => {
    await refuses(document, sentence)
  })

  test('these are attacks: whoever only looks for a signature that verifies takes most of them', () => {
    const taken = [
      response(evil + original),
      response(atEnd(evil, original)),
      response(into(evil, signature) + stripped),
      response(into(evil, inSignature(stripped))),
      response(`<samlp:Extensions>${evil}</samlp:Extensions>${original}`),
      atEnd(evil, original),
      into(evil, inSignature(stripped)),
      atEnd(into(evil, signature), stripped),
    ]
    expect(taken.filter(verifiesSomewhere)).toHaveLength(taken.length)
  })

  test('one ID for two elements', async () => {
    const id = / ID="([^"]+)"/.exec(original)?.[1] ?? ''
    for (const name of ['ID', 'Id', 'id', 'xml:id'])
      await refuses(original.replace('<saml:Issuer>', `<saml:Issuer ${name}="${id}">`), /one ID/)
  })

  test('two signatures, one elsewhere, none, and one of a response around an assertion that has none', async () => {
    await refuses(original.replace(signature, signature + signature), /one signature/)
    await refuses(atEnd(stripped, `<saml:Advice>${signature}</saml:Advice>`), /one signature/)
    await refuses(
      original.replaceAll('http://www.w3.org/2000/09/xmldsig#"><ds:SignedInfo', 'urn:other"><ds:SignedInfo'),
      /one signature/,
    )
    await refuses(stripped, /not signed/)
    await refuses(responseSigned, /one SAML 2.0 assertion/)
    await refuses(
      responseSigned.replace(/^<samlp:Response[^>]*>|<\/samlp:Response>$/g, ''),
      /more than one element|well-formed|one SAML/,
    )
  })

  test('a reference to something else, or to nothing', async () => {
    for (const uri of ['', '#evil', '#xpointer(/)', 'https://evil.example/'])
      await refuses(original.replace(/URI="[^"]*"/, `URI="${uri}"`), /does not refer/)
    await refuses(original.replace(/ URI="[^"]*"/, ''), /does not refer/)
    const reference = /<ds:Reference[\s\S]*<\/ds:Reference>/.exec(original)?.[0] ?? ''
    await refuses(original.replace(reference, reference + reference), /form/)
  })
})

describe('what the signature covers', () => {
  test('a byte changed anywhere, but in namespaces that nothing uses, is refused', async () => {
    const document = signed()
    const start = document.indexOf('<saml:Issuer>')
    const places = [...document.matchAll(/[a-z](?=[a-z]{2})/g)].filter(
      ({ index }, at) => index > start && at % 13 === 0,
    )
    expect(places.length).toBeGreaterThan(40)
    for (const { index } of places) {
      const altered = `${document.slice(0, index)}${document[index] === 'q' ? 'p' : 'q'}${document.slice(index + 1)}`
      expect(await clinic.outcome(altered), altered.slice(index - 30, index + 30)).toMatch(/^invalid_grant/)
    }
    expect(await clinic.outcome(document)).toBe('ok')
  })

  test('a document cut anywhere is refused', async () => {
    const document = signed()
    for (let at = 0; at < document.length; at += 37)
      expect(await clinic.outcome(document.slice(0, at))).toMatch(/^invalid_(?:grant|request)/)
    for (const at of [1, 2, 17]) expect(await clinic.outcome(document.slice(0, -at))).toMatch(/^invalid_grant/)
    expect(await clinic.outcome(document)).toBe('ok')
  })

  test('an attribute, a namespace or a role that was added', async () => {
    const document = signed()
    for (const [from, to] of [
      ['<saml:Subject>', '<saml:Subject extra="1">'],
      ['>root<', '>auditor<'],
      [
        '<saml:AttributeStatement>',
        '<saml:AttributeStatement><saml:Attribute Name="roles"><saml:AttributeValue>auditor</saml:AttributeValue></saml:Attribute>',
      ],
    ] as const)
      await refuses(document.replace(from, to), /not the one that was signed/)
    // What canonical XML leaves out of the document says nothing, and nothing is read of it.
    expect(await clinic.outcome(document.replace('<saml:Subject>', '<saml:Subject xmlns:unused="urn:x" >'))).toBe('ok')
  })
})

describe('keys and algorithms', () => {
  const head = (document: string, algorithm: string) => document.replaceAll(rsaSha256, algorithm)

  test('another key is refused, also where the document brings it along', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
    await refuses(signed({ pem }), /does not verify/)
    const { n, e } = publicKey.export({ format: 'jwk' })
    const value = `<ds:KeyValue><ds:RSAKeyValue><ds:Modulus>${n}</ds:Modulus><ds:Exponent>${e}</ds:Exponent></ds:RSAKeyValue></ds:KeyValue>`
    await refuses(signed({ pem, keyInfo: value }), /does not verify/)
  })

  test('SHA-1 is refused, as signature and as digest, though it is right', async () => {
    await refuses(signed({ algorithm: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' }), /SHA-1/)
    await refuses(signed({ digest: 'http://www.w3.org/2000/09/xmldsig#sha1' }), /SHA-1/)
  })

  test('a MAC under the public key as its secret, no algorithm, and names that mean something to JavaScript', async () => {
    const mac = head(signed(), 'http://www.w3.org/2001/04/xmldsig-more#hmac-sha256')
    const info = /<ds:SignedInfo>[\s\S]*<\/ds:SignedInfo>/.exec(mac)?.[0] ?? ''
    // Canonical, but for the namespace that it inherits and the elements without content.
    const canonical = info
      .replace('<ds:SignedInfo>', '<ds:SignedInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#">')
      .replaceAll(/<([\w:]+)([^<>]*)\/>/g, '<$1$2></$1>')
    const value = createHmac('sha256', provider.pem).update(canonical).digest('base64')
    await refuses(mac.replace(/<ds:SignatureValue>[^<]*/, `<ds:SignatureValue>${value}`), /not accepted/)
    for (const algorithm of ['', 'none', 'constructor', '__proto__', 'toString'])
      await refuses(head(signed(), algorithm), /not accepted/)
    await refuses(signed().replace('http://www.w3.org/2001/04/xmlenc#sha256', '__proto__'), /not accepted/)
  })

  test('one algorithm under the name of another', async () => {
    const more = 'http://www.w3.org/2001/04/xmldsig-more#'
    for (const other of [
      `${more}rsa-sha512`,
      `${more}ecdsa-sha256`,
      'http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1',
    ])
      await refuses(head(signed(), other), /does not verify/)
  })

  test('signatures of nothing, of zeros and of another length', async () => {
    for (const value of ['AA==', Buffer.alloc(256).toString('base64'), Buffer.alloc(257, 1).toString('base64')])
      await refuses(signed().replace(/<ds:SignatureValue>[^<]*/, `<ds:SignatureValue>${value}`), /does not verify/)
    await refuses(signed().replace(/<ds:SignatureValue>[^<]*/, '<ds:SignatureValue>'), /base64/)
  })

  test('transforms that choose what is signed, and canonical forms with comments', async () => {
    const comments = 'http://www.w3.org/2001/10/xml-exc-c14n#WithComments'
    const inclusive = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315'
    const enveloped = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature'
    await refuses(signed({ canonicalization: comments }), /transform/)
    await refuses(signed({ transforms: [enveloped, comments] }), /transform/)
    await refuses(signed({ transforms: [enveloped, inclusive] }), /transform/)
    await refuses(signed({ transforms: [enveloped] }), /form/)
    const xslt =
      '<ds:Transform Algorithm="http://www.w3.org/TR/1999/REC-xslt-19991116"><x:stylesheet xmlns:x="http://www.w3.org/1999/XSL/Transform"/></ds:Transform>'
    await refuses(signed().replace('<ds:Transforms>', `<ds:Transforms>${xslt}`), /form|transform/)
    const xpath = signed().replace(
      exclusiveTransform,
      '<ds:Transform Algorithm="http://www.w3.org/TR/1999/REC-xpath-19991116"><ds:XPath>1</ds:XPath></ds:Transform>',
    )
    await refuses(xpath, /transform/)
  })
  const exclusiveTransform = '<ds:Transform Algorithm="http://www.w3.org/2001/10/xml-exc-c14n#"/>'
})

describe('documents made to be read two ways', () => {
  test.each<[string, (document: string) => string | Buffer]>([
    [
      'a comment inside the name',
      (document) => document.replace('ada@example.org', 'ada@example.org<!---->.evil.example'),
    ],
    ['a comment anywhere', (document) => document.replace('<saml:Subject>', '<!-- x --><saml:Subject>')],
    ['a comment before the assertion', (document) => `<!-- x -->${document}`],
    ['a processing instruction inside the name', (document) => document.replace('ada@', 'ada<?x?>@')],
    ['CDATA', (document) => document.replace('ada@example.org', '<![CDATA[ada@example.org]]>')],
    [
      'an external entity',
      (document) => `<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>${document.replace('ada@', '&x;')}`,
    ],
    [
      'an external document type',
      (document) => `<!DOCTYPE saml:Assertion SYSTEM "http://127.0.0.1:1/evil.dtd">${document}`,
    ],
    [
      'entities that multiply',
      (document) =>
        `<!DOCTYPE a [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;">]>${document.replace('ada@', '&c;')}`,
    ],
    ['a document type in lower case', (document) => `<!doctype html>${document}`],
    ['a document type after the declaration', (document) => `<?xml version="1.0"?>\n<!DOCTYPE a>${document}`],
    [
      'a default attribute of a document type',
      (document) => `<!DOCTYPE a [<!ATTLIST saml:Assertion ID ID #IMPLIED>]>${document}`,
    ],
    ['an entity that nobody declared', (document) => document.replace('ada@', '&nbsp;')],
    ['a character that XML does not have', (document) => document.replace('ada@', 'ada\u0000@')],
    ['one by reference', (document) => document.replace('ada@', 'ada&#0;@')],
    ['half of a character', (document) => document.replace('ada@', 'ada&#xD800;@')],
    [
      'bytes that are not UTF-8',
      (document) =>
        Buffer.concat([Buffer.from(document.slice(0, 60)), Buffer.from([0xff]), Buffer.from(document.slice(60))]),
    ],
    ['UTF-16', (document) => Buffer.from(document, 'utf16le')],
    ['another encoding declared', (document) => `<?xml version="1.0" encoding="UTF-7"?>${document}`],
    ['XML 1.1', (document) => `<?xml version="1.1"?>${document}`],
    ['a byte order mark', (document) => `\uFEFF${document}`],
    ['an attribute twice', (document) => document.replace(' Version=', ' Version="2.0" Version=')],
    ['an attribute without quotes', (document) => document.replace('Version="2.0"', 'Version=2.0')],
    [
      'an attribute twice by its namespace',
      (document) => document.replace(' Version=', ' xmlns:a="urn:a" xmlns:b="urn:a" a:x="1" b:x="2" Version='),
    ],
    ['a prefix that nobody declared', (document) => document.replace('<saml:Subject>', '<saml:Subject other:x="1">')],
    ['elements crossed', (document) => document.replace('</saml:Issuer>', '</saml:Subject>')],
    [
      'an end under another prefix',
      (document) =>
        document
          .replace(/<\/saml:Assertion>$/, '</s:Assertion>')
          .replace('xmlns:saml=', 'xmlns:s="urn:oasis:names:tc:SAML:2.0:assertion" xmlns:saml='),
    ],
    ['text after the assertion', (document) => `${document}x`],
    ['the xml prefix bound anew', (document) => document.replace('xmlns:saml=', 'xmlns:xml="urn:x" xmlns:saml=')],
  ])('%s', async (_, attack) => {
    const document = signed()
    await refuses(attack(document), /./)
    expect(await clinic.outcome(document)).toBe('ok')
  })

  test('a comment that was signed does not cut the name either', async () => {
    await refuses(provider.sign(assertionXml({ nameId: 'ada@example.org<!-- -->.evil.example' })), /comments/)
  })

  test('one too large, too deep, or of too many elements, quickly', async () => {
    const deep = `${'<a>'.repeat(5500)}${'</a>'.repeat(5500)}`
    const wide = '<a/>'.repeat(10_000)
    const wordy = `<a ${Array.from({ length: 4000 }, (_, at) => `a${at}=""`).join(' ')}/>`
    const spaces = `<a${' '.repeat(40_000)}`
    const references = `<a>${'&amp;'.repeat(8000)}&</a>`
    for (const inside of [deep, wide, wordy, spaces, references, 'x'.repeat(40_000)]) {
      await refuses(signed().replace('<saml:Subject>', `${inside}<saml:Subject>`), /./)
      await refuses(inside, /./)
    }
  })
})
