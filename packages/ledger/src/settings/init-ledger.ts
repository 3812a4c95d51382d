import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import { open, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { ProblemError, problem } from '@charter/runtime'
import { makeFolder } from '@charter/runtime/settings/make-folder'
import type { NoteKey } from '../checkpoint/note.ts'
import { keyFile, parseSettings, settingsFile } from './read-settings.ts'

export interface InitOptions {
  readonly folder: string
  readonly origin: string
  readonly administrator: string
  /** `fips`: ECDSA P-256 in the place of Ed25519. */
  readonly crypto?: 'fips' | 'standard'
}

/**
 * Makes a ledger's folder, its key and its settings; resolves to the key that verifies what the ledger will sign. Rejects
 * with the problem `conflict` where there is one already, `invalid-input` where the origin cannot be one.
 */
export const initLedger = async ({ folder, origin, administrator, crypto }: InitOptions): Promise<NoteKey> => {
  const text = firstSettings(origin, administrator)
  const [mistake] = parseSettings(text).mistakes
  if (mistake) throw new ProblemError(problem('invalid-input', { detail: mistake.sentence }))
  makeFolder(folder, 0o700)
  makeFolder(dirname(keyFile(folder)), 0o700)
  const { privateKey } =
    crypto === 'fips' ? generateKeyPairSync('ec', { namedCurve: 'P-256' }) : generateKeyPairSync('ed25519')
  // The key first, and only where there is none: a key that is lost cannot be made again.
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' })
  const handle = await open(keyFile(folder), 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
    throw new ProblemError(
      problem('conflict', { detail: `There is a ledger in ${folder} already. Name another folder.` }),
    )
  })
  await handle.writeFile(pem)
  await handle.datasync()
  await handle.close()
  await writeFile(settingsFile(folder), text, { mode: 0o600, flag: 'wx' })
  return { name: origin, publicKey: createPublicKey(privateKey) }
}

const firstSettings = (
  origin: string,
  administrator: string,
): string => `# The settings of this ledger. Its key is keys/ledger.pem: keep a copy where only you can read it.
ledger: 1
origin: ${JSON.stringify(origin)}
# Who runs it, as an auditor would be told.
administrator: ${JSON.stringify(administrator)}

# Who sends its log: charter ledger replica add <name> <public key file>
replicas: {}

# Who may read, besides the owner of this folder: charter ledger reader add <name>
readers: {}
# signIn: { issuer: https://id.example, audience: ledger, jwks: https://id.example/jwks, rolesClaim: roles, role: auditor }

# Members of entries that are personal: commitments enter in their place, and charter ledger erase forgets the values.
personal: [principal, subject, origin.address]

# How long entries are kept; after that charter ledger retire may drop them. Without it: for ever.
# keep: P10Y

# How many bytes of one replica are taken in a minute, and of how many in a day somebody is told.
# replicaBytes: { minute: 134217728, day: 8589934592 }

# While the disk does not take records: refuse them (they can be sent again), or hold them until it does.
fullDisk: refuse

# After a restore below what a witness saw: the last checkpoint it holds, the entries that were restored, and why.
# after: { checkpoint: witnessed.checkpoint, restored: 812, reason: "The disk of the ledger was lost." }

# Who remembers what was signed. Name who administers each: one of your own proves little.
# witnesses:
#   - { file: /mnt/auditor/clinic.checkpoints, administrator: auditor }
#   - { s3: { endpoint: https://s3.example, bucket: clinic-ledger, prefix: checkpoints, region: eu-central-1, retainDays: 365 }, administrator: auditor }
#   - { timeStamp: { url: https://tsa.example, certificate: tsa.pem, file: stamps }, administrator: tsa }
#   - { ledger: { url: https://auditor.example, key: "auditor.example/ledger+…" }, administrator: auditor }
witnessSeconds: 30

# Keys of other ledgers that this one witnesses, as their administrators gave them.
# witnessFor: [ "other.example/ledger+…" ]
`
