import { createPublicKey, hash, type KeyObject, sign, verify } from 'node:crypto'

/** A text with signatures below it (C2SP signed-note). */
export interface Note {
  /** Ends in a newline. */
  readonly text: string
  readonly signatures: readonly NoteSignature[]
}

export interface NoteSignature {
  readonly name: string
  readonly keyId: string
  readonly bytes: Buffer
}

/** A key that may sign notes, under a name without spaces and plus signs. Ed25519, or ECDSA P-256 in fips mode. */
export interface NoteKey {
  readonly name: string
  readonly publicKey: KeyObject
}

/** Signature types of signed-note: 0x01 is Ed25519 (RFC 8032), 0x02 ECDSA over SHA-256, in DER. */
const typeOf = (key: KeyObject): 1 | 2 => (key.asymmetricKeyType === 'ed25519' ? 1 : 2)

/** The note, signed. Throws a RangeError where the name cannot stand in a note. */
export const signNote = (text: string, name: string, privateKey: KeyObject): string => {
  if (!/^[^\s+]+$/u.test(name)) throw new RangeError(`A key's name has no spaces and no plus sign: ${name}`)
  const publicKey = createPublicKey(privateKey)
  const signature = sign(typeOf(publicKey) === 1 ? null : 'sha256', Buffer.from(text), privateKey)
  const line = Buffer.concat([Buffer.from(keyIdOf({ name, publicKey }), 'hex'), signature]).toString('base64')
  return `${text}\n— ${name} ${line}\n`
}

/** A signer whose key is looked at once. */
export const noteSigner = (name: string, privateKey: KeyObject): ((text: string) => string) => {
  const publicKey = createPublicKey(privateKey)
  signNote('', name, privateKey)
  const keyId = Buffer.from(keyIdOf({ name, publicKey }), 'hex')
  const digest = typeOf(publicKey) === 1 ? null : 'sha256'
  return (text) =>
    `${text}\n— ${name} ${Buffer.concat([keyId, sign(digest, Buffer.from(text), privateKey)]).toString('base64')}\n`
}

const signatureLine = /^— ([^\s+]+) ([A-Za-z0-9+/]+={0,2})$/u

/** Null where this is no signed note: only its one canonical spelling counts, so no byte can be changed unseen. */
export const readNote = (note: string): Note | null => {
  const split = note.lastIndexOf('\n\n')
  if (split < 0 || !note.endsWith('\n') || hasControl(note)) return null
  const signatures: NoteSignature[] = []
  for (const line of note.slice(split + 2, -1).split('\n')) {
    const [, name, text] = signatureLine.exec(line) ?? []
    if (name === undefined || text === undefined || signatures.length === signaturesMax) return null
    const bytes = Buffer.from(text, 'base64')
    if (bytes.length <= 4 || bytes.toString('base64') !== text) return null
    signatures.push({ name, keyId: bytes.toString('hex', 0, 4), bytes: bytes.subarray(4) })
  }
  return { text: note.slice(0, split + 1), signatures }
}

const signaturesMax = 64

const hasControl = (text: string): boolean => {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) < 32 && text[at] !== '\n') return true
  return false
}

/** Whether this key signed it. A signature of this key that does not verify makes the note worthless, as any other. */
export const isSignedBy = ({ text, signatures }: Note, key: NoteKey): boolean => {
  const own = signatures.filter(({ name, keyId }) => name === key.name && keyId === keyIdOf(key))
  const digest = typeOf(key.publicKey) === 1 ? null : 'sha256'
  return own.length > 0 && own.every(({ bytes }) => verify(digest, Buffer.from(text), key.publicKey, bytes))
}

const keyIds = new WeakMap<KeyObject, Map<string, string>>()

const keyIdOf = (key: NoteKey): string => {
  const names = keyIds.get(key.publicKey) ?? new Map<string, string>()
  keyIds.set(key.publicKey, names)
  const known = names.get(key.name)
  if (known !== undefined) return known
  const material = keyMaterial(key.publicKey)
  const named = Buffer.concat([Buffer.from(`${key.name}\n`), Buffer.from([1]), material])
  const id = hash('sha256', typeOf(key.publicKey) === 1 ? named : material, 'hex').slice(0, 8)
  names.set(key.name, id)
  return id
}

/** The 32 bytes of an Ed25519 key; SubjectPublicKeyInfo of an ECDSA key. */
const keyMaterial = (key: KeyObject): Buffer =>
  typeOf(key) === 1 ? ed25519Bytes(key) : key.export({ type: 'spki', format: 'der' })

/** The 32 bytes of an Ed25519 key (RFC 8032 section 5.1.5). */
export const ed25519Bytes = (key: KeyObject): Buffer => Buffer.from(key.export({ format: 'jwk' }).x ?? '', 'base64url')

/** The key as one line of text, `name+id+base64`, as note verifiers take it. */
export const noteKeyText = (key: NoteKey): string =>
  `${key.name}+${keyIdOf(key)}+${Buffer.concat([Buffer.from([typeOf(key.publicKey)]), keyMaterial(key.publicKey)]).toString('base64')}`

/** Null where the text is no such key, or its id is not that of the key. */
export const readNoteKey = (text: string): NoteKey | null => {
  const [, name, id, material] = /^([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]+={0,2})$/u.exec(text.trim()) ?? []
  if (name === undefined || material === undefined) return null
  const bytes = Buffer.from(material, 'base64')
  try {
    const key = { name, publicKey: bytes[0] === 1 ? ed25519Key(bytes.subarray(1)) : spkiKey(bytes.subarray(1)) }
    return keyIdOf(key) === id && typeOf(key.publicKey) === bytes[0] ? key : null
  } catch {
    return null
  }
}

const ed25519Key = (bytes: Buffer): KeyObject =>
  createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: bytes.toString('base64url') }, format: 'jwk' })

const spkiKey = (key: Buffer): KeyObject => createPublicKey({ key, format: 'der', type: 'spki' })
