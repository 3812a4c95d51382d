import { longestCallMs } from '../call/longest-call.ts'
import { ProblemError, problem } from '../problem/problem.ts'
import type { IdempotencyClaim, IdempotencyRecord } from '../store/state.ts'
import type { Fate, Transaction } from '../store/transaction.ts'
import type { CallEngine } from './call-engine.ts'
import { isCurrent, refuseOther, type Twin } from './idempotency.ts'

/** A key that is this call's alone, or the answer that a call of this key has given. */
export interface HeldClaim {
  claim: IdempotencyClaim
  readonly answered: (IdempotencyRecord & { readonly intent: string | null }) | null
}

/**
 * Claims an idempotency key for the call that the entry `id` announces. One that is claimed already is left to its call
 * while that may be under way. A claim without an answer has changed nothing and can no longer, once another has it; of one
 * with an answer the rows' database says whether it was committed. Throws `in-progress`, `idempotency-mismatch`, or
 * `unavailable` where nobody can say.
 */
export const claimKey = async (executing: CallEngine, twin: Twin, id: string, nowMs: number): Promise<HeldClaim> => {
  const { state } = executing
  const standing = await state.findClaim(twin.scope)
  if (standing) refuseOther(standing, twin)
  const fate = standing && (await fateOf(executing, standing, nowMs))
  if (standing?.prepared && fate === 'committed') return answerOf(executing, standing, standing.prepared.outcome)
  if (fate === 'under-way') throw inProgress()
  if (fate === 'unknown') throw nobodyKnows()
  const claim: IdempotencyClaim = { ...twin, id, atMs: nowMs, prepared: null }
  if (!(await state.putClaim(claim, standing?.id ?? null))) throw inProgress()
  // Looked for under the claim, so that no twin can finish between the two.
  const kept = await state.findIdempotency(twin.scope, null)
  if (!kept || !isCurrent(kept, nowMs)) return { claim, answered: null }
  await state.endClaim(claim, null)
  return { claim, answered: { ...kept, intent: null } }
}

const fateOf = async (
  { rows, model }: CallEngine,
  { atMs, prepared }: IdempotencyClaim,
  nowMs: number,
): Promise<Fate> => {
  const isOver = nowMs - atMs > longestCallMs(model)
  if (!prepared) return isOver ? 'undone' : 'under-way'
  const fate = prepared.mark !== null && rows.fateOf ? await rows.fateOf(prepared.mark) : 'unknown'
  return fate === 'unknown' && !isOver ? 'under-way' : fate
}

/** The call died after its rows were committed: its answer is kept as it would have done. */
const answerOf = async (
  { state }: CallEngine,
  claim: IdempotencyClaim,
  outcome: IdempotencyRecord['outcome'],
): Promise<HeldClaim> => {
  const record = { scope: claim.scope, input: claim.input, savedAtMs: claim.atMs, outcome }
  await state.endClaim(claim, record)
  return { claim, answered: { ...record, intent: claim.id } }
}

/** Keeps the answer before the rows are committed; a call whose claim was taken over meanwhile commits nothing. */
export const prepareClaim = async (
  { state }: CallEngine,
  held: HeldClaim,
  outcome: IdempotencyRecord['outcome'],
  transaction: Transaction,
): Promise<void> => {
  const mark = transaction.mark ? await transaction.mark() : null
  held.claim = { ...held.claim, prepared: { outcome, mark } }
  if (!(await state.putClaim(held.claim, held.claim.id))) throw inProgress()
}

/** Done: the answer is kept for its day. Undone: the key is free again, unless that cannot be stored: then it frees itself. */
export const endClaim = async ({ state }: CallEngine, { claim }: HeldClaim, isDone: boolean): Promise<void> => {
  const { scope, input, atMs, prepared } = claim
  if (!isDone) return state.endClaim(claim, null).catch(() => {})
  if (prepared) await state.endClaim(claim, { scope, input, savedAtMs: atMs, outcome: prepared.outcome })
}

const inProgress = () => new ProblemError(problem('in-progress', { retryAfterSeconds: 1 }))

const nobodyKnows = () =>
  new ProblemError(
    problem('unavailable', {
      detail:
        'A request with this Idempotency-Key was begun before, and whether its change was made cannot be told any more. Read the record to see; if it was not made, send the request with another key.',
    }),
  )
