import { longestCallMs } from '../call/longest-call.ts'
import type { ServiceModel } from '../call/model.ts'
import type { State, StoredAuditEntry } from '../store/state.ts'

/** Entries before a position, newest first. */
type Read = (limit: number, before: number | null) => Promise<readonly StoredAuditEntry[]>

export interface OnePerCallOptions {
  readonly state: Pick<State, 'isTransactional' | 'settledIntents'>
  readonly model: Pick<ServiceModel, 'limits'>
  readonly nowMs: number
}

/**
 * One entry for each call, newest first: an intent goes behind its outcome. One that has none reads `pending` while its
 * call may be under way, then `unknown`: nobody can say whether the change was made.
 */
export const onePerCall = async (
  options: OnePerCallOptions,
  read: Read,
  limit: number,
  before: number | null,
): Promise<readonly StoredAuditEntry[]> => {
  const found: StoredAuditEntry[] = []
  let from = before
  while (found.length < limit) {
    const entries = await read(limit, from)
    found.push(...(await settleIntents(options, entries)))
    if (entries.length < limit) break
    from = entries.at(-1)?.position ?? null
  }
  return found.slice(0, limit)
}

/** The same entries, of which those that were settled since are left out, and the others read as said above. */
export const settleIntents = async (
  { state, model, nowMs }: OnePerCallOptions,
  entries: readonly StoredAuditEntry[],
): Promise<readonly StoredAuditEntry[]> => {
  const intents = entries.filter(({ outcome }) => outcome === 'intent').map(({ id }) => id)
  if (intents.length === 0) return entries
  const settled = await state.settledIntents(intents)
  return entries
    .filter(({ id }) => !settled.has(id))
    .map((entry) => (entry.outcome === 'intent' ? { ...entry, outcome: openOutcome(entry, model, nowMs) } : entry))
}

const openOutcome = ({ at }: StoredAuditEntry, model: Pick<ServiceModel, 'limits'>, nowMs: number): string =>
  nowMs - Date.parse(at) > longestCallMs(model) ? 'unknown' : 'pending'
