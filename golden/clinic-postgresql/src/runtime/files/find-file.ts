import { type FileKey, openFileKey, type Sealing } from './file-keys.ts'
import { fileName } from './file-name.ts'
import { fileDamaged } from './file-problems.ts'
import {
  type FileRecord,
  type KeptRecord,
  keptRecord,
  openRecord,
  type RecordPlace,
  recordBytesMax,
} from './file-record.ts'
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
const copiesPrefix = (name: string): string => `files/${name.slice(0, 2)}/${name.slice(2)}/`

/** A record's key is of one upload alone: whatever removes it, and however late, takes nothing of the same bytes that came again. */
export const recordKey = ({ name, upload }: RecordPlace): string => `${copiesPrefix(name)}${upload}`

/** The uploads by which a file lies there: mostly one. No key is needed to ask. */
export const copiesOf = async (objects: ObjectStore, name: string): Promise<readonly string[]> => {
  const prefix = copiesPrefix(name)
  const uploads: string[] = []
  for await (const { key } of objects.list(prefix)) uploads.push(key.slice(prefix.length))
  return uploads
}

export const nameIn = ({ scope, sealing }: FilePlace, digest: string): string =>
  fileName(scope, sealing?.secret ?? null, digest)

/** A file by its digest; null where there is none. Rejects with `internal` where its record is not the one that was written. */
export const findFile = async (place: FilePlace, digest: string): Promise<FoundFile | null> => {
  for (const upload of await copiesOf(place.objects, nameIn(place, digest))) {
    const found = await findCopy(place, digest, upload)
    if (found) return found
  }
  return null
}

/** The same of one upload. */
export const findCopy = async (place: FilePlace, digest: string, upload: string): Promise<FoundFile | null> => {
  const at = { name: nameIn(place, digest), upload }
  const bytes = await wholeObject(place.objects, recordKey(at), recordBytesMax)
  if (!bytes) return null
  const kept = keptRecord(bytes)
  const key = await recordKeyOf(place, kept)
  const file = openRecord(at, kept, key)
  if (file.digest !== digest) throw fileDamaged(`${recordKey(at)} is the record of another file.`)
  return { upload, key, file }
}

/** Who may write to the store makes no file that was not sealed pass for one that was. */
const recordKeyOf = async ({ sealing }: FilePlace, { wrapped }: KeptRecord): Promise<FileKey | null> => {
  if ((sealing === undefined) !== (wrapped === undefined))
    throw fileDamaged('A record is sealed where none is, or is not where all are.')
  return sealing && wrapped !== undefined ? openFileKey(sealing, wrapped) : null
}
