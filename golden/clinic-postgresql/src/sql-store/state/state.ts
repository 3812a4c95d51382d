import { ConfigError, type State } from '../../runtime/index.ts'
import type { Database } from '../sql-database.ts'
import { apiKeysOf } from './api-keys.ts'
import { auditReadsOf } from './audit-reads.ts'
import type { StateDialect } from './dialect.ts'
import { fileNamesOf } from './file-names.ts'
import { idempotencyOf } from './idempotency.ts'
import { protectedOf } from './protected.ts'
import { ownQueue } from './queue.ts'
import { type SqlSteps, stepsOf } from './steps.ts'

/** What every SQL database says of state alike; how entries and changes are put in order is each one's own. */
export type SharedState = Omit<
  State,
  | 'isTransactional'
  | 'appendAudit'
  | 'pendingAudit'
  | 'markDrained'
  | 'appendChanges'
  | 'changesAfter'
  | 'isBehind'
  | 'newestChange'
  | 'close'
>

export const sharedState = (
  database: Database,
  dialect: StateDialect,
  steps: SqlSteps = stepsOf(database, dialect),
): SharedState => ({
  ...auditReadsOf(database, dialect),
  ...idempotencyOf(database, dialect),
  ...apiKeysOf(database, dialect),
  ...protectedOf(database, dialect),
  ...steps,
  async openQueue({ kind, major, holdMs, nowMs }) {
    if (kind !== 'own') throw new ConfigError(elsewhere(kind))
    return ownQueue(database, dialect, { steps, major, holdMs, nowMs })
  },
  ...fileNamesOf(database, dialect),
})

const elsewhere = (kind: string): string =>
  `JOBS_QUEUE is ${kind}, which needs a service whose rows are in a PostgreSQL database of its own. Leave it out: jobs wait in the service's own database then.`
