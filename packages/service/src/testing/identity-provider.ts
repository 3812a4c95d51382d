import { generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto'
import { createRequire } from 'node:module'

/** What of xml-crypto is used: its own types bring those of browsers along. */
interface SignedXmlClass {
  new (options: {
    readonly privateKey: string
    readonly signatureAlgorithm: string
    readonly canonicalizationAlgorithm: string
    readonly getKeyInfoContent?: () => string | null
  }): {
    SignatureAlgorithms: Record<string, unknown>
    addReference(of: {
      readonly xpath: string
      readonly transforms: readonly string[]
      readonly digestAlgorithm: string
      readonly inclusiveNamespacesPrefixList?: readonly string[]
    }): void
    computeSignature(xml: string, options: object): void
    getSignedXml(): string
  }
}
const { SignedXml } = createRequire(import.meta.url)('xml-crypto') as { readonly SignedXml: SignedXmlClass }

export const entityId = 'https://idp.example/metadata'
export const audience = 'https://clinic.example/saml'
export const recipient = 'https://clinic.example/oauth2/token'

const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#'
const enveloped = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature'
export const rsaSha256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256'
export const sha256 = 'http://www.w3.org/2001/04/xmlenc#sha256'
const ecdsaSha256 = 'http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256'

/** What xml-crypto wants of an algorithm; it has none of elliptic curves itself. */
class EcdsaSha256 {
  getAlgorithmName = () => ecdsaSha256
  getSignature = (text: string, key: string) =>
    sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }).toString('base64')
}

const bearer = 'urn:oasis:names:tc:SAML:2.0:cm:bearer'

/** What an assertion says; what is left out is as a good one has it. */
export interface AssertionContent {
  readonly id?: string
  readonly issuer?: string
  readonly nameId?: string
  /** The whole content of Subject, Conditions, AuthnStatement or AttributeStatement instead of its usual one. */
  readonly subject?: string
  readonly conditions?: string
  readonly authentication?: string
  readonly attributes?: Readonly<Record<string, readonly string[]>>
  readonly audience?: string
  readonly recipient?: string
  readonly method?: string
  readonly fromMs?: number
  readonly untilMs?: number
  readonly confirmedUntil?: string
  readonly version?: string
}

export const time = (ms: number): string => new Date(ms).toISOString()

/** An assertion as providers write it, not signed yet. */
export const assertionXml = (saying: AssertionContent = {}): string => {
  const { fromMs = Date.now() - 1000, untilMs = Date.now() + 300_000 } = saying
  const data = `Recipient="${saying.recipient ?? recipient}" ${saying.confirmedUntil ?? `NotOnOrAfter="${time(untilMs)}"`}`
  const subject =
    saying.subject ??
    `<saml:NameID Format="urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress">${saying.nameId ?? 'ada@example.org'}</saml:NameID><saml:SubjectConfirmation Method="${saying.method ?? bearer}"><saml:SubjectConfirmationData ${data}/></saml:SubjectConfirmation>`
  const conditions =
    saying.conditions ??
    `<saml:AudienceRestriction><saml:Audience>${saying.audience ?? audience}</saml:Audience></saml:AudienceRestriction>`
  const attributes = Object.entries(saying.attributes ?? { roles: ['clinician', 'root'], ward: ['north'] })
  return `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" ID="${saying.id ?? `_${randomUUID()}`}" IssueInstant="${time(fromMs)}" Version="${saying.version ?? '2.0'}"><saml:Issuer>${saying.issuer ?? entityId}</saml:Issuer><saml:Subject>${subject}</saml:Subject><saml:Conditions NotBefore="${time(fromMs)}" NotOnOrAfter="${time(untilMs)}">${conditions}</saml:Conditions>${saying.authentication ?? `<saml:AuthnStatement AuthnInstant="${time(fromMs)}" SessionIndex="s1"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>`}<saml:AttributeStatement>${attributes
    .map(
      ([name, values]) =>
        `<saml:Attribute Name="${name}">${values.map((value) => `<saml:AttributeValue xsi:type="xs:string">${value}</saml:AttributeValue>`).join('')}</saml:Attribute>`,
    )
    .join('')}</saml:AttributeStatement></saml:Assertion>`
}

export interface SigningWith {
  readonly algorithm?: string
  readonly digest?: string
  readonly canonicalization?: string
  readonly transforms?: readonly string[]
  /** Of another private key. */
  readonly pem?: string
  readonly xpath?: string
  /** Where the signature goes, as an XPath. */
  readonly after?: string
  readonly prefixes?: readonly string[]
  readonly keyInfo?: string
}

export interface IdentityProvider {
  readonly privateKey: KeyObject
  readonly publicKey: KeyObject
  readonly pem: string
  /** Signs with xml-crypto, which shares no code with what verifies. */
  sign(xml: string, how?: SigningWith): string
}

export const identityProvider = (): IdentityProvider => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return {
    privateKey,
    publicKey,
    pem: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    sign: (xml, how = {}) => {
      const signed = new SignedXml({
        privateKey: how.pem ?? privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
        signatureAlgorithm: how.algorithm ?? rsaSha256,
        canonicalizationAlgorithm: how.canonicalization ?? exclusive,
        getKeyInfoContent: () => how.keyInfo ?? null,
      })
      signed.SignatureAlgorithms[ecdsaSha256] = EcdsaSha256
      signed.addReference({
        xpath: how.xpath ?? "/*[local-name(.)='Assertion']",
        transforms: how.transforms ?? [enveloped, exclusive],
        digestAlgorithm: how.digest ?? sha256,
        ...(how.prefixes && { inclusiveNamespacesPrefixList: how.prefixes }),
      })
      signed.computeSignature(xml, {
        prefix: 'ds',
        location: { reference: how.after ?? "//*[local-name(.)='Issuer']", action: 'after' },
      })
      return signed.getSignedXml()
    },
  }
}
