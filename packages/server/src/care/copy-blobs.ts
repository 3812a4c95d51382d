import { readdir } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { folderBlobs } from '../blobs/blobs.ts'
import { CareFault } from './care-fault.ts'
import { blobsNamedIn } from './copy-database.ts'
import { copyFile } from './copy-file.ts'
import type { SharedPlaceOptions } from './shared-place.ts'

export interface CopyBlobsOptions {
  /** The platform's. */
  readonly folder: string
  /** Of the PostgreSQL database that they lie in; null: in its folder. */
  readonly url: string | null
  readonly env: SharedPlaceOptions['env']
  /** Where rows were copied to, which name them. */
  readonly to: string
}

/** Copies parts of releases into files, wherever they lie. Rejects with a CareFault for one that is not as its digest says. */
export const copyBlobs = async ({ folder, url, env, to }: CopyBlobsOptions): Promise<void> => {
  if (url === null) {
    for (const path of await blobsIn(folder)) await copyFile(join(folder, path), join(to, path))
    return
  }
  const { openSharedPlace } = await import('./shared-place.ts')
  const place = await openSharedPlace({ folder, url, env })
  const copies = folderBlobs(join(to, 'blobs'))
  try {
    for (const digest of blobsNamedIn(join(to, 'platform.db')))
      await copies.put(
        await place.blobs.read(digest).catch((error: unknown) => {
          throw new CareFault(`A release names ${digest}, and the database does not have it as it was.`, {
            cause: error,
          })
        }),
      )
  } finally {
    await place.close()
  }
}

/** Those that are whole: what is being put has another name until it is. */
export const blobsIn = async (folder: string): Promise<readonly string[]> => {
  const names = await readdir(join(folder, 'blobs'), { recursive: true }).catch(() => [])
  return names
    .map((name) => `blobs/${name.replaceAll(sep, '/')}`)
    .filter((path) => blob.test(path))
    .sort()
}

const blob = /^blobs\/[0-9a-f]{2}\/[0-9a-f]{62}$/
