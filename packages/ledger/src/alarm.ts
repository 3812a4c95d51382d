/** What somebody should look at. The ledger goes on where it can; the sentence says what it did. */
export interface Alarm {
  readonly kind: AlarmKind
  /** Instant. */
  readonly at: string
  readonly sentence: string
  readonly details: Readonly<Record<string, string | number>>
}

export type AlarmKind =
  /** A replica's records are missing between two that came. */
  | 'gap'
  /** A record under a name that is not the sender's to use, or a log signed with another key. */
  | 'forged-replica'
  /** A clock went back, or jumped: the ledger's own, or a replica's. */
  | 'clock-step'
  /** The disk did not take a commit. */
  | 'disk'
  | 'queue-full'
  /** A replica sent more in a day than its ledger expects. */
  | 'volume'
  /** Opening found bytes after the last signed commit, and dropped them: nothing in them was ever acknowledged. */
  | 'torn-tail'
  /** Another writer took over; this one appends no more. */
  | 'fenced'
  /** A witness did not take a checkpoint, or holds one that contradicts this log. */
  | 'witness'

export type OnAlarm = (alarm: Alarm) => void
export type RaiseAlarm = (kind: AlarmKind, sentence: string, details?: Alarm['details']) => void
