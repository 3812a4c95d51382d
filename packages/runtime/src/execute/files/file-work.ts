import type { FileScope } from '../../files/service-files.ts'
import type { CallStore } from '../../rows/call-store.ts'
import type { Work } from '../../store/queue.ts'
import { sealedWork } from '../jobs/sealed-work.ts'

export interface Removal {
  readonly scope: FileScope
  readonly digest: string
  /** As the state calls it. */
  readonly name: string
}

/** How many rows name a file that is being removed: fewer than any could make up for. */
export const going = -1_099_511_627_776

/** A file that no row has come to name by then is removed. */
export const unnamedMs = 3_600_000

/** What the queue knows work with files by. */
export const fileWork = 'files'
const removing = 'file/'

/** Work that removes a file, unless rows name it by then. */
export const removalOf = (store: CallStore, { scope, digest, name }: Removal, dueMs: number): Work => {
  const id = `${removing}${name}`
  const sealed = sealedWork(store, 'file', id).seal([scope.isSealed, scope.tenant, digest])
  return { id, operation: fileWork, sealed, dueMs }
}

/** The same of a file that no row names: its name alone is known, and enough. */
export const removalNamed = (store: CallStore, name: string, dueMs: number): Work =>
  removalOf(store, { scope: { isSealed: false, tenant: null }, digest: '', name }, dueMs)

/** Rejects with `stale-cursor` for what another service, or another secret, has sealed. */
export const openRemoval = (store: CallStore, { id, sealed }: Pick<Work, 'id' | 'sealed'>): Removal => {
  const [isSealed, tenant, digest] = sealedWork(store, 'file', id).open(sealed)
  return {
    scope: { isSealed: isSealed === true, tenant: typeof tenant === 'string' ? tenant : null },
    digest: String(digest),
    name: id.slice(removing.length),
  }
}

export const isRemoval = ({ id }: Pick<Work, 'id'>): boolean => id.startsWith(removing)

/** Work that counts files anew. */
export const recounting = (store: CallStore, dueMs: number): Work => ({
  id: recountId,
  operation: fileWork,
  sealed: sealedWork(store, 'file', recountId).seal([]),
  dueMs,
})

const recountId = 'files/recount'

export const isRecounting = ({ id }: Pick<Work, 'id'>): boolean => id === recountId

/** Work that goes on for as long as there are files: uploads that nobody goes on with are removed. */
export const fileSweep = (store: CallStore, dueMs: number): Work => ({
  id: fileWork,
  operation: fileWork,
  sealed: sealedWork(store, 'file', fileWork).seal([]),
  dueMs,
})

export const isFileSweep = ({ id }: Pick<Work, 'id'>): boolean => id === fileWork

export const fileSweepEveryMs = 3_600_000
