import type { ServiceModel } from '../../call/model.ts'
import { type Json, type JsonObject, ownMember } from '../../values/json.ts'
import { readText } from '../../values/read-text.ts'
import type { Assertion } from '../saml/assertion.ts'
import type { SamlConfig } from './config.ts'

/** What of an assertion a token would say: roles that the charter has, declared attributes, the tenant, the person, how they signed in. */
export const claimsOf = (
  assertion: Assertion,
  { access }: Pick<ServiceModel, 'access'>,
  { rolesAttribute }: Pick<SamlConfig, 'rolesAttribute'>,
): JsonObject => {
  const { attributes, authenticated } = assertion
  const single = (name: string): string | undefined => {
    const values = ownMember(attributes, name)
    return values?.length === 1 ? values[0] : undefined
  }
  const declared = access.principal.flatMap(({ claim, type }): [string, Json][] => {
    const text = single(claim)
    return text === undefined ? [] : [[claim, readText(type, text) ?? text]]
  })
  const named = (claim: string | undefined): JsonObject => {
    const text = claim === undefined ? undefined : single(claim)
    return claim === undefined || text === undefined ? {} : { [claim]: text }
  }
  return {
    ...Object.fromEntries(declared),
    ...named(access.tenantClaim),
    ...named(access.personClaim),
    roles: (ownMember(attributes, rolesAttribute) ?? []).filter((role) => access.roles.includes(role)),
    ...(authenticated && { auth_time: Math.floor(authenticated.atMs / 1000) }),
    ...(authenticated?.context && { acr: authenticated.context, ...strengthOf(authenticated.context) }),
  }
}

/** Classes of authentication that are of two factors; of others nothing is concluded. */
const twoFactors = [
  'https://refeds.org/profile/mfa',
  'http://schemas.microsoft.com/claims/multipleauthn',
  'urn:oasis:names:tc:SAML:2.0:ac:classes:MobileTwoFactorContract',
  'urn:oasis:names:tc:SAML:2.0:ac:classes:MobileTwoFactorUnregistered',
]

const strengthOf = (context: string): JsonObject => (twoFactors.includes(context) ? { amr: ['mfa'] } : {})
