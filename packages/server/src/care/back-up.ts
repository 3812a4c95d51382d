import { existsSync } from 'node:fs'
import { readdir, rename, rm } from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { privateFolder } from '@charter/runtime/service'
import { folderBlobs } from '../blobs/blobs.ts'
import { CareFault } from './care-fault.ts'
import { blobsIn, copyBlobs } from './copy-blobs.ts'
import { blobsNamedIn, rowsIn } from './copy-database.ts'
import { type FileProof, proofOf, syncFolder, syncFolders } from './copy-file.ts'
import { copyLedger, proveLedger } from './copy-ledger.ts'
import { copyLog } from './copy-log.ts'
import { copyPeople } from './copy-people.ts'
import { copyRows } from './copy-rows.ts'
import { keepLastBackup } from './last-backup.ts'
import { backupId, type Manifest, writeManifest } from './manifest.ts'
import { requireItsRows } from './moved.ts'
import { sealKeys } from './sealed-keys.ts'

export interface BackUpOptions {
  /** The platform's. */
  readonly folder: string
  /** Of the PostgreSQL database that its rows lie in; null: they lie in its folder. */
  readonly url: string | null
  /** Names the key provider of the platform, where its secrets are sealed in that database. */
  readonly env?: Readonly<Record<string, string | undefined>>
  /** The folder to make: none is there. */
  readonly to: string
  /** Null: keys are not backed up. */
  readonly keys: { readonly file: string; readonly passphrase: string } | null
  readonly now: () => Date
  readonly onStep?: (step: string) => void
}

export interface BackedUp {
  readonly manifest: Manifest
  readonly id: string
  /** How many files of keys are sealed beside it; null where nobody asked for them. */
  readonly keys: number | null
}

/** The databases of a platform, in the order in which they are copied: whom rows name is there when people are. */
export const databases = ['platform', 'people', 'people-links'] as const

/**
 * Backs a platform up, whether or not it runs: rows, people, the record, the ledger and blobs in a folder, keys in a file apart. What was copied first names
 * nothing that is not copied after it. The folder has its name once all of it is on disk. Rejects with a CareFault, or
 * a ConfigError where its rows were moved and nobody says to where.
 */
export const backUp = async (options: BackUpOptions): Promise<BackedUp> => {
  const { folder, to, keys, onStep = () => {} } = options
  requireApart(options)
  const draft = `${to}.partial-${process.pid}`
  privateFolder(draft)
  try {
    const manifest = await fill(draft, options)
    await syncFolders(draft)
    const id = backupId(manifest)
    onStep('Sealing keys')
    const shared = keys && (await sharedSecrets(options))
    const sealed = keys && (await sealKeys(folder, keys.file, { passphrase: keys.passphrase, backup: id, shared }))
    await writeManifest(draft, manifest)
    await syncFolder(draft)
    await rename(draft, to)
    await syncFolder(dirname(resolve(to)))
    keepLastBackup(folder, { at: manifest.at, backup: id })
    return { manifest, id, keys: sealed }
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw error
  }
}

const requireApart = ({ folder, url, to, keys }: BackUpOptions): void => {
  requireItsRows(folder, url === null ? {} : { DATABASE_URL: url })
  const needed = url === null ? databases.map((name) => `${name}.db`) : ['audit']
  const missing = needed.find((name) => !existsSync(join(folder, name)))
  if (missing !== undefined)
    throw new CareFault(`${folder} is no folder of a platform: it has no ${missing}. Name another with --platform.`)
  if (existsSync(to)) throw new CareFault(`${to} is there already. Name a folder that is not.`)
  if (isWithin(folder, to)) throw new CareFault(`${to} lies in the platform’s own folder, and would be lost with it.`)
  if (keys && existsSync(keys.file))
    throw new CareFault(`${keys.file} is there already. Name another file for the keys.`)
  if (keys && (isWithin(to, keys.file) || isWithin(folder, keys.file)))
    throw new CareFault(`${keys.file} lies where what it opens lies. Name a place apart for the keys.`)
}

const isWithin = (folder: string, path: string): boolean => {
  const way = relative(resolve(folder), resolve(path))
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`))
}

const fill = async (
  draft: string,
  { folder, url, env = {}, now, onStep = () => {} }: BackUpOptions,
): Promise<Manifest> => {
  const at = now().toISOString()
  const proofs = new Map<string, FileProof>()
  const rows: Record<string, Readonly<Record<string, number>>> = {}
  onStep('Copying rows')
  await copyRows({ folder, url, to: draft })
  await copyPeople({ folder, url, to: draft })
  for (const name of databases) {
    const copy = join(draft, `${name}.db`)
    rows[name] = rowsIn(copy)
    proofs.set(`${name}.db`, await proofOf(copy))
  }
  onStep('Copying the record')
  const record: Manifest['record'] = []
  for (const path of await logsIn(folder)) {
    const { entries, head } = await copyLog(join(folder, path), join(draft, path))
    record.push({ path, entries, head })
    proofs.set(path, await proofOf(join(draft, path)))
  }
  onStep('Copying the ledger')
  for (const [path, proof] of await copyLedger(folder, draft)) proofs.set(path, proof)
  const ledger = await proveLedger(draft)
  onStep('Copying blobs')
  await copyBlobs({ folder, url, env, to: draft })
  await requireBlobs(draft)
  for (const path of await blobsIn(draft)) proofs.set(path, await proofOf(join(draft, path)))
  const files = [...proofs].map(([path, proof]) => ({ path, ...proof }))
  return { backup: 1, at, files, rows, record, ledger }
}

const logsIn = async (folder: string): Promise<readonly string[]> =>
  (await readdir(join(folder, 'audit')))
    .filter((name) => name.endsWith('.log'))
    .map((name) => `audit/${name}`)
    .sort()

/** Those that servers share in PostgreSQL, as their files would hold them; none where they are files. */
const sharedSecrets = async ({ folder, url, env = {} }: BackUpOptions): Promise<Readonly<Record<string, string>>> => {
  if (url === null) return {}
  const { openSharedPlace } = await import('./shared-place.ts')
  const place = await openSharedPlace({ folder, url, env })
  return place.secretTexts().finally(() => place.close())
}

/** Every blob that a row names is there, and is what its digest says. Rejects with a CareFault. */
export const requireBlobs = async (folder: string): Promise<number> => {
  const blobs = folderBlobs(join(folder, 'blobs'))
  const named = blobsNamedIn(join(folder, 'platform.db'))
  for (const digest of named)
    await blobs.read(digest).catch(() => {
      throw new CareFault(`A release names ${digest}, and ${join(folder, 'blobs')} does not have it as it was.`)
    })
  return named.size
}
