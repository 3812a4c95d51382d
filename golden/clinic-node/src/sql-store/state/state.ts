import type { State } from '../../runtime/index.ts'
import type { Database } from '../sql-database.ts'
import { apiKeysOf } from './api-keys.ts'
import { auditReadsOf } from './audit-reads.ts'
import type { StateDialect } from './dialect.ts'
import { fileNamesOf } from './file-names.ts'
import { idempotencyOf } from './idempotency.ts'
import { protectedOf } from './protected.ts'
import { queueOf } from './queue.ts'

/** What every SQL database says of state alike; how entries and changes are put in order is each one's own. */
export type SharedState = Omit<
  State,
  | 'isTransactional'
  | 'appendAudit'
  | 'pendingAudit'
  | 'markDrained'
  | 'appendChanges'
  | 'changesAfter'
  | 'newestChange'
  | 'close'
>

export const sharedState = (database: Database, dialect: StateDialect): SharedState => ({
  ...auditReadsOf(database, dialect),
  ...idempotencyOf(database, dialect),
  ...apiKeysOf(database, dialect),
  ...protectedOf(database, dialect),
  ...queueOf(database, dialect),
  ...fileNamesOf(database, dialect),
})
