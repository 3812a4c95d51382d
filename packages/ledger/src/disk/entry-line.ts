/** What a replica recorded, and where in that replica's own log it stands. */
export interface SourceRecord {
  readonly replica: string
  readonly epoch: number
  /** From 1, without gaps. */
  readonly sequence: number
  /** The entry as canonical JSON (RFC 8785), an object. */
  readonly entry: string
}

/**
 * The line that is one leaf of the tree: canonical JSON (RFC 8785) of the record and of when it was received. The text
 * is put together rather than serialised, since the entry is canonical already; members stand in order.
 */
export const entryLine = ({ entry, epoch, replica, sequence }: SourceRecord, receivedAt: string): string =>
  `{"entry":${entry},"epoch":${epoch},"receivedAt":"${receivedAt}","replica":${JSON.stringify(replica)},"sequence":${sequence}}`

/** A line of the ledger, read. */
export interface LedgerEntry<Entry = Readonly<Record<string, unknown>>> {
  readonly entry: Entry
  readonly epoch: number
  readonly receivedAt: string
  readonly replica: string
  readonly sequence: number
}

/** Reads a line whose place in the tree was checked: its shape is then what its writer gave it. */
export const readEntryLine = (line: string): LedgerEntry => JSON.parse(line)

/** The name under which the ledger records what concerns itself. No replica may use it. */
export const ownReplica = 'ledger'
/** Likewise, of the records that begin segments. */
export const segmentReplica = 'ledger/segments'

export const isOwnName = (replica: string): boolean => replica === ownReplica || replica.startsWith(`${ownReplica}/`)

/** The line that closes a commit: the checkpoint signed over everything before it. */
export const checkpointLine = (note: string): string => `{"checkpoint":${JSON.stringify(note)}}`

/** Null where the line is no checkpoint line in its one canonical spelling. */
export const noteInLine = (line: string): string | null => {
  try {
    const { checkpoint } = JSON.parse(line) as { checkpoint?: unknown }
    return typeof checkpoint === 'string' && checkpointLine(checkpoint) === line ? checkpoint : null
  } catch {
    return null
  }
}
