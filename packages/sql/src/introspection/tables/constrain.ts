import type { Type } from '@charter/runtime'
import { boundedType } from '../bounded-type.ts'
import type { Condition } from './conditions.ts'

/** A type with the bounds that its column's CHECKs set. */
export const constrained = (type: Type, conditions: readonly Condition[]): Type => {
  const { min, max, lengthMin, lengthMax }: Partial<Condition> = Object.assign({}, ...conditions)
  if (type.kind === 'text')
    return { ...type, ...(lengthMin !== undefined && { lengthMin }), ...(lengthMax !== undefined && { lengthMax }) }
  // Bounds of decimals and dates are left to the database, which refuses what is outside.
  return type.kind === 'decimal' || type.kind === 'date' ? type : (boundedType(type, { min, max }) ?? type)
}
