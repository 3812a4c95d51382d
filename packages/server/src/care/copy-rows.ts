import { join } from 'node:path'
import { CareFault } from './care-fault.ts'
import { copyCarried, copyDatabase } from './copy-database.ts'

export interface CopyRowsOptions {
  /** The platform's. */
  readonly folder: string
  /** Where its rows lie; null: in a file of its folder. */
  readonly url: string | null
  /** The folder of the backup. */
  readonly to: string
}

/** Copies the rows of a platform as they are at one moment into a SQLite file, wherever they lie. Rejects with a CareFault. */
export const copyRows = async ({ folder, url, to }: CopyRowsOptions): Promise<void> => {
  const copy = join(to, 'platform.db')
  if (url === null) return copyDatabase(join(folder, 'platform.db'), copy)
  // What speaks to databases loads for longer than a file is copied.
  const [{ postgresql }, { carryPlatform }] = await Promise.all([
    import('@charter/connectors'),
    import('./carry-platform.ts'),
  ])
  if (!postgresql.accepts(url))
    throw new CareFault('DATABASE_URL names no PostgreSQL database: rows of a platform lie in its folder, or on one.')
  const carried = join(to, 'carried.db')
  await carryPlatform({ url, folder }, { url: `file:${carried}`, folder: to })
  await copyCarried(carried, copy)
}
