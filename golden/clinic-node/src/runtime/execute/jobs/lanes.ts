/**
 * Runs that ask the same receiver, and so are slow and fail together: few of them at a time, and of a lane that fails one. Nor does whose lanes
 * are many have more than some. The others wait without a slot.
 */
export interface Lanes {
  /** `of`: whose lane it is. Milliseconds after which it is looked at again, where it may not go on now. */
  enter(
    of: { readonly lane: string; readonly of: string },
    nowMs: number,
  ): { readonly waitMs: number } | { readonly place: LanePlace }
}

export interface LanePlace {
  /** `neither`: it says nothing of whether others would get through. */
  leave(ended: 'done' | 'failed' | 'neither', nowMs: number): void
}

export interface Lane {
  running: number
  /** How long one takes, of late. */
  averageMs: number
  /** When the last of those that wait comes to its turn. */
  turnMs: number
  /** How often it failed in a row. */
  failures: number
  closedUntilMs: number
}

const [most, mostOfOne] = [2, 4]
const [soonestMs, firstMs, longestMs] = [200, 5_000, 300_000]

/** `lanes`: by name, and whose they are; memory grows with those that run or failed of late. */
export const lanesOf = (lanes = new Map<string, Lane>()): Lanes => {
  let sweepAtMs = 0
  const known = (name: string): Lane => {
    const lane = lanes.get(name) ?? { running: 0, averageMs: soonestMs, turnMs: 0, failures: 0, closedUntilMs: 0 }
    lanes.set(name, lane)
    return lane
  }
  const forgetIdle = (name: string, { running, failures, closedUntilMs }: Lane, nowMs: number): void => {
    // Whoever waits for one that failed comes again soon after it is open.
    if (running === 0 && (failures === 0 || closedUntilMs + longestMs < nowMs)) lanes.delete(name)
  }
  /** Nobody leaves one that nobody enters any more. */
  const sweep = (nowMs: number): void => {
    if (nowMs < sweepAtMs) return
    sweepAtMs = nowMs + longestMs
    for (const [name, lane] of lanes) forgetIdle(name, lane, nowMs)
  }
  return {
    enter: ({ lane: name, of }, nowMs) => {
      sweep(nowMs)
      const names = [`lane ${name}`, `of ${of}`] as const
      const [lane, all] = [known(names[0]), known(names[1])]
      const waitMs = waitIn(lane, nowMs, most) ?? waitIn(all, nowMs, mostOfOne)
      if (waitMs !== null) return { waitMs }
      lane.running++
      all.running++
      const leave: LanePlace['leave'] = (ended, endMs) => {
        lane.running--
        all.running--
        note(lane, ended, { begunMs: nowMs, endMs })
        note(all, 'neither', { begunMs: nowMs, endMs })
        forgetIdle(names[0], lane, endMs)
        forgetIdle(names[1], all, endMs)
      }
      return { place: { leave } }
    },
  }
}

const waitIn = (lane: Lane, nowMs: number, runningMost: number): number | null => {
  // Not all at once.
  const spread = 1 + Math.random() / 4
  if (lane.failures > 0) {
    if (lane.running === 0 && lane.closedUntilMs <= nowMs) return null
    return Math.max(firstMs, lane.closedUntilMs - nowMs) * spread
  }
  if (lane.running < runningMost) return null
  // Each that waits is given a turn, so that a long line is not looked at over and over.
  lane.turnMs = Math.max(lane.turnMs, nowMs) + lane.averageMs / runningMost
  return Math.min(longestMs, Math.max(soonestMs, lane.turnMs - nowMs)) * spread
}

const note = (
  lane: Lane,
  ended: Parameters<LanePlace['leave']>[0],
  { begunMs, endMs }: { readonly begunMs: number; readonly endMs: number },
): void => {
  lane.averageMs = 0.8 * lane.averageMs + 0.2 * Math.max(0, endMs - begunMs)
  if (ended === 'done') lane.failures = 0
  // One that was begun before another failed has been counted with it.
  if (ended !== 'failed' || begunMs < lane.closedUntilMs) return
  lane.failures++
  lane.closedUntilMs = endMs + Math.min(longestMs, firstMs * 2 ** (lane.failures - 1))
}
