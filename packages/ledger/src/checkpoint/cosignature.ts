import { createPublicKey, hash, type KeyObject, sign, verify } from 'node:crypto'
import { ed25519Bytes, type NoteKey, readNote } from './note.ts'

/** Signature type of `cosignature/v1` (C2SP tlog-cosignature): Ed25519 over the checkpoint and a time. */
const type = 4

/**
 * A line that a witness adds below a checkpoint: it saw it then, and it went on from all that it had seen of that log before
 * (C2SP tlog-cosignature). Null where the key is not Ed25519: no other is defined for it.
 */
export const cosignatureLine = (
  note: string,
  { name, key, nowMs }: { readonly name: string; readonly key: KeyObject; readonly nowMs: number },
): string | null => {
  const publicKey = createPublicKey(key)
  const read = readNote(note)
  if (!read || publicKey.asymmetricKeyType !== 'ed25519') return null
  const seconds = Math.floor(nowMs / 1000)
  const time = Buffer.alloc(8)
  time.writeBigUInt64BE(BigInt(seconds))
  const bytes = Buffer.concat([keyIdOf({ name, publicKey }), time, sign(null, message(read.text, seconds), key)])
  return `— ${name} ${bytes.toString('base64')}\n`
}

/** When a witness says it saw a checkpoint, in seconds since 1970; null where it did not sign it, or a signature of it does not verify. */
export const cosignedAt = (note: string, key: NoteKey): number | null => {
  const read = readNote(note)
  const id = keyIdOf(key).toString('hex')
  const own = read?.signatures.filter(({ name, keyId }) => name === key.name && keyId === id) ?? []
  let seconds: number | null = null
  for (const { bytes } of own) {
    if (bytes.length !== 72) return null
    seconds = Number(bytes.readBigUInt64BE(0))
    if (!verify(null, message(read?.text ?? '', seconds), key.publicKey, bytes.subarray(8))) return null
  }
  return seconds
}

const message = (text: string, seconds: number): Buffer => Buffer.from(`cosignature/v1\ntime ${seconds}\n${text}`)

const keyIdOf = ({ name, publicKey }: NoteKey): Buffer => {
  return hash(
    'sha256',
    Buffer.concat([Buffer.from(`${name}\n`), Buffer.from([type]), ed25519Bytes(publicKey)]),
    'buffer',
  ).subarray(0, 4)
}
