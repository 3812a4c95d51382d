import type { Charter } from '@charter/charter'
import type { Rule } from '@charter/runtime'
import type { Formula } from './formula.ts'

/** One side of a comparison: a charter with the rules compiled from it. */
export interface Side {
  readonly charter: Charter
  readonly rules: readonly Rule[]
  readonly belonging: Belonging
}

/** What makes somebody a holder of roles, as far as it is another before and after: what is the same on both sides decides nothing. */
export interface Belonging {
  /** Of roles that are not `signedIn`. */
  readonly counts: Formula
  /** The role of whoever is signed in. */
  readonly signedIn: string | undefined
}
