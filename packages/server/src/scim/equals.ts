import type { Predicate } from '@charter/runtime'

/** That a field has a value. */
export const equals = (field: string, value: string, kind: 'text' | 'uuid' = 'text'): Predicate => ({
  kind: 'compare',
  op: 'eq',
  left: { kind: 'field', path: [field], type: { kind } },
  right: { kind: 'value', value, type: { kind } },
})
