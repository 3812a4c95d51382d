import { forgetOldest } from '../../limits/forget-oldest.ts'
import type { Membership } from './membership.ts'

/** What was read of a person in an organisation. */
export interface Kept {
  readonly found: Promise<Membership>
  /** Null until it is found. */
  readonly membership: Membership | null
  readonly epoch: number
  readonly untilMs: number
}

export interface KeptMemberships {
  get(name: string): Kept | undefined
  /** Keeps it while it is read, and once it is found; what failed is not kept. */
  put(name: string, reading: Omit<Kept, 'membership'>): void
}

/** Past these, what was read longest ago goes. */
const keptMax = 10_000
/** Which organisations they are no members of, people may make up without end: it takes no room from what others are. */
const emptyMax = 1000

/** Memberships by names of a person and an organisation, of which callers make up the second. */
export const keptMemberships = (): KeptMemberships => {
  const held = new Map<string, Kept>()
  const empty = new Map<string, Kept>()
  return {
    get: (name) => held.get(name) ?? empty.get(name),
    put: (name, reading) => {
      const made = { ...reading, membership: null as Membership | null }
      held.delete(name)
      empty.delete(name)
      forgetOldest(held, keptMax)
      held.set(name, made)
      reading.found.then(
        (membership) => {
          made.membership = membership
          if (!isEmpty(membership) || held.get(name) !== made) return
          held.delete(name)
          forgetOldest(empty, emptyMax)
          empty.set(name, made)
        },
        // What failed is asked again.
        () => {
          if (held.get(name) === made) held.delete(name)
        },
      )
    },
  }
}

const isEmpty = ({ organisation, roles }: Membership): boolean => organisation === null && roles.length === 0
