import { refuse, requireKind } from './bounds.ts'
import { fileDamaged, noSuchUpload } from './file-problems.ts'
import { recordBytes } from './file-record.ts'
import type { Scan, StoredFile } from './file-store.ts'
import { type FilePlace, findRecord, nameIn, recordKey } from './find-file.ts'
import { claimName, readParts } from './parts.ts'
import { rangeWithin, streamOf } from './read-file.ts'
import { releaseUpload, removeFile } from './release.ts'
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

/** A name that is taken and left again while it is asked for. */
const triesMax = 5

const record = async (upload: Upload, file: StoredFile, { uploads, ...place }: StoreOptions): Promise<void> => {
  const { objects } = place
  const { id, key, parts } = upload
  const name = nameIn(place, file.digest)
  const bytes = recordBytes({ name, upload: id }, { ...file, parts }, key)
  await claimName(objects, id, name)
  for (let tries = 0; tries < triesMax; tries++) {
    if (await objects.putNew(recordKey(name), [bytes])) {
      if (!(await uploads.has(id))) {
        // Somebody has ended it meanwhile, and may have removed parts of it.
        await removeFile(objects, name)
        throw noSuchUpload()
      }
      return objects.remove(headKey(id))
    }
    const kept = await findRecord(objects, name)
    // One who finishes it at the same time.
    if (kept?.upload === id) return
    // The same bytes are there.
    if (kept) return releaseUpload(objects, id)
  }
  throw fileDamaged(`${recordKey(name)} comes and goes.`)
}
