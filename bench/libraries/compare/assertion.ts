import { generateKeyPairSync } from 'node:crypto'
import { canonicalXml } from '../../../packages/runtime/src/identity/saml/canonical-xml.ts'
import { readSignedAssertion } from '../../../packages/runtime/src/identity/saml/signed-assertion.ts'
import { type Comparison, requireSame } from '../comparison.ts'
import type { Peers } from '../peers.ts'

const attribute =
  '<saml:Attribute Name="roles"><saml:AttributeValue>clinician &amp; more</saml:AttributeValue></saml:Attribute>'
const assertion = `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="_a" Version="2.0" IssueInstant="2026-01-01T00:00:00Z"><saml:Issuer>https://id.example</saml:Issuer><saml:Subject><saml:NameID>ada</saml:NameID></saml:Subject><saml:AttributeStatement>${attribute.repeat(10)}</saml:AttributeStatement></saml:Assertion>`

/** A signed assertion of ten attributes, to what was signed. */
export const assertionComparison = ({ signXml, verifyXml }: Peers): Comparison => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const document = signXml(assertion, privateKey.export({ type: 'pkcs8', format: 'pem' }).toString())
  const bytes = Buffer.from(document)
  const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString()
  const ours = () => readSignedAssertion(bytes, [publicKey])
  const library = () => verifyXml(document, pem)
  requireSame('assertion', canonicalXml(ours()), library())
  return { name: 'a SAML assertion verified', by: { ours: 'ours', library: 'xml-crypto' }, ours, library }
}
