import { type Charter, type Field, isSealed, resolved } from '@charter/charter'
import type { Type } from '@charter/runtime'
import type { Storage } from '../store/stored-as.ts'

/** What a database keeps otherwise than one that has a type for each. */
export type OwnStorage = Partial<Record<Type['kind'], Storage>>

/** How values are kept in a database that has a type for each: the same for tables of ours and for attached ones. */
export const exactStorage =
  (own: OwnStorage) =>
  (charter: Charter, field: Pick<Field, 'type' | 'protect'>): Storage =>
    isSealed(field) ? { kind: 'text' } : storageIn(own, resolved(charter, field.type))

/** How values of a type are kept, named types apart. */
export const storageIn = (own: OwnStorage, type: Type): Storage => own[type.kind] ?? usual(type)

const usual = (type: Type): Storage => {
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
      return { kind: 'timestamptz' }
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
