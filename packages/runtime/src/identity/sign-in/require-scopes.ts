import type { Call, Principal } from '../../call/call.ts'
import type { ServiceModel } from '../../call/model.ts'
import { missingScopes } from '../../call/scope.ts'
import { ProblemError, problem } from '../../problem/problem.ts'

/**
 * Refuses a call that the credential's scopes do not cover, whatever its roles allow (RFC 6750 section 3.1). Asked once
 * the roles are known to allow it: who may not do it anyway is not sent for a scope.
 */
export const requireScopes = (model: ServiceModel, call: Call, { scopes: held }: Principal): void => {
  if (held === undefined) return
  const scopes = missingScopes(model, call, held)
  if (scopes.length === 0) return
  throw new ProblemError(
    problem('forbidden', {
      detail: `The credential may not be used for ${call.operation}: it needs the scope ${scopes.map((each) => `"${each}"`).join(' and ')}.`,
      scopes,
    }),
  )
}
