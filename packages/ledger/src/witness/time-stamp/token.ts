import { hash, verify, X509Certificate } from 'node:crypto'
import { type Der, der, inside, oids, readDer, tags, valueAt } from './der.ts'

/** What a time-stamp authority said: it saw these bytes' hash at this time. */
export interface TimeStamp {
  /** SHA-256 of what was stamped. */
  readonly imprint: Buffer
  /** As the authority writes it: `20261121100000Z`, UTC. */
  readonly time: string
  readonly nonce: Buffer | null
}

/** A request to stamp (RFC 3161 section 2.4.1), with the authority's certificate asked for. */
export const timeStampRequest = (imprint: Buffer, nonce: Buffer): Buffer =>
  der(
    tags.sequence,
    der(tags.integer, Buffer.from([1])),
    der(
      tags.sequence,
      der(tags.sequence, der(0x06, Buffer.from(oids.sha256, 'hex')), der(0x05)),
      der(tags.octets, imprint),
    ),
    der(tags.integer, nonce),
    der(0x01, Buffer.from([0xff])),
  )

/** The token in an answer (RFC 3161 section 2.4.2); null where the authority did not grant it. */
export const tokenIn = (answer: Buffer): Buffer | null => {
  const [status, token] = inside(valueAt(readDer(answer), 0))
  if (!status || !token) return null
  const code = valueAt(inside(status), 0).content
  return code.length === 1 && (code[0] === 0 || code[0] === 1) ? token.whole : null
}

/**
 * What a token says, once it is known that an authority said so whose certificate leads to one of `roots` and was made for
 * time stamps (RFC 3161 section 2.3, RFC 5652 section 5.4). Null where it does not hold, for whatever reason.
 */
export const verifyToken = (token: Buffer, roots: readonly X509Certificate[]): TimeStamp | null => {
  try {
    return verified(token, roots)
  } catch {
    return null
  }
}

const verified = (token: Buffer, roots: readonly X509Certificate[]): TimeStamp | null => {
  const [type, wrapped] = inside(valueAt(readDer(token), 0))
  if (!type || !wrapped || type.content.toString('hex') !== oids.signedData) return null
  const parts = inside(valueAt(inside(wrapped), 0))
  const [contentType, content] = inside(valueAt(parts, 2))
  if (!content || contentType?.content.toString('hex') !== oids.timeStampInfo) return null
  const info = valueAt(inside(content), 0).content
  const certificates = parts
    .filter(({ tag }) => tag === tags.context0)
    .flatMap((set) => inside(set).map(({ whole }) => new X509Certificate(whole)))
  const stamp = stampIn(info)
  const signers = inside(valueAt(parts, parts.length - 1))
  const isSigned = signers.some((signer) =>
    certificates.some(
      (certificate) =>
        isSignedWith(signer, info, certificate) && isTrusted(certificate, certificates, roots, stamp.time),
    ),
  )
  return isSigned ? stamp : null
}

const stampIn = (info: Buffer): TimeStamp => {
  const fields = inside(valueAt(readDer(info), 0))
  const [algorithm, imprint] = inside(valueAt(fields, 2))
  if (!imprint || !algorithm || valueAt(inside(algorithm), 0).content.toString('hex') !== oids.sha256)
    throw new RangeError('The stamp is over another hash.')
  const nonce = fields.slice(5).find(({ tag }) => tag === tags.integer)
  return {
    imprint: imprint.content,
    time: valueAt(fields, 4).content.toString('latin1'),
    nonce: nonce?.content ?? null,
  }
}

const digests: Readonly<Record<string, string>> = {
  [oids.sha256]: 'sha256',
  [oids.sha384]: 'sha384',
  [oids.sha512]: 'sha512',
}

const isSignedWith = (signer: Der, info: Buffer, certificate: X509Certificate): boolean => {
  const fields = inside(signer)
  const digest = digests[valueAt(inside(valueAt(fields, 2)), 0).content.toString('hex')]
  const attributes = valueAt(fields, 3)
  if (digest === undefined || attributes.tag !== tags.context0) return false
  const held = inside(attributes)
    .map(inside)
    .find(([name]) => name?.content.toString('hex') === oids.messageDigest)
  const expected = held && valueAt(inside(valueAt(held, 1)), 0).content
  if (!expected?.equals(hash(digest, info, 'buffer'))) return false
  // Signed as a SET OF, though it lies there under a tag of its own (RFC 5652 section 5.4).
  const signed = Buffer.concat([Buffer.from([tags.set]), attributes.whole.subarray(1)])
  return verify(digest, signed, certificate.publicKey, valueAt(fields, 5).content)
}

/** Extended key usage for time stamps (RFC 3161 section 2.3). */
const timeStamping = '1.3.6.1.5.5.7.3.8'
const chainMax = 4

const isTrusted = (
  certificate: X509Certificate,
  others: readonly X509Certificate[],
  roots: readonly X509Certificate[],
  time: string,
): boolean => {
  if (!certificate.keyUsage?.includes(timeStamping)) return false
  let current = certificate
  for (let step = 0; step < chainMax; step++) {
    if (!isValidAt(current, time)) return false
    const below = current
    const isIssuer = (issuer: X509Certificate): boolean =>
      issuer.ca && below.checkIssued(issuer) && below.verify(issuer.publicKey)
    if (roots.some((root) => isIssuer(root) && isValidAt(root, time))) return true
    const next = others.find((other) => other.fingerprint256 !== below.fingerprint256 && isIssuer(other))
    if (!next) return false
    current = next
  }
  return false
}

const isValidAt = ({ validFromDate, validToDate }: X509Certificate, time: string): boolean => {
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(?:\.\d+)?Z$/.exec(time) ?? []
  const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  return at >= validFromDate.getTime() && at <= validToDate.getTime()
}
