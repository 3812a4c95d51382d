import type { Charter, Structure } from '@charter/charter'

export interface ExpandOptions {
  readonly before: Structure
  readonly after: Structure
  /** The charter of `after`, for the values that rows without one get. */
  readonly charter: Charter
  readonly expressions: Readonly<Record<string, string>>
}
