import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { type Checkpoint, readCheckpoint } from '../checkpoint/checkpoint.ts'
import { type NoteKey, readNoteKey } from '../checkpoint/note.ts'
import { noteInLine, readEntryLine } from '../disk/entry-line.ts'
import {
  leafOfLine,
  linesOf,
  lineText,
  readSegment,
  type SegmentBytes,
  type SegmentLine,
} from '../disk/segment-lines.ts'
import { listSegments, type SegmentName, segmentFile } from '../disk/segment-name.ts'
import { leavesFrom, tileReader } from '../disk/tile-reader.ts'
import { emptyFrontier, type GrowingFrontier, growFrontier, rootOf } from '../merkle/frontier.ts'
import { type Hash, hashText } from '../merkle/hash.ts'
import { tileHeight } from '../merkle/tile.ts'
import type { EntryRange } from '../retention/retention-record.ts'
import type { Witness } from '../witness/witness.ts'
import { type GapCheck, gapCheck } from './check-gaps.ts'
import { tileCheck } from './check-tiles.ts'
import type { LedgerFault } from './ledger-fault.ts'
import { differences } from './locate.ts'

export interface LedgerVerdict {
  readonly isWhole: boolean
  readonly origin: string
  /** Entries up to the last signed checkpoint that fits. */
  readonly size: number
  /** Root over them, base64. */
  readonly root: string
  readonly checkpoints: number
  /** Entries that were retired, as signed entries say: their hashes are there, and they are not. */
  readonly retired: readonly EntryRange[]
  /** In order; the first hundred. */
  readonly faults: readonly LedgerFault[]
  /** `given`: checked with a key that the caller brought. `own`: with the one in the ledger, which its owner chose. */
  readonly key: 'given' | 'own'
  /** Entries after the newest checkpoint that a witness holds: they could still be rewritten by the ledger's owner. */
  readonly unwitnessed: number
  readonly witnesses: readonly WitnessVerdict[]
}

export interface WitnessVerdict {
  readonly name: string
  /** Size of the newest checkpoint it holds of this ledger; 0 for none. */
  readonly size: number
  /** Why it proves less than it seems to; null where it is independent. */
  readonly notIndependent: string | null
}

export interface VerifyOptions {
  /** Undefined: the key that the ledger names itself. */
  readonly key?: NoteKey
  readonly witnesses?: readonly Witness[]
  /** Signed checkpoints that were seen elsewhere (by another reader, in a receipt). */
  readonly seen?: readonly string[]
}

const faultsMax = 100

/** Checks a ledger's folder, or a copy, offline: every entry, commit, checkpoint and tile, and what witnesses saw. */
export const verifyLedger = async (folder: string, options: VerifyOptions = {}): Promise<LedgerVerdict> => {
  const { segments } = await listSegments(folder)
  const key = options.key ?? (await ownKey(folder, segments))
  if (!key) return unreadable()
  const testimony = await gather(options, key)
  const state = newState(folder, key, testimony)
  for (const name of segments) {
    if (!(await verifySegment(state, name))) break
    await state.tiles.settled()
  }
  const retired = state.gaps.finish()
  await verifyPublished(state)
  await state.tiles.finish(state.grown.size)
  const verdict = await verdictOf(state, testimony, options.key ? 'given' : 'own', folder)
  return { ...verdict, retired }
}

/** What others saw of this ledger. */
interface Testimony {
  readonly by: string
  readonly witness: Witness | null
  readonly checkpoints: readonly Checkpoint[]
  /** Checkpoints that do not verify with the ledger's key. */
  readonly altered: number
}

const gather = async ({ witnesses = [], seen = [] }: VerifyOptions, key: NoteKey): Promise<readonly Testimony[]> => {
  const read = (notes: readonly string[]): Pick<Testimony, 'checkpoints' | 'altered'> => {
    const checkpoints = notes.map((note) => readCheckpoint(note, key)).filter((one) => typeof one !== 'string')
    return {
      checkpoints: checkpoints.filter(({ origin }) => origin === key.name),
      altered: notes.length - checkpoints.length,
    }
  }
  const told = await Promise.all(
    witnesses.map(async (witness) => ({ by: witness.name, witness, ...read(await witness.checkpoints()) })),
  )
  return [...told, { by: 'another reader', witness: null, ...read(seen) }]
}

interface State {
  readonly folder: string
  readonly key: NoteKey
  readonly faults: LedgerFault[]
  readonly tiles: ReturnType<typeof tileCheck>
  /** Sizes at which somebody saw a root. */
  readonly watched: ReadonlyMap<number, readonly { readonly by: string; readonly root: Hash }[]>
  grown: GrowingFrontier
  /** Leaves since the last checkpoint that fits. */
  since: Hash[]
  checkpoints: number
  last: Checkpoint | null
  /** Room for one segment after another. */
  readonly spare: Buffer
  /** A group of entries does not fit and nobody can say which: nothing after it can be checked against a root. */
  isLost: boolean
  readonly gaps: GapCheck
}

const newState = (folder: string, key: NoteKey, testimony: readonly Testimony[]): State => {
  const watched = new Map<number, { by: string; root: Hash }[]>()
  for (const { by, checkpoints } of testimony)
    for (const { size, root } of checkpoints) watched.set(size, [...(watched.get(size) ?? []), { by, root }])
  const faults: LedgerFault[] = []
  const tiles = tileCheck(folder, (fault) => addFault(faults, fault))
  return {
    folder,
    key,
    faults,
    tiles,
    watched,
    grown: grow(tiles),
    since: [],
    checkpoints: 0,
    last: null,
    spare: Buffer.allocUnsafe(2 ** 25),
    isLost: false,
    gaps: gapCheck(folder, (fault) => addFault(faults, fault)),
  }
}

const grow = (tiles: ReturnType<typeof tileCheck>): GrowingFrontier =>
  growFrontier(emptyFrontier, (level, node) => {
    if (level % tileHeight === 0) tiles.add(level / tileHeight, node)
  })

const addFault = (faults: LedgerFault[], fault: LedgerFault): void => {
  if (faults.length < faultsMax) faults.push(fault)
}

/** False where going on makes no sense: a part of the log is missing or lost. */
const verifySegment = async (state: State, name: SegmentName): Promise<boolean> => {
  const file = basename(segmentFile(state.folder, name))
  const expected = state.grown.size
  if (name.first !== expected && !(await bridge(state, [expected, name.first], file))) return false
  const content = await readSegment(segmentFile(state.folder, name), state.spare)
  let number = 0
  let end = 1
  for (const line of linesOf(content)) {
    number++
    if (!line.isCheckpoint) {
      state.since.push(leafOfLine(content, line))
      continue
    }
    await verifyCommit({ state, content, start: end, line, where: `${file}, line ${number}` })
    if (state.isLost) return false
    if (state.since.length === 0) end = line.end + 1
  }
  if (end < content.bytes.length) {
    const sentence = `${content.bytes.length - end} bytes after entry ${state.grown.size - 1} belong to no signed commit: a write that was cut short, or an addition, or a commit that was altered.`
    addFault(state.faults, { part: 'segment', where: file, index: state.grown.size, sentence })
    state.since = []
  }
  return true
}

const bridge = (state: State, entries: EntryRange, where: string): Promise<boolean> =>
  state.gaps.bridge(entries, where, async (leaves) => {
    for (const leaf of leaves) appendSeen(state, leaf)
    await state.tiles.settled()
  })

interface Commit {
  readonly state: State
  readonly content: SegmentBytes
  /** Where its first line begins. */
  readonly start: number
  /** Its checkpoint. */
  readonly line: SegmentLine
  readonly where: string
}

const verifyCommit = async ({ state, content, start, line, where }: Commit): Promise<void> => {
  const { grown, since, key } = state
  const read = readCheckpoint(noteInLine(lineText(content, line)) ?? '', key)
  const fault = (sentence: string): void =>
    addFault(state.faults, { part: 'checkpoint', where, index: grown.size + since.length, sentence })
  if (read === 'malformed') return fault('This checkpoint is malformed: it was cut short or altered.')
  if (read === 'unsigned') return fault('This checkpoint was not signed with the key of this ledger, or was altered.')
  if (read.origin !== key.name) return fault(`This checkpoint is of another ledger: ${read.origin}.`)
  state.checkpoints++
  const trial = growFrontier(grown)
  for (const leaf of since) trial.append(leaf)
  const leaves =
    read.size === trial.size && read.root === rootOf(trial) ? since : await signedLeaves(state, read, where)
  if (leaves === null) return
  for (const leaf of leaves) appendSeen(state, leaf)
  if (leaves === since) state.gaps.read(content.bytes.subarray(start, line.start))
  state.since = []
  state.last = read
}

/** The leaves that a checkpoint was signed over, from the tiles, with what differs from them said; null where tiles cannot tell. */
const signedLeaves = async (state: State, read: Checkpoint, where: string): Promise<readonly Hash[] | null> => {
  const from = state.grown.size
  const leaves = await leavesFrom(tileReader(state.folder, read.size), from, read.size).catch(() => [])
  const trial = growFrontier(state.grown)
  for (const leaf of leaves) trial.append(leaf)
  if (read.size < from || trial.size !== read.size || rootOf(trial) !== read.root) {
    const sentence = `Entries ${from} to ${from + state.since.length - 1} are not the ones that were signed as entries ${from} to ${read.size - 1}. The tiles cannot tell which.`
    addFault(state.faults, { part: 'entry', where, index: from, sentence })
    state.isLost = true
    return null
  }
  for (const { index, sentence } of differences(from, leaves, state.since))
    addFault(state.faults, { part: 'entry', where, index, sentence })
  return leaves
}

/** Appends a leaf, and compares the tree with what others saw of it at this size. */
const appendSeen = ({ watched, grown, faults }: State, leaf: Hash): void => {
  grown.append(leaf)
  const seen = watched.get(grown.size)
  if (!seen) return
  const root = rootOf(grown)
  for (const { by, root: theirs } of seen)
    if (theirs !== root)
      addFault(faults, {
        part: 'witness',
        where: by,
        index: grown.size,
        sentence: `At ${grown.size} entries ${by} saw the root ${hashText(theirs)}, and here it is ${hashText(root)}: the ledger was rewritten, or two were shown different ones.`,
      })
}

/** The file `checkpoint` is what readers start from. */
const verifyPublished = async (state: State): Promise<void> => {
  const fault = (index: number, sentence: string): void =>
    addFault(state.faults, { part: 'checkpoint', where: 'checkpoint', index, sentence })
  const note = await readFile(join(state.folder, 'checkpoint'), 'utf8').catch(() => null)
  if (note === null) return fault(0, 'There is no published checkpoint.')
  const read = readCheckpoint(note, state.key)
  if (typeof read === 'string') return fault(0, `The published checkpoint is ${read}: it was altered.`)
  if (state.isLost) return
  const { size } = state.grown
  if (read.origin !== state.key.name) fault(read.size, `The published checkpoint is of another ledger: ${read.origin}.`)
  else if (read.size > size)
    fault(read.size, `${read.size} entries were published, and ${size} are here: the tail was cut.`)
  else if (read.size === size && read.root !== rootOf(state.grown))
    fault(read.size, 'The published checkpoint has another root than the entries here.')
}

const verdictOf = async (
  { faults, grown, checkpoints, last, key, isLost }: State,
  testimony: readonly Testimony[],
  source: LedgerVerdict['key'],
  folder: string,
): Promise<Omit<LedgerVerdict, 'retired'>> => {
  const newest = (of: readonly Checkpoint[]): number => Math.max(0, ...of.map(({ size }) => size))
  for (const { by, altered } of testimony)
    if (altered > 0) {
      const sentence = `${altered} checkpoints that ${by} keeps do not verify with the key of this ledger.`
      addFault(faults, { part: 'witness', where: by, index: 0, sentence })
    }
  for (const { by, checkpoints: seen } of testimony)
    if (newest(seen) > grown.size && !isLost) {
      const sentence = `${by} saw ${newest(seen)} entries, and ${grown.size} are here: the tail was cut.`
      addFault(faults, { part: 'witness', where: by, index: newest(seen), sentence })
    }
  const witnesses = await Promise.all(
    testimony.flatMap(({ witness, checkpoints: seen }) =>
      witness === null
        ? []
        : [
            witness
              .notIndependent(folder)
              .then((notIndependent) => ({ name: witness.name, size: newest(seen), notIndependent })),
          ],
    ),
  )
  return {
    isWhole: faults.length === 0 && last !== null,
    origin: key.name,
    size: grown.size,
    root: hashText(rootOf(grown)),
    checkpoints,
    faults,
    key: source,
    unwitnessed: Math.max(0, grown.size - Math.max(0, ...witnesses.map(({ size }) => size))),
    witnesses,
  }
}

/** The key that the first entry names: of the ledger, or of its first segment that was not retired. */
const ownKey = async (folder: string, [first]: readonly SegmentName[]): Promise<NoteKey | null> => {
  if (!first) return null
  const content = await readSegment(segmentFile(folder, first))
  for (const line of linesOf(content)) {
    try {
      return readNoteKey(String(readEntryLine(lineText(content, line)).entry.key))
    } catch {
      return null
    }
  }
  return null
}

const unreadable = (): LedgerVerdict => ({
  isWhole: false,
  origin: '',
  size: 0,
  root: hashText(rootOf(emptyFrontier)),
  checkpoints: 0,
  retired: [],
  faults: [{ part: 'segment', where: 'segments', index: 0, sentence: 'There is no first entry that names the key of this ledger. Give the key.' }], // biome-ignore format: one fault
  key: 'own',
  unwitnessed: 0,
  witnesses: [],
})
