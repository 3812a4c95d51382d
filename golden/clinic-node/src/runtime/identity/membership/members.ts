import { apiKeyOf, rememberApiKey } from '../../call/api-key-of.ts'
import type { Authenticate, Principal } from '../../call/call.ts'
import type { AccessModel, MembershipModel, ServiceModel } from '../../call/model.ts'
import { compileEntities } from '../../store/entity.ts'
import type { RowChange } from '../../store/state.ts'
import type { Store } from '../../store/store.ts'
import { canonicalJson } from '../../values/canonical-json.ts'
import type { JsonObject } from '../../values/json.ts'
import { oncePerPrincipal } from '../once-per-principal.ts'
import { rememberRenewal, renewalOf } from '../standing.ts'
import { keptMemberships } from './kept-memberships.ts'
import { type Membership, memberOf, noMembership, triedOut } from './membership.ts'
import { readMembership } from './read-membership.ts'

export interface MembersOptions {
  readonly model: ServiceModel
  readonly store: Store
  readonly nowMs: () => number
}

/** Who callers are by rows of the service. */
export interface Members {
  /** The same sign-in, which gives what its caller is in the organisation that the request is for. */
  readonly among: (authenticate: Authenticate) => Authenticate
  /** What a commit may have changed is read anew from now on. */
  readonly forget: Forget
  /** What a principal is now that was found to be one before, as rows say: past any cache. */
  readonly now: (before: Principal) => Promise<Principal>
}

/** `null`: it is not known what was changed, as code of the service's own may have done it. */
export type Forget = (changes: readonly Pick<RowChange, 'entity'>[] | null) => void

/** Other replicas know of a change after this long, with the time that reading takes. */
const keptMs = 4_000

/** Null where the charter has none: then credentials say it all. */
export const membersOf = ({ model, store, nowMs }: MembersOptions): Members | null => {
  const { access } = model
  const { membership } = access
  if (!membership) return null
  const units = compileEntities(model, store)
  const read = entitiesAlong(model, membership)
  const kept = keptMemberships()
  /** Principals by who was proven and what they are: what was opened under one goes on under it. */
  const known = new WeakMap<Principal, WeakMap<Membership, Principal>>()
  /** Counts the commits that may have changed memberships: what began to be read before one is not kept past it. */
  let epoch = 0

  const readNow = (person: string, organisation: string | undefined): Promise<Membership> => {
    const until = { deadlineMs: Date.now() + model.limits.requestTimeoutMs }
    const source = { access: { ...access, membership }, units, reads: store.within(until).current, nowMs: nowMs() }
    return readMembership(source, { person, organisation })
  }

  const membershipOf = (person: string, organisation: string | undefined): Membership | Promise<Membership> => {
    const name = JSON.stringify([person, organisation ?? null])
    const before = kept.get(name)
    if (before && before.epoch === epoch && before.untilMs > nowMs()) return before.membership ?? before.found
    const found = readNow(person, organisation).then((now) => sameAs(before?.membership, now))
    kept.put(name, { found, epoch, untilMs: nowMs() + keptMs })
    return found
  }

  const principalOf = (proven: Principal, membership: Membership, chosen: string | undefined): Principal => {
    const principals = known.get(proven) ?? new WeakMap<Membership, Principal>()
    known.set(proven, principals)
    const before = principals.get(membership)
    if (before) return before
    const made = memberOf(proven, membership, access, withinOf(proven, chosen))
    principals.set(membership, made)
    rememberApiKey(made, apiKeyOf(proven))
    rememberRenewal(made, async () => resolvedNow(await (renewalOf(proven)?.() ?? proven), chosen))
    return made
  }

  const resolvedNow = async (proven: Principal, chosen: string | undefined): Promise<Principal> => {
    const meant = organisationOf(proven, chosen, access)
    if (triesOut(proven)) return triedOut(proven, meant)
    const membership = meant === null ? noMembership : await readNow(proven.id, meant)
    return memberOf(proven, membership, access, withinOf(proven, chosen))
  }

  const resolve = (proven: Principal, chosen: string | undefined): Principal | Promise<Principal> => {
    const meant = organisationOf(proven, chosen, access)
    if (triesOut(proven)) return tried(proven, meant)
    const membership = meant === null ? noMembership : membershipOf(proven.id, meant)
    return membership instanceof Promise
      ? membership.then((found) => principalOf(proven, found, chosen))
      : principalOf(proven, membership, chosen)
  }

  const tried = oncePerPrincipal(triedOut)

  return {
    among: (authenticate) => (credential) => {
      const proven = authenticate(credential)
      if (proven instanceof Promise) return proven.then((found) => found && resolve(found, credential?.organisation))
      return proven && resolve(proven, credential?.organisation)
    },
    now: async (before) => {
      // Who tries roles out needs no rows, then or now; whose roles rows have said chose an organisation, or none.
      const isMember = before.within !== undefined
      if (triesOut(before) && !isMember) return before
      // What rows said before is no try of today.
      const proven = triesOut(before) ? { ...before, roles: [] } : before
      return resolvedNow(proven, before.within ?? undefined)
    },
    forget: (changes) => {
      if (changes === null || changes.some(({ entity }) => read.has(entity))) epoch++
    },
  }
}

/**
 * The organisation that a request is for: the credential's own, else what the request names. Null: it names another than its credential is
 * for, and is for none. Undefined: it says nothing of one.
 */
const organisationOf = (
  { tenant }: Principal,
  chosen: string | undefined,
  { tenantClaim }: AccessModel,
): string | null | undefined => {
  if (tenantClaim === undefined) return undefined
  return tenant !== undefined && chosen !== undefined && tenant !== chosen ? null : (tenant ?? chosen)
}

/** What a request says of the organisation, whatever rows say. */
const withinOf = ({ tenant }: Principal, chosen: string | undefined): string | null => tenant ?? chosen ?? null

/** A token of development that names roles is there to try them out: it needs no rows. */
const triesOut = ({ credential, roles }: Principal): boolean => credential === 'development' && roles.length > 0

/** The same object where nothing has changed. */
const sameAs = (before: Membership | null | undefined, now: Membership): Membership =>
  before && textOf(before) === textOf(now) ? before : now

const textOf = (membership: Membership): string => canonicalJson(membership as unknown as JsonObject)

/** Entities whose rows say who belongs where, and with which roles. */
const entitiesAlong = ({ entities }: ServiceModel, { entity, roles }: MembershipModel): ReadonlySet<string> => {
  const along = [entity]
  for (const step of roles.slice(0, -1)) {
    const from = entities.find(({ name }) => name === along.at(-1))
    const target = from?.relations.find(({ name }) => name === step)?.target
    if (target !== undefined) along.push(target)
  }
  return new Set(along)
}
