import { createPublicKey, hash, type KeyObject } from 'node:crypto'
import { type FileHandle, mkdir, open, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { canonicalJson } from '../canonical-json.ts'
import { signWith, verifyWith } from './key-file.ts'

/**
 * One replica's own audit log: canonical JSON lines (RFC 8785), each group commit closed by a line that holds the
 * SHA-256 of all before it and is signed with Ed25519 (ECDSA P-256 where the charter says `crypto: fips`). Altering, dropping or reordering a sealed line breaks the seal.
 */
export interface ReplicaLog {
  readonly file: string
  /** Entries as canonical JSON. On disk when it resolves. Rejects when the disk does not take it; nothing is then counted as written. */
  append(entries: readonly string[]): Promise<void>
  close(): Promise<void>
}

export interface ReplicaLogOptions {
  readonly folder: string
  readonly replica: string
  /** Private key, Ed25519 or ECDSA P-256. */
  readonly key: KeyObject
  readonly now: () => string
}

/** Starts a new epoch file; earlier ones stay as they are. */
export const openReplicaLog = async ({ folder, replica, key, now }: ReplicaLogOptions): Promise<ReplicaLog> => {
  await mkdir(folder, { recursive: true })
  const epoch = (await lastEpoch(folder, replica)) + 1
  const file = join(folder, `${replica}.${String(epoch).padStart(6, '0')}.log`)
  const handle = await open(file, 'ax', 0o600)
  const publicKey = createPublicKey(key).export({ format: 'jwk' })
  const header = canonicalJson({
    log: 'charter-audit/1',
    replica,
    epoch,
    openedAt: now(),
    key: {
      crv: publicKey.crv ?? '',
      kty: publicKey.kty ?? '',
      x: publicKey.x ?? '',
      ...(publicKey.y !== undefined && { y: publicKey.y }),
    },
  })
  let head = chain('', [header])
  let sequence = 0
  const write = writerOf(handle)
  await write([header])
  return {
    file,
    append: async (entries) => {
      if (entries.length === 0) return
      const lines = entries.map((entry, at) => `{"entry":${entry},"sequence":${sequence + at + 1}}`)
      const next = chain(head, lines)
      const through = sequence + entries.length
      const seal = { through, head: next, at: now() }
      const signature = signWith(key, Buffer.from(canonicalJson(seal))).toString('base64url')
      await write([...lines, canonicalJson({ seal, signature })])
      head = next
      sequence = through
    },
    close: () => handle.close(),
  }
}

/** The highest number taken; files may have been moved away since. */
const lastEpoch = async (folder: string, replica: string): Promise<number> => {
  const numbers = (await readdir(folder)).map((name) =>
    name.startsWith(`${replica}.`) ? Number.parseInt(name.slice(replica.length + 1), 10) : 0,
  )
  return Math.max(0, ...numbers.filter(Number.isFinite))
}

/** A disk that fills takes part of a write: that part is cut off before anything else is written. */
const writerOf = (handle: FileHandle): ((lines: readonly string[]) => Promise<void>) => {
  let bytes = 0
  let isCut = false
  return async (lines) => {
    const text = Buffer.from(`${lines.join('\n')}\n`)
    if (isCut) await handle.truncate(bytes)
    isCut = true
    await handle.appendFile(text)
    await handle.datasync()
    bytes += text.length
    isCut = false
  }
}

const chain = (head: string, lines: readonly string[]): string => hash('sha256', [head, ...lines].join('\n'), 'hex')

export interface LogVerdict {
  readonly isWhole: boolean
  readonly entries: number
  /** Entries after the last seal: written, but not yet signed for (a crash between the two). */
  readonly unsealed: number
  /** First line (from 1) that does not fit, and why. */
  readonly fault?: { readonly line: number; readonly sentence: string }
}

/** Checks a replica log offline: chain, sequence, signatures. `key` overrides the one in the file, which its writer chose. */
export const verifyReplicaLog = async (file: string, key?: KeyObject): Promise<LogVerdict> => {
  const lines = (await readFile(file, 'utf8')).split('\n')
  if (lines.pop() !== '')
    return {
      isWhole: false,
      entries: 0,
      unsealed: 0,
      fault: { line: lines.length + 1, sentence: 'The last line was cut short.' },
    }
  const state: Verifying = { head: '', since: [], entries: 0, sealed: 0, key: key ?? null }
  for (const [at, line] of lines.entries()) {
    const sentence = verifyLine(state, line, at === 0)
    if (sentence)
      return {
        isWhole: false,
        entries: state.entries,
        unsealed: state.entries - state.sealed,
        fault: { line: at + 1, sentence },
      }
  }
  return { isWhole: true, entries: state.entries, unsealed: state.entries - state.sealed }
}

interface Verifying {
  head: string
  /** Lines since the last seal. */
  since: string[]
  entries: number
  sealed: number
  key: KeyObject | null
}

const publicKeyOf = (key: Record<string, string>): KeyObject | null => {
  try {
    return createPublicKey({ key, format: 'jwk' })
  } catch {
    return null
  }
}

const verifyLine = (state: Verifying, line: string, isFirst: boolean): string | null => {
  let value: {
    key?: Record<string, string>
    sequence?: number
    seal?: { through: number; head: string; at: string }
    signature?: string
  }
  try {
    value = JSON.parse(line)
  } catch {
    return 'This line is not JSON: it was cut short or altered.'
  }
  if (isFirst) {
    if (!value.key) return 'The first line must name the log and its key.'
    state.key ??= publicKeyOf(value.key)
    state.head = chain('', [line])
    return state.key ? null : 'The key in the first line is not one: it was altered.'
  }
  if (!value.seal) {
    if (value.sequence !== state.entries + 1) return `Entry ${state.entries + 1} was expected here.`
    state.entries++
    state.since.push(line)
    return null
  }
  state.head = chain(state.head, state.since)
  state.since = []
  if (value.seal.head !== state.head || value.seal.through !== state.entries)
    return 'The entries before this seal are not the ones that were sealed.'
  const signature = Buffer.from(value.signature ?? '', 'base64url')
  // Only the canonical line counts: base64url has spare bits, and JSON has spaces, in which a byte could be changed unseen.
  const isCanonical = line === canonicalJson({ seal: value.seal, signature: signature.toString('base64url') })
  const isSigned =
    isCanonical && state.key !== null && verifyWith(state.key, Buffer.from(canonicalJson(value.seal)), signature)
  state.sealed = state.entries
  return isSigned ? null : 'The signature of this seal does not verify.'
}
