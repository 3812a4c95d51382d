import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError } from '@charter/runtime'
import { fromEnvironment } from '@charter/runtime/service'

/** Where rows lie that were moved: nobody opens them by this name. */
export const movedFile = (folder: string): string => join(folder, 'platform-moved.db')

/** Throws a ConfigError where a platform's rows were moved, and nobody says to where: it would begin with none. */
export const requireItsRows = (folder: string, env: Readonly<Record<string, string | undefined>>): void => {
  if (fromEnvironment(env, 'DATABASE_URL') || !existsSync(movedFile(folder))) return
  throw new ConfigError(
    `The rows of this platform were moved to PostgreSQL: set DATABASE_URL. As they were then they lie in ${movedFile(folder)}.`,
  )
}
