import { ProblemError } from '../problem/problem.ts'
import { refuse, requireKind } from './bounds.ts'
import { noSuchUpload } from './file-problems.ts'
import { recordBytes } from './file-record.ts'
import type { Scan, StoredFile } from './file-store.ts'
import { copiesOf, type FilePlace, findCopy, nameIn, recordKey } from './find-file.ts'
import { claimName, partsIn, readParts } from './parts.ts'
import { rangeWithin, streamOf } from './read-file.ts'
import { releaseUpload, removeCopy } from './release.ts'
import { requireClean } from './scan.ts'
import { digestOf, seenIn } from './seen.ts'
import { kindOf } from './sniff/kind-of.ts'
import { headKey, type Upload, type Uploads } from './uploads.ts'

export interface StoreOptions extends FilePlace {
  readonly uploads: Uploads
  readonly scan?: Scan | undefined
  readonly scanMs: number
  /** What the digest has to be. */
  readonly digest?: string | undefined
}

/**
 * Makes a file of an upload: its record, put where there is none, is what makes it one, whole. Throws a Refused with `invalid-input`;
 * rejects with `unavailable` where a scan does not say.
 */
export const storeUpload = async (upload: Upload, options: StoreOptions): Promise<StoredFile> => {
  const { objects, scan, scanMs } = options
  const of = { upload: upload.id, key: upload.key?.key ?? null }
  const size = upload.offset
  const all = { from: 0, to: size }
  const seen = upload.seen ?? (await seenIn(readParts(objects, of, upload.parts, all)))
  const file = { digest: digestOf(seen), size, kind: kindOf(seen.start) }
  requireKind(file.kind, upload.bounds)
  if (options.digest !== undefined && options.digest !== file.digest)
    refuse(
      `The bytes that came are ${file.digest}, not ${options.digest}: something was lost on the way. Send it again.`,
    )
  if (scan) {
    const read = (range = {}) => streamOf(readParts(objects, of, upload.parts, rangeWithin(size, range)))
    await requireClean(file, { scan, scanMs, read })
  }
  await record(upload, file, options)
  return file
}

/**
 * Of the same bytes that are there already, whole, no more are kept; those of which something is gone make way. Those that come to their end
 * at the same moment are all kept, until the file is removed: to agree on one they would need a key that they share.
 */
const record = async (upload: Upload, file: StoredFile, { uploads, ...place }: StoreOptions): Promise<void> => {
  const { objects } = place
  const { id, key, parts } = upload
  const name = nameIn(place, file.digest)
  await claimName(objects, id, name)
  const copies = await copiesOf(objects, name)
  // One who finishes it at the same time.
  if (copies.includes(id)) return
  for (const copy of copies) {
    if (await isWhole(place, file.digest, copy)) return releaseUpload(objects, id)
    await removeCopy(objects, { name, upload: copy })
  }
  const own = { name, upload: id }
  if (!(await objects.putNew(recordKey(own), [recordBytes(own, { ...file, parts }, key)]))) return
  if (!(await uploads.has(id))) {
    // Somebody has ended it meanwhile, and may have removed parts of it.
    await removeCopy(objects, own)
    throw noSuchUpload()
  }
  await objects.remove(headKey(id))
}

/** Whether its record can be read, and each part is there and as long as it says. What they hold is told by reading them alone. */
const isWhole = async (place: FilePlace, digest: string, copy: string): Promise<boolean> => {
  try {
    const found = await findCopy(place, digest, copy)
    if (!found) return false
    const parts = await partsIn(place.objects, { upload: copy, key: found.key?.key ?? null })
    return parts.length === found.file.parts.length && parts.every((bytes, at) => bytes === found.file.parts[at])
  } catch (error) {
    if (error instanceof ProblemError && error.problem.code === 'internal') return false
    throw error
  }
}
