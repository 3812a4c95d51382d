import { anyTimesTaken } from './any-time-taken.ts'
import { dutiesTaken } from './duties-taken.ts'
import { hooksTaken } from './hooks-taken.ts'
import { internalsTaken } from './internal-taken.ts'
import { membersTaken } from './members-taken.ts'
import { ownRoutesTaken } from './own-routes-taken.ts'
import { quorumsTaken } from './quorum-taken.ts'
import { statesTaken } from './states-taken.ts'
import type { Taken } from './taken.ts'
import { tenancyTaken } from './tenancy-taken.ts'
import { timesTaken } from './time-taken.ts'

const readings: readonly ((words: string) => readonly Taken[])[] = [
  statesTaken,
  tenancyTaken,
  membersTaken,
  quorumsTaken,
  dutiesTaken,
  timesTaken,
  anyTimesTaken,
  hooksTaken,
  internalsTaken,
  ownRoutesTaken,
]

/** What readings of their own take out of the words; of two that want the same ones, the first. */
export const takenIn = (words: string): readonly Taken[] => {
  const all: Taken[] = []
  for (const each of readings.flatMap((reading) => reading(words)))
    if (!all.some((other) => isOver(each, other))) all.push(each)
  return all
}

const isOver = (one: Taken, other: Taken): boolean => one.from < other.end && other.from < one.end
