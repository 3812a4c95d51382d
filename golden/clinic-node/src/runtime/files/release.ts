import type { RecordPlace } from './file-record.ts'
import { copiesOf, recordKey } from './find-file.ts'
import type { ObjectStore } from './object-store.ts'
import { claimsIn, lastPartMs, removeParts } from './parts.ts'
import { headKey, uploadsPrefix } from './uploads.ts'

/**
 * Ends an upload, and removes its parts unless a file was made of them. Whoever makes one claims its name, writes its record, and looks whether
 * the head is still there; here the head goes first, and then records are asked. So one of the two sees the other, whatever the order,
 * and no file is without its parts. A crash leaves the mark, by which `sweepUploads` does the rest.
 */
export const releaseUpload = async (objects: ObjectStore, id: string): Promise<void> => {
  const mark = markKey(id)
  await objects.putNew(mark, [])
  await objects.remove(headKey(id))
  if (!(await isFile(objects, id))) await removeParts(objects, id)
  await objects.remove(mark)
}

export const removeCopies = async (objects: ObjectStore, name: string, copies: readonly string[]): Promise<void> => {
  for (const upload of copies) await removeCopy(objects, { name, upload })
}

/**
 * Removes a file as one upload brought it: its record first, so that nobody finds it in part. All that is removed lies under keys of that
 * upload, also where a bucket does late what it was asked to.
 */
export const removeCopy = async (objects: ObjectStore, copy: RecordPlace): Promise<void> => {
  await objects.putNew(markKey(copy.upload), [])
  await objects.remove(recordKey(copy))
  await releaseUpload(objects, copy.upload)
}

/** Ends those that nothing was added to since an instant (epoch milliseconds), and gives their number. */
export const sweepUploads = async (objects: ObjectStore, beforeMs: number): Promise<number> => {
  await objects.sweep(beforeMs)
  const changed = new Map<string, number>()
  for await (const { key, changedAtMs } of objects.list(uploadsPrefix)) {
    const id = key.split('/')[1] ?? ''
    changed.set(id, Math.max(changedAtMs, changed.get(id) ?? 0))
  }
  let ended = 0
  for (const [id, changedAtMs] of changed) {
    if (changedAtMs >= beforeMs || (await lastPartMs(objects, id)) >= beforeMs) continue
    await releaseUpload(objects, id)
    ended++
  }
  return ended
}

const markKey = (id: string): string => `${uploadsPrefix}${id}/released`

const isFile = async (objects: ObjectStore, id: string): Promise<boolean> => {
  for (const name of await claimsIn(objects, id)) if ((await copiesOf(objects, name)).includes(id)) return true
  return false
}
