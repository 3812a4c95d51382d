import { type Charter, type Field, isSealed, resolved } from '@charter/charter'
import type { Type } from '@charter/runtime'
import type { Storage } from '../store/stored-as.ts'

/** How values are kept in a database that has a type for each: the same for tables of ours and for attached ones. */
export const exactStorage =
  (instant: Storage) =>
  (charter: Charter, field: Pick<Field, 'type' | 'protect'>): Storage =>
    isSealed(field) ? { kind: 'text' } : storageOfType(resolved(charter, field.type), instant)

const storageOfType = (type: Type, instant: Storage): Storage => {
  switch (type.kind) {
    case 'int32':
      return { kind: 'integer' }
    case 'int64':
      return { kind: type.isNumber ? 'safeInteger' : 'bigint' }
    case 'decimal':
      return { kind: 'numeric', precision: type.precision, scale: type.scale }
    case 'float64':
      return { kind: 'real' }
    case 'boolean':
    case 'date':
    case 'time':
      return { kind: type.kind }
    case 'dateTime':
      return { kind: 'timestamp' }
    case 'instant':
      return instant
    case 'bytes':
      return { kind: 'blob' }
    case 'text':
    case 'duration':
    case 'uuid':
    case 'enum':
      return { kind: 'text' }
    default:
      return { kind: 'json' }
  }
}
