import type { Principal } from '../../call/call.ts'
import type { AccessModel } from '../../call/model.ts'
import type { JsonObject } from '../../values/json.ts'

/** What rows say of one person in one organisation. */
export interface Membership {
  /** Null: they belong to none, or there is no tenancy. */
  readonly organisation: string | null
  /** As the rows name them, which may be roles that the charter has not. */
  readonly roles: readonly string[]
  /** By the principal's own names. */
  readonly attributes: JsonObject
}

export const noMembership: Membership = { organisation: null, roles: [], attributes: {} }

/**
 * Who a credential proved, as what they are in an organisation: what the token says of roles counts for nothing, and an API key's own are
 * the most that it can do. `within`: what the request says of the organisation.
 */
export const memberOf = (
  proven: Principal,
  { organisation, roles, attributes }: Membership,
  access: AccessModel,
  within: string | null = null,
): Principal => {
  const { tenant: _, ...person } = proven
  const signedIn = access.membership?.signedIn
  const held = access.roles.filter((role) => role === signedIn || roles.includes(role))
  const claimed = access.principal.filter(({ member }) => member === undefined).map(({ name }) => name)
  return {
    ...person,
    roles: proven.credential === 'api-key' ? held.filter((role) => proven.roles.includes(role)) : held,
    attributes: {
      ...Object.fromEntries(Object.entries(proven.attributes).filter(([name]) => claimed.includes(name))),
      ...attributes,
    },
    ...(organisation !== null && { tenant: organisation }),
    ...(access.tenantClaim !== undefined && { within }),
  }
}

/**
 * Who tries roles out in development: just those that their token names, as if rows said so. Null: it names another organisation than its
 * own.
 */
export const triedOut = (proven: Principal, organisation: string | null | undefined): Principal => {
  const { tenant: _, ...person } = proven
  return {
    ...person,
    roles: organisation === null ? [] : proven.roles,
    ...(typeof organisation === 'string' && { tenant: organisation }),
  }
}
