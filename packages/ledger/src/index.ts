export type { Alarm, AlarmKind, OnAlarm } from './alarm.ts'
export { type Checkpoint, checkpointText, peekCheckpoint, readCheckpoint } from './checkpoint/checkpoint.ts'
export { type Note, type NoteKey, noteKeyText, readNote, readNoteKey, signNote } from './checkpoint/note.ts'
export { type LedgerEntry, ownReplica, type SourceRecord } from './disk/entry-line.ts'
export type { OpenSegmentFile, SegmentFile } from './disk/segment-file.ts'
export { type ExportRange, exportCsv, exportNdjson, exportParquet } from './export/export.ts'
export { type Hash, hashOfText, hashText, leafHash } from './merkle/hash.ts'
export {
  type Consistency,
  consistencyProof,
  type Inclusion,
  inclusionProof,
  type NodeAt,
  verifyConsistency,
  verifyInclusion,
} from './merkle/proof.ts'
export { openVault, type PersonalVault } from './personal/vault.ts'
export { type CopyLedgerOptions, copyLedger } from './read/copy-ledger.ts'
export { type LedgerReader, openReader, type ProvenEntry } from './read/open-reader.ts'
export { indexFolder } from './retention/drop-retired.ts'
export type { EntryRange, HeldWhat, Hold, RetentionRecord } from './retention/retention-record.ts'
export { type Retirement, type RetireOptions, retire } from './retention/retire.ts'
export type { LedgerQuery } from './search/ledger-query.ts'
export { openSearchIndex, type SearchIndex, searchOnRecord } from './search/search-index.ts'
export type { LedgerFault } from './verify/ledger-fault.ts'
export { type ExportVerdict, verifyExport } from './verify/verify-export.ts'
export { type LedgerVerdict, type VerifyOptions, verifyLedger } from './verify/verify-ledger.ts'
export { type FileWitnessOptions, fileWitness, notesIn } from './witness/file-witness.ts'
export { type LedgerWitnessOptions, ledgerWitness } from './witness/ledger-witness.ts'
export { type TimeStampWitnessOptions, timeStampWitness } from './witness/time-stamp/time-stamp-witness.ts'
export type { Witness } from './witness/witness.ts'
export { type WitnessState, witnessStates } from './witness/witness-states.ts'
export type { Clock } from './writer/clock.ts'
export {
  type Ledger,
  type LedgerLimits,
  type LedgerOptions,
  ledgerLimits,
  openLedger,
  type Predecessor,
  type Receipt,
} from './writer/open-ledger.ts'
export { rebuildTiles } from './writer/rebuild-tiles.ts'
