import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import { cp, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openLedger, verifyLedger } from '@charter/ledger'
import { collectReplicaLog } from '@charter/ledger/collect'

/** What became of the record in a ledger. */
export interface LedgerFact {
  readonly origin: string
  /** Entries of the service's own log that it took. */
  readonly recorded: number
  /** Entries in its tree, with those about itself, and the root over them, base64. */
  readonly size: number
  readonly root: string
  /** Every hash and signature fits, by the key that the tour kept apart. */
  readonly isWhole: boolean
  /** A copy with one letter of one entry changed is refused, with this sentence. */
  readonly altered: string
}

const origin = 'tour.example/ledger'

/** Brings a service's signed log into a ledger, verifies that, and changes one letter in a copy. Rejects when that goes unseen. */
export const ledgerOf = async (
  within: string,
  log: { readonly file: string; readonly keyFile: string; readonly wanted: string },
): Promise<LedgerFact> => {
  const folder = join(within, 'ledger')
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const ledger = await openLedger({ folder, origin, key: privateKey })
  const { recorded, fault } = await collectReplicaLog({ ledger, file: log.file, keys: await keysOf(log) }).finally(() =>
    ledger.close(),
  )
  if (fault !== null) throw new Error(`The ledger did not take the service's log: ${fault}`)
  const key = { name: origin, publicKey }
  const { isWhole, size, root, faults } = await verifyLedger(folder, { key })
  if (!isWhole) throw new Error(`The ledger does not verify: ${faults[0]?.sentence}`)
  const copy = join(within, 'ledger-copy')
  await cp(folder, copy, { recursive: true })
  const index = await alter(join(copy, 'segments'), log.wanted)
  const altered = (await verifyLedger(copy, { key })).faults[0]?.sentence
  if (altered !== `Entry ${index} was altered.`)
    throw new Error(`Entry ${index} of a copy was altered, and the verdict was: ${altered ?? 'whole'}`)
  return { origin, recorded, size, root, isWhole, altered }
}

/** The log's own first line says which replica wrote it; the key is that of the service's folder. */
const keysOf = async ({ file, keyFile }: { readonly file: string; readonly keyFile: string }) => {
  const [header = ''] = (await readFile(file, 'utf8')).split('\n')
  const { replica } = JSON.parse(header) as { replica: string }
  return new Map([[replica, createPublicKey(await readFile(keyFile, 'utf8'))]])
}

/** Changes one letter of the entry that holds `wanted`; its index. */
const alter = async (segments: string, wanted: string): Promise<number> => {
  const [name = ''] = await readdir(segments)
  const file = join(segments, name)
  const lines = (await readFile(file, 'utf8')).split('\n')
  const at = lines.findIndex((line) => line.includes(wanted))
  lines[at] = (lines[at] ?? '').replace('"outcome":"forbidden"', '"outcome":"forbiddem"')
  await writeFile(file, lines.join('\n'))
  return lines.slice(0, at).filter((line) => !line.startsWith('{"checkpoint"')).length
}
