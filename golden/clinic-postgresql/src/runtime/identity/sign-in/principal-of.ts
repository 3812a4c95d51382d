import type { JWTPayload } from 'jose'
import type { CredentialKind, Principal } from '../../call/call.ts'
import type { AccessModel } from '../../call/model.ts'
import { instantAt } from '../../values/instant-at.ts'
import { type Json, ownMember } from '../../values/json.ts'
import { readValue } from '../../values/read.ts'
import { readingAt } from '../../values/read-context.ts'
import type { Claims } from './claims.ts'
import { unauthenticated } from './unauthenticated.ts'

export interface PrincipalOptions {
  readonly access: AccessModel
  readonly rolesClaim: string
  readonly credential: CredentialKind
  /** Undefined: the credential has no limit of its own. */
  readonly scopes: readonly string[] | undefined
  readonly nowMs: number
}

/** Who verified claims speak of: known roles, declared attributes, the tenant. Throws a ProblemError (`unauthenticated`). */
export const principalOf = (
  claims: Claims,
  { access, rolesClaim, credential, scopes, nowMs }: PrincipalOptions,
): Principal => {
  const roles = wordsOf(claims[rolesClaim]).filter((role) => access.roles.includes(role))
  const attributes: Record<string, Json> = {}
  for (const { name, claim, type, isRequired } of access.principal) {
    const given = ownMember(claims, claim) as Json | undefined
    const value =
      given === undefined || given === null ? undefined : readValue(type, given, '', readingAt(instantAt(nowMs)))
    if (value !== undefined) attributes[name] = value
    else if (isRequired) throw unauthenticated(`The token needs a "${claim}" claim.`)
  }
  const tenant = access.tenantClaim === undefined ? undefined : ownMember(claims, access.tenantClaim)
  // Where rows say who belongs where, a token need not.
  const isNeeded = access.tenantClaim !== undefined && ((tenant ?? null) !== null || !access.membership)
  if (isNeeded && (typeof tenant !== 'string' || tenant === ''))
    throw unauthenticated(`The token needs a "${access.tenantClaim}" claim.`)
  return {
    id: personOf(claims, access),
    ...(access.personClaim !== undefined && { subject: claims.sub }),
    roles,
    attributes,
    ...(typeof tenant === 'string' && { tenant }),
    credential,
    // Behind a gateway the connection is the gateway's to end.
    ...(credential !== 'gateway' && claims.exp !== undefined && { untilMs: claims.exp * 1000 }),
    ...(scopes && { scopes }),
    signIn: signInOf(claims),
  }
}

/** As long as OpenID Connect lets a `sub` be (Core, section 2). */
const personText = /^[^\0]{1,255}$/su

/** Never what else the credential says of who it is: that would be a second person of the same one. */
const personOf = (claims: Claims, { personClaim }: AccessModel): string => {
  if (personClaim === undefined) return claims.sub
  const person = ownMember(claims, personClaim)
  if (typeof person !== 'string' || !person.isWellFormed() || !personText.test(person))
    throw unauthenticated(
      `The token needs a "${personClaim}" claim that names the person: a text of 1 to 255 characters.`,
    )
  return person
}

/** A list of texts, or one text with spaces between words. */
export const wordsOf = (claim: unknown): readonly string[] =>
  Array.isArray(claim)
    ? claim.filter((word): word is string => typeof word === 'string')
    : typeof claim === 'string'
      ? claim.split(' ')
      : []

const signInOf = ({ acr, amr, auth_time: authTime }: JWTPayload): NonNullable<Principal['signIn']> => ({
  ...(typeof acr === 'string' && { acr }),
  ...(Array.isArray(amr) && { amr: amr.filter((each): each is string => typeof each === 'string') }),
  ...(typeof authTime === 'number' && { authTime }),
})
