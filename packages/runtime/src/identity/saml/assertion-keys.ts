import { createPublicKey, type KeyObject, X509Certificate } from 'node:crypto'
import { ConfigError } from '../../settings/config-error.ts'
import { rsaWeakness } from '../rsa-key.ts'

const block = /-----BEGIN (CERTIFICATE|PUBLIC KEY)-----[\s\S]+?-----END \1-----/g

/**
 * Keys of an identity provider from PEM: certificates or public keys. A certificate stands for its key and for nothing else,
 * as metadata has it: it is believed because the configuration names it. RSA of 2048 bits and more, or P-256, P-384, P-521.
 * Throws a ConfigError that says what to mend.
 */
export const assertionKeys = (pem: string): readonly KeyObject[] => {
  const keys = [...pem.matchAll(block)].map(([text, kind]) => keyIn(text, kind))
  if (keys.length === 0) throw new ConfigError('SAML_CERT names a file without a certificate in PEM.')
  if (!keys.every(isStrong))
    throw new ConfigError(
      'SAML_CERT holds a key that is too weak: RSA needs 2048 bits, an exponent of 65537 or more and factors nobody knows; elliptic curves are P-256, P-384 or P-521.',
    )
  return keys
}

const keyIn = (text: string, kind: string | undefined): KeyObject => {
  try {
    return kind === 'CERTIFICATE' ? new X509Certificate(text).publicKey : createPublicKey(text)
  } catch {
    throw new ConfigError('SAML_CERT holds a certificate, or a public key, that cannot be read.')
  }
}

const curves = ['prime256v1', 'secp384r1', 'secp521r1']

/** RSA keys for PSS alone export no JSON Web Key. */
const isStrong = (key: KeyObject): boolean => {
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = key
  if (type === 'ec') return curves.includes(details?.namedCurve ?? '')
  if (type === 'rsa') return rsaWeakness(key.export({ format: 'jwk' })) === null
  return (details?.modulusLength ?? 0) >= 2048 && (details?.publicExponent ?? 0n) > 65_536n
}
