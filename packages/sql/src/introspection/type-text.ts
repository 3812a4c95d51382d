import type { Member, Type } from '@charter/runtime'
import { list, scalar } from './yaml.ts'

/** A type as the options of a field or member: `type: text`, `length: 1..40`. */
export const typeParts = (type: Type): readonly string[] => [`type: ${type.kind}`, ...optionsOf(type)]

/** A type standing alone: its name, or a map with its options. */
export const typeText = (type: Type): string => {
  const parts = typeParts(type)
  return parts.length === 1 ? type.kind : `{ ${parts.join(', ')} }`
}

const optionsOf = (type: Type): readonly string[] => {
  switch (type.kind) {
    case 'enum':
      return [`values: ${list(type.values)}`]
    case 'text':
      return [...rangeText('length', type), ...(type.pattern === undefined ? [] : [`pattern: ${scalar(type.pattern)}`])]
    case 'bytes':
      return rangeText('length', type)
    case 'decimal':
      return [`precision: ${type.precision}`, `scale: ${type.scale}`, ...bounds(type)]
    case 'int32':
    case 'int64':
    case 'float64':
    case 'date':
    case 'instant':
      return bounds(type)
    case 'array':
      return [`items: ${typeText(type.items)}`, ...rangeText('size', type)]
    case 'map':
      return [`values: ${typeText(type.values)}`]
    case 'vector':
      return [`size: ${type.size}`]
    case 'record':
      return [`members: { ${type.members.map(memberText).join(', ')} }`]
    default:
      return []
  }
}

const memberText = ({ name, type, isOptional }: Member): string =>
  `${scalar(name)}: { ${[...typeParts(type), ...(isOptional ? ['optional: true'] : [])].join(', ')} }`

const rangeText = (
  word: string,
  { lengthMin, lengthMax }: { readonly lengthMin?: number; readonly lengthMax?: number },
): readonly string[] =>
  lengthMin === undefined && lengthMax === undefined ? [] : [`${word}: ${lengthMin ?? ''}..${lengthMax ?? ''}`]

/** Dates and instants are quoted: YAML 1.1 has a type of its own for them. */
const bounds = ({
  min,
  max,
}: {
  readonly min?: string | number
  readonly max?: string | number
}): readonly string[] => [
  ...(min === undefined ? [] : [`min: ${boundText(min)}`]),
  ...(max === undefined ? [] : [`max: ${boundText(max)}`]),
]

const boundText = (bound: string | number): string =>
  /^-?\d+(?:\.\d+)?$/.test(String(bound)) ? String(bound) : scalar(String(bound))
