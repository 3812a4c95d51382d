import type { Alarm, RaiseAlarm } from '../alarm.ts'

/** Alarms that whoever can reach the ledger can bring about. */
export interface BoundedAlarms {
  /** Raised at once; those of the same subject within the next minute as one, with their number. */
  raise(subject: string, sentence: string, details: Alarm['details']): void
  /** Raises what was held back. */
  close(): void
}

interface Held {
  readonly timer: NodeJS.Timeout
  times: number
  say: () => void
}

/** So that nobody fills the ledger with alarms: two a minute for each subject at most. Subjects are for the caller to bound. */
export const boundedAlarms = (raise: RaiseAlarm, everyMs = 60_000): BoundedAlarms => {
  const subjects = new Map<string, Held>()
  const end = (subject: string): void => {
    const held = subjects.get(subject)
    subjects.delete(subject)
    clearTimeout(held?.timer)
    if (held && held.times > 0) held.say()
  }
  return {
    raise: (subject, sentence, details) => {
      const held = subjects.get(subject)
      if (!held) {
        raise('forged-replica', sentence, details)
        const timer = setTimeout(() => end(subject), everyMs).unref()
        subjects.set(subject, { timer, times: 0, say: () => {} })
        return
      }
      held.times++
      const { times } = held
      held.say = () => raise('forged-replica', `${sentence} (${times} more within a minute)`, { ...details, times })
    },
    close: () => {
      for (const subject of [...subjects.keys()]) end(subject)
    },
  }
}
