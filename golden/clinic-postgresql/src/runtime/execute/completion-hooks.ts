import type { AuditRecorder } from '../record/audit-recorder.ts'

/** What is stored once it is known how the transaction ended, which in a batch is later. */
export interface CompletionHooks {
  done(audit: AuditRecorder): Promise<void>
  undone(audit: AuditRecorder): Promise<void>
  undecided(audit: AuditRecorder): Promise<void>
}
