import type { Type } from '@charter/runtime'
import type { Condition } from './conditions.ts'

/** A type with the bounds that its column's CHECKs set. */
export const constrained = (type: Type, conditions: readonly Condition[]): Type => {
  const { min, max, lengthMin, lengthMax }: Partial<Condition> = Object.assign({}, ...conditions)
  if (type.kind === 'text')
    return { ...type, ...(lengthMin !== undefined && { lengthMin }), ...(lengthMax !== undefined && { lengthMax }) }
  if (type.kind === 'int32' || type.kind === 'float64')
    return { ...type, ...(min !== undefined && { min: Number(min) }), ...(max !== undefined && { max: Number(max) }) }
  if (type.kind !== 'int64') return type
  return { ...type, ...(min !== undefined && { min }), ...(max !== undefined && { max }) }
}
