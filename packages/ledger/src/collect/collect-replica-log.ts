import type { KeyObject } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { verifyReplicaLog } from '@charter/runtime/service'
import type { SourceRecord } from '../disk/entry-line.ts'
import type { PersonalVault } from '../personal/vault.ts'
import type { Ledger } from '../writer/open-ledger.ts'

export interface CollectOptions {
  readonly ledger: Ledger
  /** A replica's log of one epoch, or a copy; it may still be written. */
  readonly file: string
  /** Public keys of the replicas, by their names. */
  readonly keys: ReadonlyMap<string, KeyObject>
  /** Members of entries that enter as commitments, as dotted paths, and where their values are kept. */
  readonly personal?: { readonly paths: readonly string[]; readonly vault: PersonalVault }
}

export interface Collected {
  readonly replica: string
  readonly epoch: number
  /** Entries that are new to the ledger. */
  readonly recorded: number
  /** Entries it held already. */
  readonly held: number
  /** Why what follows was not taken; null where all that is sealed was. */
  readonly fault: string | null
}

/** Entries on their way at once. */
const chunk = 1000

/**
 * Brings a replica's signed log into the ledger: what is sealed with that replica's own key, once each, however often it is
 * collected. A log under another name, or sealed with another key, or changed, raises `forged-replica`; what was sealed
 * before the fault is taken. Rejects with what `Ledger.append` rejects with.
 */
export const collectReplicaLog = async ({ ledger, file, keys, personal }: CollectOptions): Promise<Collected> => {
  const text = wholeLines(await readFile(file, 'utf8'))
  const [header = '', ...lines] = text.split('\n')
  const { replica, epoch } = named(header)
  const refuse = (sentence: string): Collected => {
    ledger.raise('forged-replica', sentence, { replica, epoch })
    return { replica, epoch, recorded: 0, held: 0, fault: sentence }
  }
  const key = keys.get(replica)
  if (!key) return refuse(`A log came under the name ${replica || '(none)'}, which is no replica of this ledger.`)
  const verdict = await verifyText(text, key)
  const sealed = sealedEntries(lines, verdict.fault ? verdict.fault.line - 2 : lines.length)
  let recorded = 0
  for (let at = 0; at < sealed.length; at += chunk) {
    const records = await Promise.all(
      sealed.slice(at, at + chunk).map(async (line): Promise<SourceRecord> => {
        const { entry, sequence } = entryIn(line)
        return {
          replica,
          epoch,
          sequence,
          entry: personal ? await personal.vault.commitIn(entry, personal.paths) : entry,
        }
      }),
    )
    const receipts = await Promise.all(records.map((record) => ledger.append(record)))
    recorded += receipts.filter(({ index }) => index !== null).length
  }
  const held = sealed.length - recorded
  if (!verdict.fault) return { replica, epoch, recorded, held, fault: null }
  const sentence = `The log of ${replica}, epoch ${epoch}, is not as that replica sealed it from line ${verdict.fault.line} on: ${verdict.fault.sentence}`
  return { ...refuse(sentence), recorded, held }
}

/** Up to the last newline: what is after it is being written. */
const wholeLines = (text: string): string => text.slice(0, text.lastIndexOf('\n') + 1)

const named = (header: string): { readonly replica: string; readonly epoch: number } => {
  try {
    const { replica, epoch } = JSON.parse(header) as { replica?: unknown; epoch?: unknown }
    return { replica: typeof replica === 'string' ? replica : '', epoch: typeof epoch === 'number' ? epoch : 0 }
  } catch {
    return { replica: '', epoch: 0 }
  }
}

/** In a copy of our own: what is verified is then what is taken, whoever writes to the file meanwhile. */
const verifyText = async (text: string, key: KeyObject): Promise<Awaited<ReturnType<typeof verifyReplicaLog>>> => {
  const folder = await mkdtemp(join(tmpdir(), 'charter-collect-'))
  try {
    const copy = join(folder, 'log')
    await writeFile(copy, text, { mode: 0o600 })
    return await verifyReplicaLog(copy, key)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const entryStart = '{"entry":'

/** The entries under the last seal among the first `count` lines after the header. */
const sealedEntries = (lines: readonly string[], count: number): readonly string[] => {
  const good = lines.slice(0, Math.max(0, count))
  const lastSeal = good.findLastIndex((line) => !line.startsWith(entryStart) && line !== '')
  return good.slice(0, Math.max(0, lastSeal)).filter((line) => line.startsWith(entryStart))
}

/** The entry's text as the replica wrote it, between what the log put around it. */
const entryIn = (line: string): { readonly entry: string; readonly sequence: number } => {
  const end = line.lastIndexOf(',"sequence":')
  return { entry: line.slice(entryStart.length, end), sequence: Number(line.slice(end + 12, -1)) }
}
