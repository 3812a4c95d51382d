import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/** What an authenticator lies about, if it does. */
export interface Lies {
  readonly origin?: string
  readonly rpId?: string
  readonly counter?: number
  /** Its person is there, and it does not know that it is them. */
  readonly isUnverified?: true
  readonly type?: string
  /** Its maker vouches for it, with a certificate. */
  readonly isVouched?: true
}

/** An authenticator in software (WebAuthn level 3, ES256), with one passkey; its answers are as `PublicKeyCredential.toJSON()` gives them. */
export interface PasskeyDevice {
  make(options: string, lies?: Lies): string
  show(options: string, lies?: Lies): string
}

const [present, verified, attested] = [0x01, 0x04, 0x40]

export const passkeyDevice = (origin: string): PasskeyDevice => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(32)
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  let counter = 0
  let user = ''
  const clientData = (type: string, challenge: string, lies: Lies) =>
    Buffer.from(
      JSON.stringify({ type: lies.type ?? type, challenge, origin: lies.origin ?? origin, crossOrigin: false }),
    )
  const authData = (flags: number, lies: Lies): Buffer => {
    const counted = Buffer.alloc(4)
    counted.writeUInt32BE(lies.counter ?? ++counter)
    const said = lies.isUnverified ? flags & ~verified : flags
    return Buffer.concat([sha256(lies.rpId ?? new URL(origin).hostname), Buffer.from([said]), counted])
  }
  const answer = (response: Readonly<Record<string, Buffer | string>>) =>
    JSON.stringify({
      id: text(id),
      rawId: text(id),
      type: 'public-key',
      clientExtensionResults: {},
      response: texts(response),
    })
  return {
    make: (options, lies = {}) => {
      const { challenge, user: of } = JSON.parse(options)
      user = of.id
      const key = coseKey(Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url'))
      const credential = [Buffer.alloc(16), Buffer.from([0, id.length]), id, key]
      const data = Buffer.concat([authData(present | verified | attested, lies), ...credential])
      return answer({
        clientDataJSON: clientData('webauthn.create', challenge, lies),
        attestationObject: lies.isVouched ? vouched(data) : attestationObject(data),
      })
    },
    show: (options, lies = {}) => {
      const clientDataJSON = clientData('webauthn.get', JSON.parse(options).challenge, lies)
      const authenticatorData = authData(present | verified, lies)
      const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(clientDataJSON)]), privateKey)
      return answer({ clientDataJSON, authenticatorData, signature, userHandle: user })
    },
  }
}

/** What a page has an authenticator asked. */
export const optionsIn = (page: string): string =>
  (/data-options="([^"]*)"/.exec(page)?.[1] ?? '').replaceAll('&quot;', '"').replaceAll('&amp;', '&')

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest()

const text = (bytes: Buffer): string => bytes.toString('base64url')

const texts = (response: Readonly<Record<string, Buffer | string>>) =>
  Object.fromEntries(
    Object.entries(response).map(([name, part]) => [name, typeof part === 'string' ? part : text(part)]),
  )

/** CBOR (RFC 8949) of a COSE_Key (RFC 9053 section 7.1.1): EC2, ES256, P-256. */
const coseKey = (x: Buffer, y: Buffer): Buffer =>
  Buffer.concat([Buffer.from('a5010203262001215820', 'hex'), x, Buffer.from('225820', 'hex'), y])

/** CBOR of `{ fmt: 'none', attStmt: {}, authData }`. */
const attestationObject = (authData: Buffer): Buffer => attestation('none', Buffer.from([0xa0]), authData)

/** The same of `packed`, with `{ x5c: [h'00'] }`. */
const vouched = (authData: Buffer): Buffer =>
  attestation('packed', Buffer.from(`a1${item('x5c').toString('hex')}814100`, 'hex'), authData)

const attestation = (format: string, statement: Buffer, authData: Buffer): Buffer => {
  const length = Buffer.from([0x59, authData.length >> 8, authData.length & 255])
  const named = [item('fmt'), item(format), item('attStmt'), statement, item('authData')]
  return Buffer.concat([Buffer.from([0xa3]), ...named, length, authData])
}

/** A text of less than 24 bytes. */
const item = (name: string): Buffer => Buffer.concat([Buffer.from([0x60 + name.length]), Buffer.from(name)])
