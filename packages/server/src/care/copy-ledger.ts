import { existsSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import { rebuildTiles, verifyLedger } from '@charter/ledger'
import { privateFolder } from '@charter/runtime/service'
import { CareFault } from './care-fault.ts'
import { copyFile, type FileProof, proofOf } from './copy-file.ts'

/** What a ledger comes to, which its copy has to come to as well. */
export interface LedgerProof {
  readonly origin: string
  readonly entries: number
  /** Of the tree over them, base64 (RFC 9162). */
  readonly root: string
}

const folder = 'ledger'
/** What stays as it is once it is there: whole tiles of leaves, which may be all that is left of an entry (docs/ledger.md). */
const settled = /^(?:ledger\.yaml|keys\/[\w.-]+\.pub\.pem|tile\/0\/(?:x\d{3}\/)*\d{3})$/
const segment = /^segments\/\d{15,}\.\d{6,}\.ndjson$/
/** Personal values are forgotten at any time. */
const personal = /^vault\/(?:index-key|[0-9a-f]{2}\/[0-9a-f]{64})$/

/**
 * Copies the ledger of a platform, whoever writes into it meanwhile: what it published, then what that stands on, of each segment as far as it
 * is signed. Tiles are made anew of that. Its private key is with the other keys; leases, searches and places of replicas are made anew by who
 * opens it.
 */
export const copyLedger = async (from: string, to: string): Promise<ReadonlyMap<string, FileProof>> => {
  const [there, here] = [join(from, folder), join(to, folder)]
  await copyFile(join(there, 'checkpoint'), join(here, 'checkpoint'))
  for (const path of await filesIn(there)) {
    if (settled.test(path)) await copyFile(join(there, path), join(here, path))
    if (segment.test(path)) await copySigned(join(there, path), join(here, path))
    if (personal.test(path)) await copyFile(join(there, path), join(here, path)).catch(unlessGone(join(there, path)))
  }
  await rebuildTiles(here)
  const proofs = new Map<string, FileProof>()
  for (const path of await filesIn(here)) proofs.set(`${folder}/${path}`, await proofOf(join(here, path)))
  return proofs
}

const filesIn = async (ledger: string): Promise<readonly string[]> =>
  (await readdir(ledger, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(ledger.length + 1))
    .map((path) => path.replaceAll(sep, '/'))
    .sort()

/** Through the line of its last checkpoint: what is after it is being written. */
const copySigned = async (from: string, to: string): Promise<void> => {
  const bytes = await readFile(from)
  const last = bytes.lastIndexOf('\n{"checkpoint":')
  const end = bytes.indexOf('\n', last + 1)
  if (last === -1 || end === -1) return
  privateFolder(dirname(to))
  await writeFile(to, bytes.subarray(0, end + 1), { flag: 'wx', mode: 0o600, flush: true })
}

const unlessGone =
  (file: string) =>
  (error: unknown): void => {
    if (existsSync(file)) throw error
  }

/** What the ledger of a platform's folder comes to, every entry of it read again. Rejects with a CareFault that names what is wrong. */
export const proveLedger = async (platform: string): Promise<LedgerProof> => {
  const { isWhole, origin, size: entries, root, faults } = await verifyLedger(join(platform, folder))
  const [fault] = faults
  if (!isWhole)
    throw new CareFault(
      `${join(platform, folder, fault?.where ?? '')}: ${fault?.sentence ?? 'The ledger is not whole.'}`,
    )
  return { origin, entries, root }
}
