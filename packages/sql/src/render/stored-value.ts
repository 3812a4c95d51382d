import { type Charter, type Field, resolved } from '@charter/charter'
import type { StoredValue } from '../structure.ts'

/** What a field's column holds. */
export const storedValue = (charter: Charter, field: Field): StoredValue => {
  if (field.protect === 'encrypt') return { kind: 'encrypted' }
  if (field.protect === 'tokenize') return { kind: 'token' }
  const type = resolved(charter, field.type)
  if (type.kind === 'decimal') return { kind: 'decimal', precision: type.precision, scale: type.scale }
  return type.kind === 'enum' ? { kind: 'enum', values: type.values } : { kind: type.kind }
}
