import { createCipheriv, createDecipheriv, hkdfSync, type KeyObject, randomBytes } from 'node:crypto'
import { lengthPrefixed } from '../protect/length-prefixed.ts'
import type { FileKey } from './file-keys.ts'
import { isDigest } from './file-name.ts'
import { fileDamaged } from './file-problems.ts'

/** What a store keeps of a file beside its parts. */
export interface FileRecord {
  readonly digest: string
  readonly size: number
  readonly kind: string
  /** Bytes of each, in their order. */
  readonly parts: readonly number[]
}

/** A record as it lies there. Of a sealed file only its key may be seen, wrapped. */
export interface KeptRecord {
  readonly version: 1
  readonly wrapped?: string
  readonly sealed?: string
  readonly file?: FileRecord
}

export interface RecordPlace {
  /** The file's name in the store: moved to another it does not open. */
  readonly name: string
  /** The upload that brought its parts. */
  readonly upload: string
}

/** 20,000 parts of seven digits, sealed. */
export const recordBytesMax = 2 ** 18

export const recordBytes = (place: RecordPlace, file: FileRecord, key: FileKey | null): Buffer => {
  const kept: KeptRecord = key
    ? { version: 1, wrapped: key.wrapped, sealed: seal(key, place, JSON.stringify(file)) }
    : { version: 1, file }
  return Buffer.from(JSON.stringify(kept))
}

/** What lies there, not yet opened. Throws `internal` for what is no record. */
export const keptRecord = (bytes: Buffer): KeptRecord => {
  const kept = parsed(bytes.toString()) as Partial<KeptRecord> | null
  if (kept?.version !== 1) throw fileDamaged('A record of a file cannot be read.')
  return kept as KeptRecord
}

/** The record of a file, with its key where it is sealed. Throws `internal` where it is not as it was written. */
export const openRecord = (place: RecordPlace, kept: KeptRecord, key: FileKey | null): FileRecord => {
  const file = key ? parsed(open(key, place, kept.sealed ?? '')) : kept.file
  if (!isRecord(file)) throw fileDamaged('A record of a file does not say what it has to.')
  return file
}

const isRecord = (found: unknown): found is FileRecord => {
  const { digest, size, kind, parts } = (found ?? {}) as Partial<FileRecord>
  return (
    typeof digest === 'string' &&
    isDigest(digest) &&
    typeof kind === 'string' &&
    Array.isArray(parts) &&
    parts.every((bytes) => Number.isSafeInteger(bytes) && bytes > 0) &&
    parts.reduce((sum, bytes) => sum + bytes, 0) === size
  )
}

const nonceBytes = 12
const tagBytes = 16

/** AES-256-GCM under a key of its own, from the file's; bound to the name, the upload and the wrapped key. */
const seal = (key: FileKey, place: RecordPlace, text: string): string => {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', recordKey(key.key), nonce).setAAD(bound(key, place))
  return Buffer.concat([nonce, cipher.update(text), cipher.final(), cipher.getAuthTag()]).toString('base64url')
}

const open = (key: FileKey, place: RecordPlace, sealed: string): string => {
  const bytes = Buffer.from(sealed, 'base64url')
  try {
    const nonce = bytes.subarray(0, nonceBytes)
    const decipher = createDecipheriv('aes-256-gcm', recordKey(key.key), nonce, { authTagLength: tagBytes })
    decipher.setAAD(bound(key, place)).setAuthTag(bytes.subarray(-tagBytes))
    return decipher.update(bytes.subarray(nonceBytes, -tagBytes), undefined, 'utf8') + decipher.final('utf8')
  } catch {
    throw fileDamaged('A sealed record of a file does not open.')
  }
}

const recordKey = (key: KeyObject): Buffer => Buffer.from(hkdfSync('sha256', key, '', 'charter file record', 32))

const bound = ({ wrapped }: FileKey, { name, upload }: RecordPlace): Buffer => lengthPrefixed([name, upload, wrapped])

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
