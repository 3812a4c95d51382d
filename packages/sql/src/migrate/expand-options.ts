import type { Charter } from '@charter/charter'
import type { Structure } from '../structure.ts'

export interface ExpandOptions {
  readonly before: Structure
  readonly after: Structure
  /** The charter of `after`, for the values that rows without one get. */
  readonly charter: Charter
  readonly expressions: Readonly<Record<string, string>>
}
