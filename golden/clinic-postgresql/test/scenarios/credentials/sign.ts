import { constants, createHmac, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import type { Json, JsonObject } from '../../../src/runtime/index.ts'
import type { Shown } from '../scenario.ts'

const times = ['exp', 'nbf', 'iat', 'auth_time']

/** Members in place of the good ones; null: left out. */
export const changed = (good: JsonObject, by: Readonly<Record<string, Json>> = {}): JsonObject =>
  Object.fromEntries(Object.entries({ ...good, ...by }).filter(([, value]) => value !== null))

/** Numbers of claims that are times, as seconds from now. */
export const fromNow = (claims: Readonly<Record<string, Json>> = {}, nowMs: number): Readonly<Record<string, Json>> =>
  Object.fromEntries(
    Object.entries(claims).map(([name, value]) => [
      name,
      times.includes(name) && typeof value === 'number' ? Math.floor(nowMs / 1000) + value : value,
    ]),
  )

const strangers = new Map<string, KeyObject>()

/** A JWS in compact serialization (RFC 7515 section 7.1), good or as a scenario wants it. */
export const signedToken = (
  header: JsonObject,
  claims: JsonObject,
  key: KeyObject,
  { signedBy }: Pick<Shown, 'signedBy'>,
): string => {
  const head =
    signedBy === 'none' ? { ...header, alg: 'none' } : signedBy === 'public-key' ? { ...header, alg: 'HS256' } : header
  const written = [head, claims].map((part) => JSON.stringify(part).replaceAll('"1e999"', '1e999'))
  const text = written.map((part) => Buffer.from(part).toString('base64url')).join('.')
  return `${text}.${signatureOf(text, key, signedBy, String(header.alg))}`
}

const signatureOf = (text: string, key: KeyObject, signedBy: Shown['signedBy'], algorithm: string): string => {
  if (signedBy === 'none') return ''
  if (signedBy === 'public-key') {
    return createHmac('sha256', publicText(key)).update(text).digest('base64url')
  }
  return signWith(signedBy === 'another' ? strangerTo(key) : key, text, algorithm).toString('base64url')
}

/** What is taken for a secret by who takes a public key for one. */
export const publicText = (key: KeyObject): string =>
  createPublicKey(key).export({ type: 'spki', format: 'pem' }).toString()

/** As RFC 7518 section 3.1 has it, of the algorithms that the kind of key can have. */
const signWith = (key: KeyObject, text: string, algorithm: string): Buffer => {
  const name = `sha${/\d{3}$/.exec(algorithm)?.[0] ?? '256'}`
  const { RSA_PKCS1_PSS_PADDING: padding, RSA_PSS_SALTLEN_DIGEST: saltLength } = constants
  switch (key.asymmetricKeyType) {
    case 'ec':
      return sign(name, Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' })
    case 'rsa':
      return sign(name, Buffer.from(text), algorithm.startsWith('PS') ? { key, padding, saltLength } : key)
    default:
      return sign(null, Buffer.from(text), key)
  }
}

/** A key of the same kind that the service has never heard of. */
const strangerTo = ({ asymmetricKeyType }: KeyObject): KeyObject => {
  const kind = asymmetricKeyType === 'ec' ? 'ec' : 'ed25519'
  const known = strangers.get(kind)
  if (known) return known
  const { privateKey } =
    kind === 'ec' ? generateKeyPairSync('ec', { namedCurve: 'P-256' }) : generateKeyPairSync('ed25519')
  strangers.set(kind, privateKey)
  return privateKey
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** The text of a credential as a scenario wants it. */
export const retold = (text: string, how: Shown['text']): string => {
  switch (how) {
    case 'padded':
      return `${text}=`
    case 'respelt': {
      // The last character of 64 bytes has four spare bits (RFC 4648 section 3.5).
      const last = alphabet.indexOf(text.at(-1) ?? 'A')
      return `${text.slice(0, -1)}${alphabet[last ^ 1]}`
    }
    case 'altered': {
      const at = text.lastIndexOf('.') - 3
      return `${text.slice(0, at)}${text[at] === 'A' ? 'B' : 'A'}${text.slice(at + 1)}`
    }
    case 'long':
      return `${text}${'A'.repeat(300)}`
    default:
      return text
  }
}
