import { existsSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { postgresql } from '@charter/connectors'
import type { Carried } from '@charter/sql'
import { requireBlobs } from './back-up.ts'
import { CareFault } from './care-fault.ts'
import { carryPlace } from './carry-place.ts'
import { carryPlatform } from './carry-platform.ts'
import { syncFolder } from './copy-file.ts'
import { holdAlone } from './hold-alone.ts'
import { movedFile } from './moved.ts'

export interface MoveOptions {
  /** The platform's; it does not run. */
  readonly folder: string
  /** Of an empty PostgreSQL database. */
  readonly url: string
  readonly onStep?: (step: string) => void
}

export interface Moved extends Carried {
  /** How many blobs releases name; each was read. */
  readonly blobs: number
  /** Where the rows lie as they were. */
  readonly before: string
}

/**
 * Moves the rows and the state of a platform from its file to PostgreSQL: one transaction there, read again and compared by counts and digests
 * before it is committed. Blobs, people, keys and the record stay in the folder, which from then on is opened with `DATABASE_URL` alone. Cut short
 * at any moment, it is said again. Rejects with a CareFault, or a ProblemError whose cause says why not.
 */
export const move = async ({ folder, url, onStep = () => {} }: MoveOptions): Promise<Moved> => {
  const file = join(folder, 'platform.db')
  if (!postgresql.accepts(url)) throw new CareFault('Say a PostgreSQL database: postgres://user@host/database.')
  if (!existsSync(file)) throw new CareFault(`${folder} has no platform.db to move. Name another with --platform.`)
  // What is of another version of the platform is refused as it is opened.
  await (await carryPlace({ url: `file:${file}`, folder })).opened.close()
  const letGo = holdAlone(file)
  try {
    onStep('Proving blobs')
    const blobs = await requireBlobs(folder)
    onStep('Carrying rows')
    const carried = await carryPlatform({ url: `file:${file}`, folder, isReadOnly: true }, { url, folder })
    await rename(file, movedFile(folder))
    await syncFolder(folder)
    return { ...carried, blobs, before: movedFile(folder) }
  } finally {
    letGo()
  }
}
