import type { Claims } from './claims.ts'
import { skewSeconds } from './claims.ts'
import { unauthenticated } from './unauthenticated.ts'

/** An assertion is made for the request at hand; longer ones would be tokens that a header lets in. */
const lifetimeSecondsMax = 60

/** Refuses an assertion that says no time of issue, one that is still to come, or an end more than 60 seconds after it. */
export const refuseLongLived = ({ iat, exp }: Claims, nowMs: number): void => {
  if (iat === undefined || iat > nowMs / 1000 + skewSeconds)
    throw unauthenticated('The assertion has to say when it was issued ("iat").')
  if (exp - iat > lifetimeSecondsMax)
    throw unauthenticated(`An assertion of a gateway holds for ${lifetimeSecondsMax} seconds at most.`)
}
