import { type Charter, type Field, isSealed, resolved } from '@charter/charter'
import type { Type } from '@charter/runtime'
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

const ownedStorage = (type: Type): Storage => {
  switch (type.kind) {
    case 'int32':
      return { kind: 'integer' }
    case 'int64':
      return { kind: type.isNumber ? 'safeInteger' : 'bigint' }
    case 'decimal':
      return { kind: 'scaled', scale: type.scale }
    case 'float64':
      return { kind: 'real' }
    case 'boolean':
      return { kind: 'boolean' }
    case 'instant':
      return { kind: 'micros' }
    case 'bytes':
      return { kind: 'blob' }
    case 'json':
    case 'array':
    case 'vector':
    case 'record':
    case 'union':
    case 'map':
    case 'named':
      return { kind: 'json' }
    default:
      return { kind: 'text' }
  }
}

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
