import { createPublicKey, type KeyObject } from 'node:crypto'
import { type FileHandle, open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { signWith } from '../settings/key-file.ts'
import { privateFolder } from '../settings/private-files.ts'
import { canonicalJson } from '../values/canonical-json.ts'
import { shippableEntry } from './recorded-text.ts'
import { chainOf, type LogPlace } from './seal-reader.ts'
import { type LogKeys, sealLines } from './sealed-log.ts'

/**
 * One replica's own audit log: canonical JSON lines (RFC 8785), each group commit closed by a line that holds the
 * SHA-256 of all before it and is signed with Ed25519 (ECDSA P-256 where the charter says `crypto: fips`). Altering, dropping or reordering a sealed line breaks the seal.
 */
export interface ReplicaLog {
  readonly file: string
  readonly epoch: number
  /** Of the file, on disk: what is after them is being written, and may be taken back. */
  readonly bytes: number
  /** Entries as canonical JSON. On disk when it resolves. Rejects when the disk does not take it, or the key cannot be had that seals it; nothing is then counted as written. */
  append(entries: readonly string[]): Promise<void>
  close(): Promise<void>
}

export interface ReplicaLogOptions {
  readonly folder: string
  readonly replica: string
  /** Private key, Ed25519 or ECDSA P-256. */
  readonly key: KeyObject
  readonly now: () => string
  /** What seals its lines at rest; null, or left out: they lie there as they are. */
  readonly keys?: LogKeys | null
}

/**
 * Starts a new epoch file, its first line sealed; earlier ones stay as they are. The first line and its seal name the log and its key, no
 * more, and are never sealed at rest: a key service that is down keeps no log from being begun.
 */
export const openReplicaLog = async ({
  folder,
  replica,
  key,
  now,
  keys = null,
}: ReplicaLogOptions): Promise<ReplicaLog> => {
  privateFolder(folder)
  const epoch = ((await epochsIn(folder, replica)).at(-1) ?? 0) + 1
  const file = logFile(folder, replica, epoch)
  const handle = await open(file, 'ax', 0o600)
  const disk = writerOf(handle)
  const sealed = (place: LogPlace, lines: readonly string[]): readonly string[] => {
    const seal = { ...place, at: now() }
    const signature = signWith(key, Buffer.from(canonicalJson(seal))).toString('base64url')
    return [...lines, canonicalJson({ seal, signature })]
  }
  let place: LogPlace
  try {
    const header = headerLine({ replica, epoch, key, openedAt: now() })
    place = { through: 0, head: chainOf(chainOf('', [header]), []) }
    await disk.write(sealed(place, [header]))
  } catch (error) {
    // A number that no log has would be missed by who collects them.
    await handle.close()
    await rm(file, { force: true })
    throw error
  }
  return {
    file,
    epoch,
    get bytes() {
      return disk.bytes
    },
    append: async (entries) => {
      if (entries.length === 0) return
      let next = place
      const written: string[] = []
      for (const group of groupsOf(entries.map(shippableEntry))) {
        const lines = group.map((entry, at) => `{"entry":${entry},"sequence":${next.through + at + 1}}`)
        next = { through: next.through + group.length, head: chainOf(next.head, lines) }
        const whole = sealed(next, lines)
        written.push(...(keys ? [await sealLines(keys, { replica, epoch }, whole)] : whole))
      }
      await disk.write(written)
      place = next
    },
    close: () => handle.close(),
  }
}

const headerLine = ({
  replica,
  epoch,
  key,
  openedAt,
}: Pick<ReplicaLogOptions, 'replica' | 'key'> & { readonly epoch: number; readonly openedAt: string }): string => {
  const { crv = '', kty = '', x = '', y } = createPublicKey(key).export({ format: 'jwk' })
  return canonicalJson({
    log: 'charter-audit/1',
    replica,
    epoch,
    openedAt,
    key: { crv, kty, x, ...(y !== undefined && { y }) },
  })
}

export const logFile = (folder: string, replica: string, epoch: number): string =>
  join(folder, `${replica}.${String(epoch).padStart(6, '0')}.log`)

/** Epochs of a replica whose files are there, in order; some may have been moved away. */
export const epochsIn = async (folder: string, replica: string): Promise<readonly number[]> =>
  (await readdir(folder))
    .flatMap((name) => (name.startsWith(`${replica}.`) ? numberIn(name.slice(replica.length + 1)) : []))
    .sort((a, b) => a - b)

const numberIn = (name: string): readonly number[] => {
  const digits = /^(\d{6,15})\.log$/.exec(name)?.[1]
  return digits === undefined ? [] : [Number(digits)]
}

/** What one seal closes: little enough to be sent in one piece (ship/). */
const groupBytesMax = 2 ** 18

const groupsOf = (entries: readonly string[]): readonly (readonly string[])[] => {
  const groups: string[][] = []
  let bytes = Number.POSITIVE_INFINITY
  for (const entry of entries) {
    bytes += entry.length
    if (bytes > groupBytesMax) {
      groups.push([])
      bytes = entry.length
    }
    groups.at(-1)?.push(entry)
  }
  return groups
}

interface LogDisk {
  readonly bytes: number
  write(lines: readonly string[]): Promise<void>
}

/** A disk that fills takes part of a write: that part is cut off before anything else is written. */
const writerOf = (handle: FileHandle): LogDisk => {
  let bytes = 0
  let isCut = false
  return {
    get bytes() {
      return bytes
    },
    write: async (lines) => {
      const text = Buffer.from(`${lines.join('\n')}\n`)
      if (isCut) await handle.truncate(bytes)
      isCut = true
      await handle.appendFile(text)
      await handle.datasync()
      bytes += text.length
      isCut = false
    },
  }
}
