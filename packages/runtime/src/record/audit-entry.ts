import { apiKeyOf } from '../call/api-key-of.ts'
import type { Call, Outcome, Page } from '../call/call.ts'
import { uuidv7 } from '../store/identifier.ts'
import type { AuditEntry, RowChange } from '../store/state.ts'
import { canonicalJson } from '../values/canonical-json.ts'
import { instantAt } from '../values/instant-at.ts'
import type { JsonObject } from '../values/json.ts'
import { recordedText } from './recorded-text.ts'

/** What a call left to say about itself while it ran. */
export interface AuditNotes {
  entity: string | null
  key: JsonObject | null
  fields: readonly string[]
  /** Names of the fields that a write gave their values. */
  written: readonly string[]
  rule: string | null
  /** Of the entry that announced this call. */
  intent: string | null
  /** What a body did with its caller's rights: `Vault.read`. */
  used: readonly string[]
  /** Rows that it was given by these: as many as are judged again with its answer, and whether there were more. */
  usedRows: readonly UsedRow[]
  hasMoreRows?: boolean
  /** Internal operations that own code has called. */
  called: readonly CalledOperation[]
  /** Rows that a write is answered with: kept with its answer, not with the entry. */
  answered: readonly AnsweredRow[]
  /** The outcome is with the recorder already. */
  isRecorded?: boolean
}

export interface UsedRow {
  readonly entity: string
  readonly action: 'read' | 'list'
  readonly key: JsonObject
}

/** `by`: the operation whose code has called it. */
export interface CalledOperation {
  readonly operation: string
  readonly entity: string | null
  readonly key: JsonObject | null
  readonly by: string
  /** `ok` unless it ended with a problem, though the code that called it may have gone on. */
  outcome: string
}

/** `isRead`: it is shown; else whoever wrote it may not read it, and is told its key alone. */
export interface AnsweredRow {
  readonly key: JsonObject
  isRead: boolean
}

export const newNotes = (): AuditNotes => ({
  entity: null,
  key: null,
  fields: [],
  written: [],
  rule: null,
  intent: null,
  used: [],
  usedRows: [],
  called: [],
  answered: [],
})

/** The entry of a finished call: who, what, which row, when, from where, with what outcome. Never a value. */
export const auditEntry = (
  call: Call,
  outcome: string,
  notes: AuditNotes,
  mode: AuditEntry['mode'],
  nowMs: number,
  rows: number | null = null,
): AuditEntry => ({
  ...byKey(call),
  at: instantAt(nowMs),
  credential: call.principal?.credential ?? null,
  entity: notes.entity,
  fields: notes.fields,
  id: uuidv7(nowMs),
  intent: notes.intent,
  key: notes.key && keyText(notes.key),
  mode,
  operation: recordedText(call.operation),
  origin: {
    address: recordedOr(call.context.origin.address),
    requestId: recordedText(call.context.origin.requestId),
    style: call.context.origin.style,
  },
  outcome,
  principal: recordedOr(call.principal?.id),
  roles: (call.principal?.roles ?? []).slice(0, rolesMax).map(recordedText),
  rows,
  rule: notes.rule,
  ...(call.principal?.subject !== undefined && { subject: recordedText(call.principal.subject) }),
  tenant: recordedOr(call.principal?.tenant),
})

/** The person that a key is of may have several: which one it was tells the record. */
const byKey = ({ principal }: Call): Pick<AuditEntry, 'apiKey'> => {
  const apiKey = principal ? apiKeyOf(principal) : undefined
  return apiKey === undefined ? {} : { apiKey: recordedText(apiKey) }
}

/** The entries beside that of a call that is done: of what went with its row, and of the internal operations that its code called. */
export const besideIt = (
  call: Call,
  notes: AuditNotes,
  changes: readonly RowChange[],
  nowMs: number,
): readonly AuditEntry[] => [...goneWithIt(call, notes, changes, nowMs), ...calledByIt(call, notes, nowMs)]

/** Each operation on each row once for each outcome, however often. */
const calledByIt = (call: Call, { called, intent }: AuditNotes, nowMs: number): readonly AuditEntry[] => {
  const once = new Map(
    called.map((each) => [canonicalJson([each.operation, each.by, each.entity, each.key, each.outcome]), each]),
  )
  return [...once.values()].map(({ operation, entity, key, by, outcome }) => {
    const notes = { ...newNotes(), entity, key, rule: `by:${by}`, intent }
    return auditEntry({ ...call, operation }, outcome, notes, 'durable', nowMs)
  })
}

/** The entries of a call that is done on the trails of rows that went with its own: those that their parent owned. */
const goneWithIt = (
  call: Call,
  { entity, key, rule, intent }: AuditNotes,
  changes: readonly RowChange[],
  nowMs: number,
): readonly AuditEntry[] => {
  const own = canonicalJson([entity, key])
  return changes
    .filter((each) => each.change === 'deleted' && canonicalJson([each.entity, each.key]) !== own)
    .map((gone) => {
      const notes = { ...newNotes(), entity: gone.entity, key: gone.key, rule, intent }
      return auditEntry(call, 'ok', notes, 'durable', nowMs)
    })
}

const rolesMax = 100

const recordedOr = (text: string | undefined): string | null => (text === undefined ? null : recordedText(text))

/** Key texts of rows are short; what is longer was made up by who asked, and would make an entry that no ledger takes. */
const keyCharactersMax = 16_384

const keyText = (key: JsonObject): string | null => {
  const text = canonicalJson(key)
  return text.length > keyCharactersMax ? null : text
}

/** Rows that a page answers; null where the answer is no page. */
export const rowsOf = (outcome: Outcome): number | null => {
  if (outcome.kind !== 'value') return null
  if (outcome.page || outcome.part) return outcome.page?.rows ?? null
  const { value } = outcome
  return value !== null && typeof value === 'object' && 'items' in value
    ? (value as unknown as Page).items.length
    : null
}
