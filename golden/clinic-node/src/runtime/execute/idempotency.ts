import { createHmac, hash } from 'node:crypto'
import type { Call, Principal } from '../call/call.ts'
import { ProblemError, problem } from '../problem/problem.ts'
import type { IdempotencyRecord } from '../store/state.ts'
import { canonicalJson } from '../values/canonical-json.ts'
import type { Json } from '../values/json.ts'

/** How long an answer is kept for its key. */
export const idempotencyMs = 24 * 3_600_000

/** What calls of one key, principal and operation share, and a digest of what this one asks. */
export interface Twin {
  readonly scope: string
  readonly input: string
}

/** Same key, principal and operation: the record to look for. Null without a key, and of nobody. */
export const idempotencyOf = (call: Call, principal: Principal, secret: Uint8Array): Twin | null => {
  const { idempotencyKey, ifMatch } = call.context
  // What one nobody was answered is none of another's.
  if (idempotencyKey === undefined || principal.credential === 'none') return null
  return {
    // Of what the request says: where rows say to which tenant its caller belongs, they may say another by the second time.
    scope: digest([
      principal.within === undefined ? (principal.tenant ?? null) : principal.within,
      principal.id,
      call.operation,
      idempotencyKey,
    ]),
    // Keyed: a digest alone of a body with few possible values could be found by trying them.
    input: createHmac('sha256', secret)
      .update(canonicalJson(['idempotency', call.input, ifMatch ?? null, call.select ?? null] as unknown as Json))
      .digest('base64url'),
  }
}

/** Whether a stored record still answers for its key. */
export const isCurrent = (record: IdempotencyRecord, nowMs: number): boolean => nowMs - record.savedAtMs < idempotencyMs

/** One key, one request. Throws `idempotency-mismatch`. */
export const refuseOther = (kept: { readonly input: string }, twin: { readonly input: string } | null): void => {
  if (kept.input !== twin?.input) throw new ProblemError(problem('idempotency-mismatch'))
}

const digest = (of: Json): string => hash('sha256', canonicalJson(of), 'base64url')
