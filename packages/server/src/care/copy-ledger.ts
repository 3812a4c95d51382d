import { readdir } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { verifyLedger } from '@charter/ledger'
import { CareFault } from './care-fault.ts'
import { copyFile, type FileProof } from './copy-file.ts'

/** What a ledger comes to, which its copy has to come to as well. */
export interface LedgerProof {
  readonly origin: string
  readonly entries: number
  /** Of the tree over them, base64 (RFC 9162). */
  readonly root: string
}

const folder = 'ledger'
/** Its private key is with the other keys; leases, searches and places of replicas are made anew (docs/ledger.md). */
const copied = /^(?:ledger\.yaml|keys\/[\w.-]+\.pub\.pem|(?:segments|tile|vault)\/.+)$/

/** Copies the ledger of a platform, whoever writes into it meanwhile: what it published first, and then what that stands on. */
export const copyLedger = async (from: string, to: string): Promise<ReadonlyMap<string, FileProof>> => {
  const proofs = new Map<string, FileProof>()
  const copy = async (path: string): Promise<void> => {
    proofs.set(`${folder}/${path}`, await copyFile(join(from, folder, path), join(to, folder, path)))
  }
  await copy('checkpoint')
  const entries = await readdir(join(from, folder), { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(join(from, folder).length + 1))
    .map((path) => path.replaceAll(sep, '/'))
  for (const path of paths.filter((each) => copied.test(each)).sort()) await copy(path)
  return proofs
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
