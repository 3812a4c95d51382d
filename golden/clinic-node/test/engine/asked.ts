import type { Call, CallContext, JsonObject, Outcome, Principal } from '../../src/runtime/index.ts'
import { deriving } from '../scenarios/service.ts'

/** Somebody in a role, with the attributes of the first example rows, or of others. */
export const principal = (role: string, more: Partial<Principal> = {}, claims = 0): Principal =>
  ({
    id: `${role}-${claims}`,
    roles: [role],
    credential: 'development',
    attributes: deriving.examples.attributes[claims] ?? {},
    ...(deriving.model.access.tenantClaim !== undefined && { tenant: `tenant-${claims + 1}` }),
    signIn: { amr: ['pwd', 'mfa'], authTime: Math.floor(Date.now() / 1000) },
    ...more,
  }) as Principal

/** A call beneath the protocols. */
export const call = (
  operation: string,
  who: Principal | null,
  input: { readonly key?: JsonObject; readonly value?: JsonObject } = {},
  { select = {}, ...context }: Partial<CallContext> & { readonly select?: Call['select'] } = {},
): Call =>
  ({
    operation,
    input,
    select,
    principal: who,
    context: { origin: { style: 'test', requestId: 'test' }, ...context },
  }) as Call

export const codeOf = (outcome: Outcome): string => (outcome.kind === 'problem' ? outcome.problem.code : outcome.kind)

export const keyOf = (names: readonly string[], row: JsonObject): JsonObject =>
  Object.fromEntries(names.map((name) => [name, row[name] ?? null]))
