import type { Type } from '@charter/runtime'

/** Whether values are stored as the text they are, and so compare with one another. */
export const isTextual = (type: Type): boolean => type.kind === 'text' || type.kind === 'enum' || type.kind === 'uuid'

/** Whether Cedar sees a Long. */
export const isLong = (type: Type): boolean =>
  type.kind === 'int32' || (type.kind === 'int64' && type.isNumber === true)

/** A type without the field's own constraints: what a literal or an operand in a condition has. */
export const unconstrained = (type: Type): Type => {
  if (type.kind === 'decimal') return { kind: 'decimal', precision: 38, scale: type.scale }
  if (type.kind === 'array') return { kind: 'array', items: unconstrained(type.items) }
  if (type.kind === 'uuid') return { kind: 'uuid' }
  if (isLong(type)) return { kind: 'int64', isNumber: true }
  // Only kinds without further members are left: text, boolean, dates and times, bytes, wide integers.
  return isTextual(type) ? { kind: 'text' } : ({ kind: type.kind } as Type)
}
