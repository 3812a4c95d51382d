import { createPublicKey, hash, type KeyObject } from 'node:crypto'
import { verifyWith } from '../settings/key-file.ts'
import { canonicalJson } from '../values/canonical-json.ts'

/** How far a replica's log goes: the last sequence that is sealed, and the hash of all through it. */
export interface LogPlace {
  readonly through: number
  readonly head: string
}

/** Before the first line. */
export const logStart: LogPlace = { through: 0, head: '' }

/** The hash of lines that go on from what another hash stands for. */
export const chainOf = (head: string, lines: readonly string[]): string =>
  hash('sha256', [head, ...lines].join('\n'), 'hex')

/** The first line of a log. */
export interface LogHeader {
  readonly replica: string
  readonly epoch: number
  /** Of the replica, as it gave it: a JSON Web Key. */
  readonly key: Readonly<Record<string, string>>
}

export type LineRead =
  | { readonly kind: 'header'; readonly header: LogHeader }
  | { readonly kind: 'entry' }
  /** Entries under this seal, as canonical JSON; the last of them has the sequence of `SealReader.place`. */
  | { readonly kind: 'seal'; readonly entries: readonly string[] }
  | { readonly kind: 'fault'; readonly sentence: string }

/** Reads a replica's log line by line, and believes what is sealed. Not to be asked on after a fault. */
export interface SealReader {
  /** Through the last seal that holds. */
  readonly place: LogPlace
  /** Entries read since. */
  readonly unsealed: number
  /** The next line, without its newline. */
  read(line: string): LineRead
}

/** `key`: verifies the seals; null: the one in the log's first line, which its writer chose. `from`: where an earlier reader came to. */
export const sealReader = (key: KeyObject | null, from: LogPlace = logStart): SealReader => {
  let sealKey = key
  let place = from
  /** The hash that the next seal goes on from: of the first line, until something is sealed. */
  let head = from.head
  let lines: string[] = []
  let entries: string[] = []

  const readHeader = (line: string): LineRead => {
    const header = headerIn(line)
    if (!header) return fault('The first line must name the log and its key.')
    sealKey ??= publicKeyOf(header.key)
    if (!sealKey) return fault('The key in the first line is not one: it was altered.')
    head = chainOf('', [line])
    return { kind: 'header', header }
  }

  const readEntry = (line: string): LineRead => {
    const end = `,"sequence":${place.through + entries.length + 1}}`
    if (!line.endsWith(end)) return fault(`Entry ${place.through + entries.length + 1} was expected here.`)
    lines.push(line)
    entries.push(line.slice(entryStart.length, -end.length))
    return { kind: 'entry' }
  }

  const readSeal = (line: string): LineRead => {
    const signed = sealIn(line)
    if (typeof signed === 'string') return fault(signed)
    const next = { through: place.through + entries.length, head: chainOf(head, lines) }
    if (signed.seal.head !== next.head || signed.seal.through !== next.through)
      return fault('The entries before this seal are not the ones that were sealed.')
    const signature = Buffer.from(signed.signature, 'base64url')
    // Only the canonical line counts: base64url has spare bits, and JSON has spaces, in which a byte could be changed unseen.
    const isCanonical = line === canonicalJson({ seal: signed.seal, signature: signature.toString('base64url') })
    if (!isCanonical || !sealKey || !verifyWith(sealKey, Buffer.from(canonicalJson(signed.seal)), signature))
      return fault('The signature of this seal does not verify.')
    const under = entries
    place = next
    head = next.head
    lines = []
    entries = []
    return { kind: 'seal', entries: under }
  }

  return {
    get place() {
      return place
    },
    get unsealed() {
      return entries.length
    },
    read: (line) => (head === '' ? readHeader(line) : line.startsWith(entryStart) ? readEntry(line) : readSeal(line)),
  }
}

const entryStart = '{"entry":'

const fault = (sentence: string): LineRead => ({ kind: 'fault', sentence })

/** The first line, read; null where it is none. */
export const headerIn = (line: string): LogHeader | null => {
  const value = objectIn(line)
  const { log, replica, epoch, key } = value ?? {}
  if (log !== 'charter-audit/1' || typeof replica !== 'string' || !Number.isSafeInteger(epoch)) return null
  if (typeof key !== 'object' || key === null) return null
  return { replica, epoch: epoch as number, key: key as LogHeader['key'] }
}

interface SignedSeal {
  readonly seal: { readonly through: number; readonly head: string; readonly at: string }
  readonly signature: string
}

const sealIn = (line: string): SignedSeal | string => {
  const value = objectIn(line)
  if (!value) return 'This line is not JSON: it was cut short or altered.'
  const { seal, signature } = value
  if (typeof seal !== 'object' || seal === null || typeof signature !== 'string') return noLine
  const { through, head, at } = seal as Readonly<Record<string, unknown>>
  if (typeof through !== 'number' || typeof head !== 'string' || typeof at !== 'string') return noLine
  return printable.test(at) ? { seal: { through, head, at }, signature } : noLine
}

const noLine = 'An entry or a seal was expected here.'
const printable = /^[\x20-\x7e]{1,40}$/

const objectIn = (line: string): Readonly<Record<string, unknown>> | null => {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : null
  } catch {
    return null
  }
}

const publicKeyOf = (key: LogHeader['key']): KeyObject | null => {
  try {
    return createPublicKey({ key, format: 'jwk' })
  } catch {
    return null
  }
}
