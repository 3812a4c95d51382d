import { readdir, rename, rm } from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { privateFolder } from '@charter/runtime/service'
import { databases, requireBlobs } from './back-up.ts'
import { CareFault } from './care-fault.ts'
import { rowsIn } from './copy-database.ts'
import { copyFile, syncFolder, syncFolders } from './copy-file.ts'
import { proveLedger } from './copy-ledger.ts'
import { readSigned } from './copy-log.ts'
import { keepLastBackup } from './last-backup.ts'
import { backupId, type Manifest, readManifest } from './manifest.ts'
import { markRestored } from './restored.ts'
import { openKeys } from './sealed-keys.ts'

export interface RestoreOptions {
  /** The backup's folder. */
  readonly from: string
  /** The folder of the platform that comes of it: empty, or not there. */
  readonly folder: string
  /** Null: restored without its keys. */
  readonly keys: { readonly file: string; readonly passphrase: string } | null
  readonly onStep?: (step: string) => void
}

export interface Restored {
  readonly manifest: Manifest
  readonly id: string
  /** How many blobs releases name; each was read again. */
  readonly blobs: number
  /** How many files of keys came back; null where nobody asked for them. */
  readonly keys: number | null
}

/**
 * Makes a platform of a backup. Every file, row count, blob and the head of the record is proven to be that of the manifest before the folder has
 * its name. Rejects with a CareFault that names what is not.
 */
export const restore = async ({ from, folder, keys, onStep = () => {} }: RestoreOptions): Promise<Restored> => {
  if ((await readdir(folder).catch(noFolder)).length > 0)
    throw new CareFault(`${folder} is not empty. Name a folder that is, or is not there.`)
  const manifest = await readManifest(from)
  const id = backupId(manifest)
  await requireNoOthers(from, manifest)
  const draft = `${folder}.partial-${process.pid}`
  privateFolder(draft)
  try {
    onStep('Copying')
    for (const file of manifest.files) await copyProven(from, draft, file)
    onStep('Proving')
    const blobs = await prove(draft, manifest)
    const opened = keys && (await openKeys(keys.file, draft, { passphrase: keys.passphrase, backup: id }))
    keepLastBackup(draft, { at: manifest.at, backup: id })
    markRestored(draft)
    await syncFolders(draft)
    await rename(draft, folder)
    await syncFolder(dirname(resolve(folder)))
    return { manifest, id, blobs, keys: opened }
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw error
  }
}

const noFolder = (error: NodeJS.ErrnoException): readonly string[] => {
  if (error.code === 'ENOENT') return []
  throw error
}

const requireNoOthers = async (from: string, { files }: Manifest): Promise<void> => {
  const known = new Set(['manifest.json', ...files.map(({ path }) => path)])
  const entries = await readdir(from, { withFileTypes: true, recursive: true })
  for (const entry of entries) {
    const path = relative(from, join(entry.parentPath, entry.name)).replaceAll(sep, '/')
    if (!entry.isDirectory() && !known.has(path))
      throw new CareFault(`${join(from, path)} is none of the backup: its manifest does not name it.`)
  }
}

const copyProven = async (from: string, to: string, file: Manifest['files'][number]): Promise<void> => {
  const { digest } = await copyFile(join(from, file.path), join(to, file.path))
  if (digest !== file.digest)
    throw new CareFault(`${join(from, file.path)} was changed since it was backed up. Take another backup.`)
}

const prove = async (folder: string, { rows, record, ledger }: Manifest): Promise<number> => {
  for (const name of databases)
    if (JSON.stringify(rowsIn(join(folder, `${name}.db`))) !== JSON.stringify(rows[name]))
      throw new CareFault(`${name}.db does not have as many rows as its manifest says.`)
  for (const { path, entries, head } of record) {
    const found = await readSigned(join(folder, path))
    if (found.entries !== entries || found.head !== head)
      throw new CareFault(`${path} does not go as far as its manifest says.`)
  }
  const { entries, root } = await proveLedger(folder)
  if (entries !== ledger.entries || root !== ledger.root)
    throw new CareFault('The ledger does not come to the root that its manifest says.')
  return requireBlobs(folder)
}
