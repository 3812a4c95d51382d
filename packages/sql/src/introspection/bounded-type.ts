import type { Type } from '@charter/runtime'

/** Inclusive, as digits or a date. */
export interface Bounds {
  readonly min?: string | undefined
  readonly max?: string | undefined
}

/** A type with these bounds; null where it has no place for any. */
export const boundedType = (type: Type, { min, max }: Bounds): Type | null => {
  switch (type.kind) {
    case 'int32':
    case 'float64':
      return { ...type, ...(min !== undefined && { min: Number(min) }), ...(max !== undefined && { max: Number(max) }) }
    case 'int64':
    case 'decimal':
    case 'date':
      return { ...type, ...(min !== undefined && { min }), ...(max !== undefined && { max }) }
    default:
      return null
  }
}
