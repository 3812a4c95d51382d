import { ProblemError, problem } from '@charter/runtime'
import type { RaiseAlarm } from '../alarm.ts'

/** How much one replica sends: past `minute` it waits, past `day` somebody is told. */
export interface ReplicaBytes {
  readonly minute: number
  readonly day: number
}

/** So many bytes, and so many requests, of each replica. */
export interface ReplicaBounds {
  /**
   * Counts a request, and holds room for the bytes that it says, of which what it gives takes what was read alone. Throws a ProblemError
   * (`too-many`) with when to come back, before any of them is read.
   */
  take(replica: string, bytes: number): (read: number) => void
}

const requestsPerMinute = 1200
const dayMs = 86_400_000

/** What may be sent at once, as a share of what there is of it in a minute; below 0 where the last one was more than was left. */
interface Level {
  bytes: number
  requests: number
  atMs: number
}

/**
 * A bucket for each replica, which are those that the settings name: their number is bounded. Whoever is sent away keeps its log and comes
 * again, so nothing of it is lost.
 */
export const replicaBounds = (
  bytesOf: () => ReplicaBytes,
  { raise, nowMs }: { readonly raise: RaiseAlarm; readonly nowMs: () => number },
): ReplicaBounds => {
  const levels = new Map<string, Level>()
  const days = new Map<string, { readonly day: number; readonly bytes: number }>()
  const levelOf = (replica: string): Level => {
    const most = { bytes: bytesOf().minute, requests: requestsPerMinute, atMs: nowMs() }
    const known = levels.get(replica)
    if (!known) return most
    const passed = (nowMs() - known.atMs) / 60_000
    return {
      bytes: Math.min(most.bytes, known.bytes + passed * most.bytes),
      requests: Math.min(most.requests, known.requests + passed * most.requests),
      atMs: nowMs(),
    }
  }
  const countOfDay = (replica: string, bytes: number): void => {
    const day = Math.floor(nowMs() / dayMs)
    const known = days.get(replica)
    const before = known?.day === day ? known.bytes : 0
    days.set(replica, { day, bytes: before + bytes })
    const most = bytesOf().day
    if (before <= most && before + bytes > most)
      raise('volume', `Replica ${replica} sent more than ${most} bytes today. It is recorded still.`, { replica })
  }
  return {
    take: (replica, bytes) => {
      const level = levelOf(replica)
      const share = Math.min((level.bytes - 1) / bytesOf().minute, (level.requests - 1) / requestsPerMinute)
      if (share < 0)
        throw new ProblemError(
          problem('too-many', {
            detail: `${replica} sends more than is taken of one replica in a minute. Keep it, and send it later.`,
            retryAfterSeconds: Math.max(1, Math.ceil(-share * 60)),
          }),
        )
      levels.set(replica, { ...level, bytes: level.bytes - bytes, requests: level.requests - 1 })
      return (read) => {
        const now = levelOf(replica)
        levels.set(replica, { ...now, bytes: Math.min(bytesOf().minute, now.bytes + bytes - read) })
        countOfDay(replica, read)
      }
    },
  }
}
