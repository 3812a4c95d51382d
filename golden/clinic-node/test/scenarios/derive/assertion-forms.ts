import type { Edit } from '../scenario.ts'
import type { BadAssertion, ShownAssertion } from './assertion-words.ts'

const signs = (says: string, ...edits: readonly Edit[]): BadAssertion => ({ shows: { signs: edits }, says })
const sends = (says: string, ...edits: readonly Edit[]): BadAssertion => ({ shows: { sends: edits }, says })

const root = 'Version="2.0">'

const method = '<ds:SignatureMethod Algorithm="http://www.w3.org/2001/04/xmldsig-more#rsa-sha256">'
const methodOf = (algorithm: string): Edit => [method, `<ds:SignatureMethod Algorithm="${algorithm}">`]
const ds = 'http://www.w3.org/2000/09/xmldsig#'
const more = 'http://www.w3.org/2001/04/xmldsig-more#'
const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#'
const transform = `<ds:Transform Algorithm="${exclusive}"></ds:Transform>`
const inclusive = (list: string, namespace = exclusive): string =>
  `<ds:Transform Algorithm="${exclusive}"><ec:InclusiveNamespaces xmlns:ec="${namespace}" PrefixList="${list}"></ec:InclusiveNamespaces></ds:Transform>`
const digest = '<ds:DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha256">'

/** What a canonical form takes no notice of (Exclusive XML Canonicalization), and other algorithms that are as good. */
export const otherForms: readonly ShownAssertion[] = [
  {
    sends: [
      [' IssueInstant="', ' Version="2.0" IssueInstant="'],
      [' Version="2.0">', '>'],
    ],
  },
  {
    sends: [
      ['<saml:Assertion ', '<?xml version="1.0" encoding="UTF-8"?>\n<saml:Assertion\n\txmlns:unused="urn:unused" '],
    ],
  },
  { sends: [['</saml:Assertion>', '</saml:Assertion>\n']] },
  { sends: [['<saml:NameID>AB', '<saml:NameID\t>&#65;&#x42;']], says: [['<saml:NameID>', '<saml:NameID>AB']] },
  { sends: [['<saml:NameID>', '<saml:NameID xmlns="urn:default" xmlns:other="urn:other">']] },
  // There is no default one before it, nor after (Namespaces in XML 1.0 section 6.2).
  { sends: [['<saml:NameID>', '<saml:NameID xmlns="">']] },
  { says: [['<saml:NameID>', '<saml:NameID SPNameQualifier="a" xml:lang="en">&amp;&lt;&gt;']] },
  {
    says: [['<saml:NameID>', '<saml:NameID A="&quot;&amp;&lt;" a="b">']],
    sends: [['A="&quot;&amp;&lt;" a="b"', "a='b' A='\"&amp;&#60;'"]],
  },
  {
    says: [['<saml:NameID>', '<saml:NameID xmlns:x="urn:x" x:a="1" x:b="2">']],
    sends: [['x:a="1" x:b="2"', 'x:b="2" x:a="1"']],
  },
  // By namespace before they are by name.
  {
    says: [['<saml:NameID>', '<saml:NameID xmlns:x="urn:b" xmlns:y="urn:a" y:z="1" x:a="2">']],
    sends: [['y:z="1" x:a="2"', 'x:a="2" y:z="1"']],
  },
  { signs: [methodOf(`${more}rsa-sha512`)] },
  { signs: [methodOf('http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1')] },
  { signs: [[digest, '<ds:DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha512">']] },
  { signs: [[transform, inclusive('saml')]] },
  { sends: [['</ds:SignatureValue>', '\n</ds:SignatureValue><ds:KeyInfo><ds:KeyName>any</ds:KeyName></ds:KeyInfo>']] },
]

const form = 'not of the form that SAML 2.0 gives it'
const refers = 'does not refer to the assertion'
const alterations = 'not the one that was signed'
const algorithms = 'of an algorithm that is not accepted'
const transforms = 'transform that is not accepted'
const verifies = 'does not verify'
const oneSignature = 'one signature, right inside it'
const signature = `<ds:Signature xmlns:ds="${ds}">`

export const badSignatures: readonly BadAssertion[] = [
  { shows: { key: 'another' }, says: verifies },
  { shows: { key: 'ec', signs: [[`${more}ecdsa-sha256`, `${more}rsa-sha256`]] }, says: verifies },
  signs(verifies, methodOf(`${more}ecdsa-sha256`)),
  signs(algorithms, methodOf(`${more}hmac-sha256`)),
  signs(algorithms, methodOf(`${ds}rsa-sha1`)),
  signs(algorithms, methodOf('')),
  signs('of an algorithm that is not accepted: SHA-1, or unknown', [digest, `<ds:DigestMethod Algorithm="${ds}sha1">`]),
  signs(transforms, [
    transform,
    '<ds:Transform Algorithm="http://www.w3.org/TR/2001/REC-xml-c14n-20010315"></ds:Transform>',
  ]),
  signs(transforms, [
    transform,
    '<ds:Transform Algorithm="http://www.w3.org/TR/1999/REC-xslt-19991116"></ds:Transform>',
  ]),
  signs(transforms, [transform, inclusive('saml', 'urn:x')]),
  signs(transforms, [transform, inclusive('saml').replace('</ds:Transform>', '<ds:XPath>1</ds:XPath></ds:Transform>')]),
  signs(transforms, [`${ds}enveloped-signature`, exclusive]),
  signs(transforms, [
    `<ds:CanonicalizationMethod Algorithm="${exclusive}">`,
    '<ds:CanonicalizationMethod Algorithm="http://www.w3.org/2006/12/xml-c14n11">',
  ]),
  signs('names at most 32 prefixes', [transform, inclusive(Array.from({ length: 33 }, (_, at) => `p${at}`).join(' '))]),
  signs(form, [transform, '']),
  signs(form, [transform, transform + transform]),
  signs(form, [transform, `<Transform Algorithm="${exclusive}"></Transform>`]),
  signs(form, ['</ds:Reference>', '</ds:Reference><ds:Reference URI="#other"></ds:Reference>']),
  signs(form, ['<ds:Reference', '<ds:Object></ds:Object><ds:Reference']),
  signs(form, ['<ds:DigestMethod', '<ds:DigestValue>{digest}</ds:DigestValue><ds:DigestMethod']),
  signs(refers, ['URI="#', 'URI="#other']),
  signs(refers, ['URI="#', 'Type="#']),
  { shows: { says: [[' ID="', ' Id="']] }, says: refers },
  { shows: { says: [[' ID="', ' ID="" X="']] }, says: refers },
  sends(alterations, ['<saml:NameID>', '<saml:NameID>root-']),
  sends(alterations, [
    '<saml:AttributeStatement>',
    '<saml:AttributeStatement><saml:Attribute Name="more"></saml:Attribute>',
  ]),
  sends(verifies, ['<ds:DigestValue>', '<ds:DigestValue>AAAA']),
  sends(verifies, ['<ds:SignatureValue>', '<ds:SignatureValue>AAAA']),
  sends('SignatureValue is not base64', ['<ds:SignatureValue>', '<ds:SignatureValue>!']),
  sends('SignatureValue is not base64', ['<ds:SignatureValue>', '<ds:SignatureValue><ds:a></ds:a>']),
  signs('DigestValue is not base64', ['{digest}', '']),
  sends(form, ['</ds:SignedInfo>', '</ds:SignedInfo><ds:SignedInfo></ds:SignedInfo>']),
  sends(form, ['</ds:Signature>', '<ds:Object></ds:Object></ds:Signature>']),
  sends(form, ['</ds:Signature>', '<ds:KeyInfo></ds:KeyInfo><ds:Object></ds:Object></ds:Signature>']),
  sends('is not signed', [signature, `<ds:Signed xmlns:ds="${ds}">`], ['</ds:Signature>', '</ds:Signed>']),
  sends(oneSignature, [signature, '<ds:Signature xmlns:ds="urn:x">']),
  sends(oneSignature, ['<saml:Subject>', `<saml:Subject>${signature}</ds:Signature>`]),
  // Wrapping: what is signed stands elsewhere than what is read.
  sends(oneSignature, [signature, `<saml:Advice>${signature}`], ['</ds:Signature>', '</ds:Signature></saml:Advice>']),
  sends('more than one assertion', [
    '<saml:Subject>',
    '<saml:Advice><saml:Assertion></saml:Assertion></saml:Advice><saml:Subject>',
  ]),
  sends('more than one assertion', ['<saml:Subject>', '<x:Assertion xmlns:x="urn:x"></x:Assertion><saml:Subject>']),
  sends('Two elements have one ID', ['<saml:Subject>', '<saml:Subject ID="_x"><saml:a Id="_x"></saml:a>']),
  sends(
    'one SAML 2.0 assertion, without a response around it',
    ['<saml:Assertion ', '<Response><saml:Assertion '],
    ['</saml:Assertion>', '</saml:Assertion></Response>'],
  ),
  sends('one SAML 2.0 assertion, without a response around it', [
    '"urn:oasis:names:tc:SAML:2.0:assertion"',
    '"urn:oasis:names:tc:SAML:1.0:assertion"',
  ]),
  // Another statement that the provider has signed says what an assertion says, and holds one.
  {
    shows: {
      says: [
        ['<saml:Assertion ', '<saml:Evidence '],
        ['</saml:Assertion>', '<saml:Assertion></saml:Assertion></saml:Evidence>'],
      ],
    },
    says: 'one SAML 2.0 assertion, without a response around it',
  },
]

const malformed = 'not well-formed XML'
const markup = 'Document types, comments, CDATA and processing instructions'
const elements = 'too many elements, or too many inside each other'
const attributes = (count: number, from = 0): string =>
  Array.from({ length: count }, (_, at) => ` a${from + at}="1"`).join('')
const inside = (text: string): Edit => [root, `${root}${text}`]
const namespaces = (count: number): string =>
  Array.from({ length: count }, (_, at) => ` xmlns:n${at}="urn:${at}"`).join('')

/** Each is refused for what stands in it, before anything is verified. */
export const badDocuments: readonly BadAssertion[] = [
  sends(markup, ['<saml:Assertion ', '<!DOCTYPE a [<!ENTITY b "c">]><saml:Assertion ']),
  sends(markup, ['<saml:NameID>', '<saml:NameID>ro<!-- -->ot']),
  sends(markup, ['<saml:NameID>', '<saml:NameID><![CDATA[root]]>']),
  sends(markup, ['<saml:NameID>', '<saml:NameID><?root?>']),
  sends(markup, ['<saml:Assertion ', '<?xml version="1.0" encoding="latin1"?><saml:Assertion ']),
  sends('characters that XML does not have', ['<saml:NameID>', '<saml:NameID>\u0001']),
  sends('more than one element, or text beside it', ['</saml:Assertion>', '</saml:Assertion><a></a>']),
  sends('more than one element, or text beside it', ['</saml:Assertion>', '</saml:Assertion>a']),
  sends(malformed, ['<saml:Assertion ', 'a<saml:Assertion ']),
  sends(malformed, ['<saml:Assertion ', '\uFEFF<saml:Assertion ']),
  sends(malformed, ['</saml:Assertion>', '']),
  sends(malformed, ['</saml:NameID>', '</saml:Named>']),
  sends(malformed, ['</saml:NameID>', '</other:NameID>']),
  sends(malformed, ['<saml:NameID>', '<saml:NameID a=1>']),
  sends(malformed, ['<saml:NameID>', '<saml:NameID a="<">']),
  sends(malformed, ['<saml:NameID>', '<saml:NameID>]]>']),
  sends(malformed, ['<saml:NameID>', '<saml:NameID a="1" a="2">']),
  sends(malformed, ['<saml:NameID>', '<saml:NameID xmlns:a="urn:a" xmlns:b="urn:a" a:c="1" b:c="2">']),
  sends(malformed, ['<saml:NameID>', '<saml:NameID xmlns:a="urn:a" xmlns:a="urn:b">']),
  sends(malformed, ['<saml:NameID>', '<saml:NameID xmlns:a="">']),
  sends(malformed, ['<saml:NameID>', '<saml:NameID xmlns:xml="urn:a">']),
  sends(malformed, ['<saml:NameID>', '<saml:NameID xmlns:xmlns="urn:a">']),
  sends(malformed, ['<saml:NameID>', '<saml:NameID xmlns:a="http://www.w3.org/XML/1998/namespace">']),
  sends(malformed, ['<saml:NameID>', '<saml:NameID xmlns:a="http://www.w3.org/2000/xmlns/">']),
  sends(malformed, ['<saml:NameID>', '<saml:NameID xmlns:xml="http://www.w3.org/XML/1998/namespace">']),
  sends(malformed, ['<saml:NameID>', '<saml:NameID xmlns:a=" urn:a">']),
  sends(malformed, ['<saml:NameID>', '<saml:NameID é="1">']),
  sends(malformed, inside('<é></é>')),
  sends(malformed, ['<saml:NameID>', '<saml:NameID none:a="1">']),
  sends(malformed, inside('<none:a></none:a>')),
  ...['&', '&nbsp;', '&#0;', '&#1;', '&#x110000;', '&#9999999;', '&#xD800;'].map((reference) =>
    sends(malformed, ['<saml:NameID>', `<saml:NameID>${reference}`]),
  ),
  sends(elements, inside('<a>'.repeat(32) + '</a>'.repeat(32))),
  sends(elements, inside('<a/>'.repeat(2000))),
  sends('An element has too many attributes', inside(`<a${attributes(65)}/>`)),
  sends('An element has too many attributes', inside(`<a${attributes(33)}${namespaces(32)}/>`)),
  sends('too many attributes, or declares too many namespaces', inside(`<a${attributes(64)}/>`.repeat(32))),
  sends('too many attributes, or declares too many namespaces', inside(`<a${namespaces(64)}/>`.repeat(3))),
]
