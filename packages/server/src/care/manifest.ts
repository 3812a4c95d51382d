import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { canonicalJson, type Json } from '@charter/runtime'
import { z } from 'zod'
import { digestOf } from '../blobs/blobs.ts'
import { CareFault } from './care-fault.ts'

const digest = z.string().regex(/^sha256:[0-9a-f]{64}$/)
/**
 * Inside the backup: never up, never elsewhere. And of what is backed up alone: a manifest proves that nothing was changed by accident, not who
 * wrote it, and keys, what a supervisor is to run and the like would be code or trust of whoever did.
 */
const path = z
  .string()
  .regex(/^[A-Za-z0-9][\w.-]*(?:\/[A-Za-z0-9][\w.-]*)*$/)
  .regex(
    /^(?:(?:platform|people|people-links)\.db|audit\/[^/]+\.log|blobs\/.+|ledger\/(?:checkpoint|ledger\.yaml|keys\/[^/]+\.pub\.pem|(?:segments|tile|vault)\/.+))$/,
  )
const count = z.int().min(0)

const shape = z.strictObject({
  backup: z.literal(1),
  at: z.iso.datetime(),
  files: z.array(z.strictObject({ path, size: count, digest })),
  /** Of each database how many rows each of its tables has. */
  rows: z.record(z.string(), z.record(z.string(), count)),
  /** Logs of the record as far as they are signed: how many entries, and the hash of all of them; null where its lines are sealed at rest. */
  /** What the ledger comes to: its root is over every entry of it. */
  ledger: z.strictObject({ origin: z.string(), entries: count, root: z.base64() }),
  record: z.array(z.strictObject({ path, entries: count, head: z.string().nullable() })),
})

/** What a backup holds. Its digest names the backup. */
export type Manifest = z.infer<typeof shape>

const manifestFile = 'manifest.json'
const bytesMax = 64 * 2 ** 20

/** Names the backup that a manifest is of. */
export const backupId = (manifest: Manifest): string =>
  digestOf(Buffer.from(canonicalJson(manifest as unknown as Json)))

/** Writes the manifest: last of all, since a folder without one is no backup. */
export const writeManifest = (folder: string, manifest: Manifest): Promise<void> =>
  writeFile(join(folder, manifestFile), `${JSON.stringify({ manifest, digest: backupId(manifest) }, null, 1)}\n`, {
    mode: 0o600,
    flag: 'wx',
    flush: true,
  })

const sealed = z.strictObject({ manifest: shape, digest })

/** Reads a manifest. Rejects with a CareFault where there is none, or it was changed. */
export const readManifest = async (folder: string): Promise<Manifest> => {
  const file = join(folder, manifestFile)
  const found = await stat(file).catch(() => null)
  if (!found?.isFile())
    throw new CareFault(`${folder} is no backup: it has no ${manifestFile}. One that was cut short has none either.`)
  if (found.size > bytesMax) throw new CareFault(`${file} is longer than any manifest.`)
  const read = sealed.safeParse(jsonIn(await readFile(file, 'utf8')))
  if (!read.success || backupId(read.data.manifest) !== read.data.digest)
    throw new CareFault(`${file} was changed since it was written. Take another backup.`)
  return read.data.manifest
}

const jsonIn = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
