import { type FileKey, openFileKey, type Sealing } from './file-keys.ts'
import { fileName } from './file-name.ts'
import { fileDamaged } from './file-problems.ts'
import { type FileRecord, type KeptRecord, keptRecord, openRecord, recordBytesMax } from './file-record.ts'
import { type ObjectStore, wholeObject } from './object-store.ts'

/** Where the files of a scope are. */
export interface FilePlace {
  readonly objects: ObjectStore
  readonly scope: string
  readonly sealing?: Sealing | undefined
}

export interface FoundFile {
  readonly upload: string
  /** Null where it is not sealed. */
  readonly key: FileKey | null
  readonly file: FileRecord
}

/** Some hundred folders for very many files. */
export const recordKey = (name: string): string => `files/${name.slice(0, 2)}/${name.slice(2)}`

export const nameIn = ({ scope, sealing }: FilePlace, digest: string): string =>
  fileName(scope, sealing?.secret ?? null, digest)

/** A record as it lies there, for which no key is needed. Null where there is none; rejects with `internal` where it cannot be read. */
export const findRecord = async (objects: ObjectStore, name: string): Promise<KeptRecord | null> => {
  const bytes = await wholeObject(objects, recordKey(name), recordBytesMax)
  return bytes && keptRecord(bytes)
}

/** A file by its digest; null where there is none. Rejects with `internal` where its record is not the one that was written. */
export const findFile = async (place: FilePlace, digest: string): Promise<FoundFile | null> => {
  const name = nameIn(place, digest)
  const kept = await findRecord(place.objects, name)
  if (!kept) return null
  const key = await recordKeyOf(place, kept)
  const file = openRecord(name, kept, key)
  if (file.digest !== digest) throw fileDamaged(`${recordKey(name)} is the record of another file.`)
  return { upload: kept.upload, key, file }
}

/** Who may write to the store makes no file that was not sealed pass for one that was. */
const recordKeyOf = async ({ sealing }: FilePlace, { wrapped }: KeptRecord): Promise<FileKey | null> => {
  if ((sealing === undefined) !== (wrapped === undefined))
    throw fileDamaged('A record is sealed where none is, or is not where all are.')
  return sealing && wrapped !== undefined ? openFileKey(sealing, wrapped) : null
}
