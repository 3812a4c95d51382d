import { clinic, edge, type Fault, runtime, sql } from './fault.ts'

/** Mistakes in the record, keys and replays. */
export const records: readonly Fault[] = [
  clinic(
    'idempotency keys are ignored',
    runtime('execute/perform-write'),
    'const twin = idempotencyOf(call, principal, executing.secret)',
    'const twin = idempotencyOf({ ...call, context: { origin: call.context.origin } }, principal, executing.secret)',
  ),
  clinic(
    'another body under the key is answered alike',
    runtime('execute/write-together'),
    'refuseOther(before, again.twin)',
    '',
  ),
  clinic(
    'idempotency keys are shared between people',
    runtime('execute/idempotency'),
    '      principal.id,\n      call.operation,\n',
    '      call.operation,\n',
  ),
  clinic(
    'a write leaves no audit entry',
    runtime('execute/write-together'),
    'return recorded(outcome, writes, changes)',
    'return outcome',
  ),
  clinic(
    'a replayed answer leaves no audit entry',
    runtime('execute/write-together'),
    'return recorded(await again.replay(before, writes), writes)',
    'return await again.replay(before, writes)',
  ),
  clinic(
    'a denial leaves no audit entry',
    runtime('execute/executor'),
    'if (isDurable) await byDeadline(call.context, executing.audit.durable(entry, null))',
    'if (isDurable) return failed(found)',
  ),
  clinic(
    'a read leaves no audit entry',
    runtime('execute/executor'),
    "executing.audit.buffered(auditEntry(call, 'ok', notes, 'buffered', nowMs, rowsOf(outcome)))",
    '',
  ),
  clinic(
    'the audit entry has no principal',
    runtime('record/audit-entry'),
    'principal: recordedOr(call.principal?.id)',
    'principal: null',
  ),
  clinic(
    'the audit entry names no fields',
    runtime('execute/perform-write'),
    'working.notes.fields = changed',
    'working.notes.fields = []',
  ),
  clinic(
    'the trail is oldest first',
    runtime('execute/audit-trail'),
    'const shown = entries.slice(0, limit)',
    'const shown = [...entries].reverse().slice(0, limit)',
  ),
  clinic(
    'the audit entry names no row',
    runtime('record/audit-entry'),
    'key: notes.key && keyText(notes.key)',
    'key: notes.key && null',
  ),
  edge(
    'the trail goes on beyond its end',
    runtime('execute/audit-trail'),
    'next: entries.length > limit && last ?',
    'next: last ?',
  ),
  clinic(
    'an atomic batch keeps what was done',
    runtime('execute/batch'),
    "if (outcome.kind === 'problem') throw new Undone(outcome.problem)",
    '',
  ),
  clinic(
    'a batch that is not atomic undoes all',
    runtime('execute/batch'),
    'if (!atomic) {',
    'if (!atomic && calls.length === 0) {',
  ),
  edge('a deleted row is still there', sql('condition'), '[{ sql: entity.sql.visible, values: [] }]', '[]'),
]
