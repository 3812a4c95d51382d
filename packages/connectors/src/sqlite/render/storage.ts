import { type Charter, type Field, isSealed, resolved } from '@charter/charter'
import type { Type } from '@charter/runtime'
import { storageIn } from '@charter/sql'
import type { Storage } from '@charter/sql/store'

/** How values of a type are kept in a file whose schema is ours, and in an attached one whose columns are as they are. */
export const storageOf = (
  charter: Charter,
  field: Pick<Field, 'type' | 'columnType' | 'protect'>,
  isOwned: boolean,
): Storage => {
  if (isSealed(field)) return { kind: 'text' }
  const type = resolved(charter, field.type)
  return isOwned ? ownedStorage(type) : attachedStorage(type, field.columnType)
}

const ownedStorage = (type: Type): Storage =>
  type.kind === 'decimal' ? { kind: 'scaled', scale: type.scale } : storageIn(inOurs, type)

const text: Storage = { kind: 'text' }
const inOurs = { instant: { kind: 'micros' }, date: text, time: text, dateTime: text } as const

/** In an attached file a decimal is a float64 that the charter asserts exact, and times are text in the file's spelling. */
export const attachedStorage = (type: Type, columnType: string | undefined): Storage => {
  switch (type.kind) {
    case 'decimal':
      return { kind: 'asserted', precision: type.precision, scale: type.scale }
    case 'dateTime':
    case 'instant':
      return { kind: 'spacedDateTime' }
    case 'uuid':
      return { kind: /^blob\b/i.test(columnType ?? '') ? 'uuidBlob' : 'text' }
    default:
      return ownedStorage(type)
  }
}

/** The declared type of a column of ours, in a STRICT table. */
export const columnType = (storage: Storage): 'TEXT' | 'INTEGER' | 'REAL' | 'BLOB' => {
  switch (storage.kind) {
    case 'integer':
    case 'safeInteger':
    case 'boolean':
    case 'bigint':
    case 'scaled':
    case 'micros':
      return 'INTEGER'
    case 'real':
    case 'asserted':
      return 'REAL'
    case 'blob':
    case 'uuidBlob':
      return 'BLOB'
    default:
      return 'TEXT'
  }
}
