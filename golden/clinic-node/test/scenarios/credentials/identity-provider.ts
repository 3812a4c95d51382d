import { constants, createHmac, generateKeyPairSync, hash, type KeyObject, randomUUID, sign } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { JsonObject } from '../../../src/runtime/index.ts'
import type { Edit, Shown, SigningKey } from '../scenario.ts'

/** What of an assertion a service is told beforehand, and the text of one that it is shown. */
export interface IdentityProvider {
  readonly env: Readonly<Record<string, string>>
  /** Files that `SAML_CERT` may not name. */
  readonly unfit: Readonly<
    Record<'weak-rsa' | 'cubed-rsa' | 'weak-pss' | 'cubed-pss' | 'weak-curve' | 'broken-certificate', string>
  >
  /** Roles, declared attributes and the tenant as a token's claims have them. */
  assertion(claims: JsonObject, shows: Shown): string
}

export const identityProviderName = 'https://idp.example/metadata'
const recipient = 'https://service.example/oauth2/token'

const [ds, more, encryption] = [
  'http://www.w3.org/2000/09/xmldsig#',
  'http://www.w3.org/2001/04/xmldsig-more#',
  'http://www.w3.org/2001/04/xmlenc#',
]
const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#'

type Keys = Readonly<Partial<Record<SigningKey, KeyObject>>>

/** An identity provider that signs SAML 2.0 assertions; its public keys are a file in `folder` that `SAML_CERT` names. */
export const openIdentityProvider = async (folder: string, audience: string): Promise<IdentityProvider> => {
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const another = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const pem = [rsa, ec].map(({ publicKey }) => publicKey.export({ type: 'spki', format: 'pem' }).toString()).join('')
  const file = join(folder, 'identity-provider.pem')
  await writeFile(file, pem)
  const unfit = await Promise.all(
    Object.entries(unfitKeys()).map(async ([name, text]) => {
      const path = join(folder, `${name}.pem`)
      await writeFile(path, text)
      return [name, path] as const
    }),
  )
  const keys: Keys = { rsa: rsa.privateKey, ec: ec.privateKey, another: another.privateKey }
  return {
    env: { SAML_ISSUER: identityProviderName, SAML_CERT: file, SAML_RECIPIENT: recipient },
    unfit: Object.fromEntries(unfit) as IdentityProvider['unfit'],
    assertion: (claims, shows) => signedAssertion(assertionText(claims, audience), keys, pem, shows),
  }
}

const unfitKeys = (): IdentityProvider['unfit'] => {
  const text = (key: KeyObject): string => key.export({ type: 'spki', format: 'pem' }).toString()
  return {
    'weak-rsa': text(generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey),
    'cubed-rsa': text(generateKeyPairSync('rsa', { modulusLength: 2048, publicExponent: 3 }).publicKey),
    'weak-pss': text(generateKeyPairSync('rsa-pss', { modulusLength: 1024 }).publicKey),
    'cubed-pss': text(generateKeyPairSync('rsa-pss', { modulusLength: 2048, publicExponent: 3 }).publicKey),
    'weak-curve': text(generateKeyPairSync('ec', { namedCurve: 'secp256k1' }).publicKey),
    'broken-certificate': '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n',
  }
}

/** In the form that Exclusive XML Canonicalization gives it, so that its digest is that of the text. `@60`: a minute from now. */
const assertionText = ({ sub, ...claims }: JsonObject, audience: string): string => {
  const attributes = Object.entries(claims).map(
    ([name, value]) =>
      `<saml:Attribute Name="${name}">${[value]
        .flat()
        .map((each) => `<saml:AttributeValue>${each}</saml:AttributeValue>`)
        .join('')}</saml:Attribute>`,
  )
  return [
    `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="_${randomUUID()}" IssueInstant="@-1" Version="2.0">`,
    `<saml:Issuer>${identityProviderName}</saml:Issuer><saml:Subject><saml:NameID>${sub}</saml:NameID>`,
    '<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer">',
    `<saml:SubjectConfirmationData NotOnOrAfter="@300" Recipient="${recipient}"></saml:SubjectConfirmationData>`,
    '</saml:SubjectConfirmation></saml:Subject><saml:Conditions NotBefore="@-1" NotOnOrAfter="@300">',
    `<saml:AudienceRestriction><saml:Audience>${audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions>`,
    '<saml:AuthnStatement AuthnInstant="@-1"><saml:AuthnContext><saml:AuthnContextClassRef>https://refeds.org/profile/mfa',
    '</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>',
    `<saml:AttributeStatement>${attributes.join('')}</saml:AttributeStatement></saml:Assertion>`,
  ].join('')
}

const signedAssertion = (text: string, keys: Keys, pem: string, { says, signs, sends, key = 'rsa' }: Shown): string => {
  const signing = keys[key]
  if (!signing) throw new Error(`no assertion is signed with ${key}`)
  const said = edited(text, says).replaceAll(
    /"@(-?[\d.]+)"/g,
    (_, seconds: string) => `"${inSeconds(Number(seconds))}"`,
  )
  const id = / ID="([^"]*)"/.exec(said)?.[1] ?? ''
  const draft = edited(signedInfo(id, key), signs)
  const digest = hash(nameIn(/DigestMethod Algorithm="[^"]*(sha\d+)/, draft), said, 'base64')
  const info = draft.replace('{digest}', digest)
  const signature = `<ds:Signature xmlns:ds="${ds}">${info}<ds:SignatureValue>${signatureOf(info, signing, pem)}</ds:SignatureValue></ds:Signature>`
  return edited(said.replace('</saml:Issuer>', `</saml:Issuer>${signature}`), sends)
}

/** As it stands inside of the signature, where its namespace is declared already. */
const signedInfo = (id: string, key: SigningKey): string =>
  [
    `<ds:SignedInfo><ds:CanonicalizationMethod Algorithm="${exclusive}"></ds:CanonicalizationMethod>`,
    `<ds:SignatureMethod Algorithm="${more}${key === 'ec' ? 'ecdsa' : 'rsa'}-sha256"></ds:SignatureMethod>`,
    `<ds:Reference URI="#${id}"><ds:Transforms><ds:Transform Algorithm="${ds}enveloped-signature"></ds:Transform>`,
    `<ds:Transform Algorithm="${exclusive}"></ds:Transform></ds:Transforms>`,
    `<ds:DigestMethod Algorithm="${encryption}sha256"></ds:DigestMethod><ds:DigestValue>{digest}</ds:DigestValue></ds:Reference></ds:SignedInfo>`,
  ].join('')

const signatureOf = (info: string, key: KeyObject, pem: string): string => {
  const canonical = Buffer.from(info.replace('<ds:SignedInfo', `<ds:SignedInfo xmlns:ds="${ds}"`))
  const name = nameIn(/SignatureMethod Algorithm="[^"]*(sha\d+)/, info)
  if (/SignatureMethod Algorithm="[^"]*hmac/.test(info)) return createHmac(name, pem).update(canonical).digest('base64')
  const { RSA_PKCS1_PSS_PADDING: padding, RSA_PSS_SALTLEN_DIGEST: saltLength } = constants
  const isPss = /SignatureMethod Algorithm="[^"]*MGF1/.test(info)
  return sign(name, canonical, { key, dsaEncoding: 'ieee-p1363', ...(isPss && { padding, saltLength }) }).toString(
    'base64',
  )
}

const nameIn = (pattern: RegExp, text: string): string => pattern.exec(text)?.[1] ?? 'sha256'

const inSeconds = (seconds: number): string => new Date(Date.now() + seconds * 1000).toISOString()

/** Throws where there is nothing to edit: the mistake is the scenario's own. */
const edited = (text: string, edits: readonly Edit[] = []): string =>
  edits.reduce((before, [part, instead]) => {
    if (!before.includes(part)) throw new Error(`an assertion has no ${part}`)
    return before.replace(part, () => instead)
  }, text)
