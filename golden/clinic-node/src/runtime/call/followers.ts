import { placesOf } from '../limits/places.ts'
import { ProblemError, problem } from '../problem/problem.ts'
import type { Principal } from './call.ts'
import { principalKey } from './principal-key.ts'

/** Who follows changes in one style: so many streams at once, and only some of them of the same principal. */
export interface Followers {
  /** Takes a place until the function that it gives is called. Throws a ProblemError (`too-many`) when there is none. */
  enter(principal: Principal | null): () => void
}

const followersMax = 1000
const followersEachMax = 100

export const followersOf = (): Followers => {
  const places = placesOf({ max: followersMax, eachMax: followersEachMax })
  return {
    enter: (principal) => {
      const leave = places.take(principal ? principalKey(principal) : '')
      if (leave) return leave
      throw new ProblemError(problem('too-many', { detail: tooManyStreams, retryAfterSeconds: 30 }))
    },
  }
}

/** How long an item of a stream may take to go out: who takes none for so long is let go, and resumes after the last that it has. */
export const itemMsMax = 60_000

/** Told of streams that nobody need sign in for, too. */
export const tooManyStreams = 'Too many streams are open here. Come back later.'
