import type { LoadedCharter } from '@charter/project'
import type { PlatformCalls, Row } from '@charter/server/program'
import { called } from './called.ts'
import { EnvironmentFault } from './command.ts'
import { expandOwn, ownDatabase } from './own-database.ts'
import { shellWord } from './shell-word.ts'

/** A charter on its way into an environment of the platform of this machine. */
export interface Expanding {
  readonly calls: PlatformCalls
  readonly loaded: LoadedCharter
  readonly project: string
  readonly environment: string
  /** Of the platform. */
  readonly folder: string
}

/**
 * Brings the database of the environment to the charter before that is rolled out, so far as the service of before runs on with it. Rejects
 * with an EnvironmentFault where somebody has to let what is deployed there, or it cannot be done.
 */
export const expandFirst = async (expanding: Expanding, onStep: (step: string) => void): Promise<void> => {
  const environment = await environmentOf(expanding)
  const database = environment && (await ownDatabase({ ...expanding, environment }))
  if (!environment || !database) return
  if (environment.approvals > 0)
    throw new EnvironmentFault(
      `Deployments to ${environment.name} are let by somebody, and its database is not changed before: deploy without --migrate. Once it is let: ${commandFor(expanding, database)}`,
    )
  onStep('Migrating its database')
  const { blocked } = await expandOwn(expanding.loaded, database, false)
  if (blocked.length > 0)
    throw new EnvironmentFault(
      [...blocked, `Nothing was changed. ${commandFor(expanding, database)} --dry-run`].join('\n'),
    )
}

/** What to say where the database of the environment is of the charter before; null where it is not. */
export const expandHint = async (expanding: Expanding): Promise<string | null> => {
  const environment = await environmentOf(expanding)
  const database = environment && (await ownDatabase({ ...expanding, environment }))
  if (!database) return null
  const { steps, blocked } = await expandOwn(expanding.loaded, database, true)
  if (steps.length === 0 && blocked.length === 0) return null
  return `The database of what is deployed there is of the charter before. This brings it to this one (--dry-run shows the SQL):\n  ${commandFor(expanding, database)}\nor, with the deployment:`
}

const commandFor = ({ loaded }: Expanding, database: string): string =>
  `${called} migrate ${shellWord(loaded.folder)} --database ${shellWord(database)}`

/** Undefined where it is not there yet. */
const environmentOf = async ({ calls, project, environment }: Expanding): Promise<Row<'Environment'> | undefined> => {
  const { environmentNamed, NotDeployed } = await import('@charter/server/program')
  return environmentNamed(calls, project, environment).catch((error: unknown) => {
    if (error instanceof NotDeployed) return undefined
    throw error
  })
}
