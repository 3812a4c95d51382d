import type { CallStore } from '../../rows/call-store.ts'
import type { Work } from '../../store/queue.ts'
import { sealedWork } from '../jobs/sealed-work.ts'

/** How many rows name a file that is being removed: fewer than any could make up for. */
export const going = -1_099_511_627_776

/** A file that no row has come to name by then is removed. */
export const unnamedMs = 3_600_000

/** What the queue knows work with files by. */
export const fileWork = 'files'
const removing = 'file/'

/** What was removed with its row, or replaced, is on record there. */
export const unasked = { name: fileWork, hasKey: false, input: [], result: null, effect: 'write', errors: [] } as const

const workNamed = (store: CallStore, id: string, dueMs: number): Work => ({
  id,
  operation: fileWork,
  sealed: sealedWork(store, 'file', id).seal([]),
  dueMs,
})

/** Work that removes a file, unless rows name it by then. `name`: as the state calls it. */
export const removalOf = (store: CallStore, name: string, dueMs: number): Work =>
  workNamed(store, `${removing}${name}`, dueMs)

/** The name of the file. Throws a ProblemError (`stale-cursor`) for what another service, or another secret, has sealed. */
export const openRemoval = (store: CallStore, { id, sealed }: Pick<Work, 'id' | 'sealed'>): string => {
  sealedWork(store, 'file', id).open(sealed)
  return id.slice(removing.length)
}

export const isRemoval = ({ id }: Pick<Work, 'id'>): boolean => id.startsWith(removing)

/** Work that counts files anew. */
export const recounting = (store: CallStore, dueMs: number): Work => workNamed(store, recountId, dueMs)

const recountId = 'files/recount'

export const isRecounting = ({ id }: Pick<Work, 'id'>): boolean => id === recountId

/** Work that goes on for as long as there are files: uploads that nobody goes on with are removed. */
export const fileSweep = (store: CallStore, dueMs: number): Work => workNamed(store, fileWork, dueMs)

export const isFileSweep = ({ id }: Pick<Work, 'id'>): boolean => id === fileWork

export const fileSweepEveryMs = 3_600_000
