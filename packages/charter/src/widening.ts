/**
 * Somebody may see more of a classified field than before, or less keeps it: what a person has to accept by its id.
 * `sees`: who reads the row, lists it, or searches by the field. The others are about the field itself, for everyone.
 */
export interface Widening {
  /** Readable, and bound to this very change: `Patient.ssn:pharmacist:read:1f0c2a9b`. */
  readonly id: string
  readonly kind: 'sees' | 'class' | 'protect' | 'mask'
  readonly entity: string
  readonly field: string
  /** As it is now; where it was dropped, as it was. */
  readonly class: string
  /** Roles that one person has to hold together; empty: whoever is signed in. */
  readonly roles: readonly string[]
  /** Of `sees`: `read`, `list`, `search`, and operations that answer with the row. */
  readonly ways: readonly string[]
  /** False: the two conditions cannot be compared, so it cannot be shown that nobody sees more. */
  readonly isCertain: boolean
  /** A condition in Cedar's spelling, `yes`, `no`; or how the field was kept. */
  readonly before: string
  readonly after: string
}
