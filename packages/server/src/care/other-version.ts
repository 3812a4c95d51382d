import { ConfigError } from '@charter/runtime'
import { CareFault } from './care-fault.ts'
import { type MigrateOptions, migrate } from './migrate.ts'

/** Says of a database that did not open that it is another version's, where it is; else what was said of it. Rejects in any case. */
export const sayOtherVersion =
  (place: Pick<MigrateOptions, 'folder' | 'url'>) =>
  async (error: unknown): Promise<never> => {
    const way = await migrate({ ...place, isDryRun: true }).catch((fault: unknown) => {
      if (fault instanceof CareFault) throw new ConfigError(fault.message, { cause: error })
    })
    if (!way || way.state === 'new' || way.steps.length + way.later.length + way.blocked.length === 0) throw error
    throw new ConfigError(
      'The database of this platform is of another version of Charter. `charter platform migrate --dry-run` shows the way to this one, `charter platform migrate` goes it while servers of the one before run on.',
      { cause: error },
    )
  }
