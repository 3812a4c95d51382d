import { randomUUID } from 'node:crypto'
import type { AuditEntry, State } from '../../runtime/index.ts'
import { type SqlTransaction, sqlTransaction } from '../sql-transaction.ts'
import type { SqlRow } from '../sql-value.ts'
import { linesOf } from './audit-lines.ts'

/**
 * How entries wait to be drained where transactions commit in any order: a position can become visible after a later one, so what is
 * not drained yet is what has a row in `audit_pending`, never what lies past a position. Replicas that drain at once take different rows.
 */
export interface ClaimedAudit {
  /** Stores entries in order, in the transaction given or by itself. */
  store(entries: readonly AuditEntry[], given: SqlTransaction | null): Promise<void>
  /** Takes at most so many bodies for a holder; gives `"position", "body"` and how many lines of each are drained. */
  take(holder: string, limit: number): Promise<readonly SqlRow[]>
  /** Gives back what is drained through a position of a holder's. */
  release(holder: string, throughPosition: number): Promise<void>
}

export const claimedAudit = (audit: ClaimedAudit): Pick<State, 'appendAudit' | 'pendingAudit' | 'markDrained'> => {
  const holder = randomUUID()
  return {
    appendAudit: (entries, transaction) => audit.store(entries, transaction && sqlTransaction(transaction)),
    pendingAudit: async (limit) =>
      (await audit.take(holder, limit)).flatMap((row) => linesOf(row).slice(Number(row[2]))),
    markDrained: (throughPosition) => audit.release(holder, throughPosition),
  }
}
