/** Signed notes and the keys that sign them (C2SP signed-note), read and verified by this browser. */

/** The signed text and its signatures; null where it is no signed note. */
export const readNote = (note) => {
  const split = note.lastIndexOf('\n\n')
  if (split < 0 || !note.endsWith('\n')) return null
  const signatures = note
    .slice(split + 2, -1)
    .split('\n')
    .map((line) => /^— ([^\s+]+) ([A-Za-z0-9+/]+={0,2})$/u.exec(line))
  if (signatures.some((match) => match === null)) return null
  return {
    text: note.slice(0, split + 1),
    signatures: signatures.map(([, name, text]) => ({ name, bytes: bytesOf(text) })),
  }
}

/** Origin, size and root of a checkpoint (C2SP tlog-checkpoint); null where the text is none. */
export const readCheckpoint = (text) => {
  const [origin, size, root, end, ...more] = text.split('\n')
  if (!origin || end !== '' || more.length > 0 || String(Number(size)) !== size) return null
  return { origin, size: Number(size), root }
}

/** A key as a person was given it, `name+id+base64`; null where it is none, or its id is not its own. */
export const readKey = async (text) => {
  const [, name, id, material] = /^([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]+={0,2})$/u.exec(text.trim()) ?? []
  if (name === undefined) return null
  const bytes = bytesOf(material)
  const [type, key] = [bytes[0], bytes.slice(1)]
  if (type !== 1 && type !== 2) return null
  const named = type === 1 ? joined(utf8(`${name}\n`), [1], key) : key
  return hex((await sha256(named)).slice(0, 4)) === id ? { name, id, type, key, text: material } : null
}

/** Why a note is not this key's; null where it is. */
export const whyUnsigned = async ({ text, signatures }, key) => {
  const own = signatures.filter(({ name, bytes }) => name === key.name && hex(bytes.slice(0, 4)) === key.id)
  if (own.length === 0) return `No signature of ${key.name}+${key.id} stands under it.`
  for (const { bytes } of own)
    if (!(await isSignature(key, bytes.slice(4), utf8(text)))) return 'The signature does not verify.'
  return null
}

const isSignature = async ({ type, key }, signature, message) => {
  try {
    if (type === 1) {
      const imported = await crypto.subtle.importKey('raw', key, 'Ed25519', false, ['verify'])
      return await crypto.subtle.verify('Ed25519', imported, signature, message)
    }
    const p256 = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
    const imported = await crypto.subtle.importKey('spki', key, p256, false, ['verify'])
    const fixed = fixedOf(signature)
    return fixed !== null && (await crypto.subtle.verify(p256, imported, fixed, message))
  } catch (error) {
    if (error.name === 'NotSupportedError')
      throw new Error('This browser cannot verify such signatures. Take a newer one, or the Python verifier.')
    return false
  }
}

/** The two numbers of an ECDSA signature in DER (RFC 3279 section 2.2.3), 32 bytes each, as WebCrypto takes them. */
const fixedOf = (der) => {
  const fixed = new Uint8Array(64)
  let at = 2
  for (const end of [32, 64]) {
    const length = der[at + 1] ?? 0
    const number = der.slice(at + 2, at + 2 + length)
    const significant = number.slice(number.findIndex((byte) => byte !== 0))
    if (der[at] !== 2 || significant.length > 32) return null
    fixed.set(significant, end - significant.length)
    at += 2 + length
  }
  return at === der.length ? fixed : null
}

export const sha256 = async (bytes) => {
  // Browsers give cryptography to pages of a secure context alone (W3C Secure Contexts).
  if (!isSecureContext) throw new Error('Open this page over HTTPS: over plain HTTP a browser computes no hashes.')
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
}

export const utf8 = (text) => new TextEncoder().encode(text)

export const joined = (...parts) => {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}

export const base64 = (bytes) => btoa(String.fromCharCode(...bytes))

/** Empty where the text is not base64. */
export const bytesOf = (text) => {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    return new Uint8Array()
  }
}

const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
