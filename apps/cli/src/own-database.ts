import { existsSync } from 'node:fs'
import type { MigrationReport } from '@charter/charter'
import type { LoadedCharter } from '@charter/project'
import { ProblemError } from '@charter/runtime'
import type { Row } from '@charter/server/program'
import type { SqlStep } from '@charter/sql'

export interface OwnDatabaseOptions {
  readonly loaded: LoadedCharter
  readonly environment: Row<'Environment'>
  /** Of the platform of this machine. */
  readonly folder: string
}

/**
 * The file of the database that the service of an environment keeps on this machine; null where it has none yet, or its environment names
 * another one.
 */
export const ownDatabase = async ({ loaded, environment, folder }: OwnDatabaseOptions): Promise<string | null> => {
  const { requireSound } = await import('@charter/project')
  const { servicePlace } = await import('@charter/project/service-place')
  const { connectors } = await import('@charter/connectors')
  const { derive } = await import('@charter/service')
  const { dataOf } = await import('@charter/server')
  if (environment.variables.some(({ name }) => name === 'DATABASE_URL')) return null
  const derived = derive(requireSound(loaded), connectors, loaded.document.lock)
  if (derived.source.kind !== 'own') return null
  try {
    const { databaseUrl } = servicePlace(derived, loaded.folder, { CHARTER_DATA: dataOf(folder, environment.id) })
    const file = databaseUrl.replace(/^file:/, '')
    return existsSync(file) ? file : null
  } catch (error) {
    // Its database is a server that nothing here names.
    if (error instanceof ProblemError) return null
    throw error
  }
}

/** What brings it to the charter while the service of before runs on; with `isDryRun` it is only said. */
export const expandOwn = async (
  loaded: LoadedCharter,
  databaseUrl: string,
  isDryRun: boolean,
): Promise<MigrationReport<SqlStep>> => {
  const { migrateProject } = await import('@charter/project/migrate')
  return migrateProject({ loaded, databaseUrl, goal: 'expand', drops: [], isDryRun, env: {} })
}
