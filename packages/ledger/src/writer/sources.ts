import type { SourceRecord } from '../disk/entry-line.ts'

/** How far the records of each replica have come: by replica, then by epoch, the last sequence. */
export type SourcesJson = Readonly<Record<string, Readonly<Record<string, number>>>>

/** Where a record stands: the next one, one that is held already, or one with others missing before it. */
export type RecordPosition = 'next' | 'held' | { readonly expected: number }

export interface Sources {
  standingOf(record: Place): RecordPosition
  /** The newest epoch of which something was recorded; 0 where nothing was. */
  lastEpochOf(replica: string): number
  note(record: Place): void
  /** Epochs and sequences of all replicas, as the first record of each segment keeps them. */
  toJson(): SourcesJson
}

type Place = Pick<SourceRecord, 'replica' | 'epoch' | 'sequence'>

/** Epochs of one replica that are remembered: records of an older one count as held. */
const epochsMax = 16

export const sourcesFrom = (json: SourcesJson): Sources => {
  const replicas = new Map(
    Object.entries(json).map(([replica, epochs]) => [
      replica,
      new Map(Object.entries(epochs).map(([epoch, last]) => [Number(epoch), last])),
    ]),
  )
  return {
    standingOf: ({ replica, epoch, sequence }) => {
      const epochs = replicas.get(replica)
      const last = epochs?.get(epoch) ?? 0
      if (epochs && last === 0 && epochs.size === epochsMax && epoch < Math.min(...epochs.keys())) return 'held'
      if (sequence <= last) return 'held'
      return sequence === last + 1 ? 'next' : { expected: last + 1 }
    },
    lastEpochOf: (replica) => Math.max(0, ...(replicas.get(replica)?.keys() ?? [])),
    note: ({ replica, epoch, sequence }) => {
      let epochs = replicas.get(replica)
      if (!epochs) {
        epochs = new Map()
        replicas.set(replica, epochs)
      }
      epochs.set(epoch, sequence)
      if (epochs.size > epochsMax) epochs.delete(Math.min(...epochs.keys()))
    },
    toJson: () =>
      Object.fromEntries([...replicas].map(([replica, epochs]) => [replica, Object.fromEntries([...epochs])])),
  }
}
