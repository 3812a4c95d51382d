import { join } from 'node:path'
import type { MigrationReport } from '@charter/charter'
import type { SqlStep } from '@charter/sql'
import { loadPlatform, platformCharter } from '../platform-charter.ts'
import { CareFault } from './care-fault.ts'
import { noteCharter, requireNotNewer } from './charter-of.ts'
import { requireItsRows } from './moved.ts'

export interface MigrateOptions {
  /** The platform's. */
  readonly folder: string
  /** Of the database that its rows lie in; null: a file of its folder. */
  readonly url: string | null
  /** The servers of before are gone: what only they needed is taken away. */
  readonly isContracted?: boolean
  /** Nothing is changed. */
  readonly isDryRun?: boolean
  readonly onStep?: (sentence: string) => void
}

/**
 * Brings a platform's database to this version of Charter, while servers of the one before go on; contracted, it is of this one alone. Rejects with
 * a CareFault where the database is of a newer one, of which values would be lost.
 */
export const migrate = async (options: MigrateOptions): Promise<MigrationReport<SqlStep>> => {
  const { folder, url, isContracted = false, isDryRun = false, onStep = () => {} } = options
  requireItsRows(folder, url === null ? {} : { DATABASE_URL: url })
  requireNotNewer(folder)
  const { charter, connector } = await platformCharter(url === null ? {} : { DATABASE_URL: url })
  const goal = isContracted ? 'contract' : 'expand'
  const asked = { charter, goal, expressions: {} } as const
  const at = url ?? `file:${join(folder, 'platform.db')}`
  const drops = await lostIn(await connector.migrate(at, { ...asked, drops: [], isDryRun: true }))
  const report = await connector.migrate(at, { ...asked, drops, isDryRun, onStep: ({ sentence }) => onStep(sentence) })
  if (!isDryRun && report.blocked.length === 0) noteCharter(folder)
  return report
}

/** What a way takes away for good: all of it once was this version's own. Rejects with a CareFault. */
const lostIn = async ({ steps, later }: MigrationReport<SqlStep>): Promise<readonly string[]> => {
  const lost = [...steps, ...later].flatMap(({ destroys = [] }) => destroys.map((id) => id.replace(/#.*/, '')))
  const { entities } = (await loadPlatform()).document.lock ?? { entities: {} }
  const known = Object.entries(entities).flatMap(([id, { fields, relations }]) => [
    id,
    ...Object.keys(fields),
    ...Object.keys(relations),
  ])
  const unknown = lost.find((id) => !known.includes(id))
  if (unknown === undefined) return lost
  throw new CareFault(
    `The database is of a newer version of Charter: this one does not know its ${unknown}, and would lose it. Take that version.`,
  )
}
