import type { Deprecation } from '@charter/runtime'

/** What a reader of the contract is told; each answer says it in `Deprecation` (RFC 9745) and `Sunset` (RFC 8594). */
export const deprecationSentence = ({ since, sunset }: Deprecation): string =>
  `Deprecated since ${since}${sunset === undefined ? '' : `; it may be gone from ${sunset} on`}.`
