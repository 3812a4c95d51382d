import type { Json } from './json.ts'
import { readValue } from './read.ts'
import { readingAt } from './read-context.ts'
import type { Type } from './type.ts'

/**
 * A value from its spelling in a path or a query: text as it stands, numbers in JSON's spelling, `true` and `false`.
 * Undefined when it is not of the type's form. Constraints do not apply: asking for what cannot be there finds nothing.
 */
export const readText = (type: Type, text: string): Json | undefined => {
  switch (type.kind) {
    case 'int32':
    case 'float64':
      return numberSpelling.test(text)
        ? form(type.kind === 'int32' ? { kind: 'int32' } : { kind: 'float64' }, Number(text))
        : undefined
    case 'int64':
      if (!type.isNumber) return form({ kind: 'int64' }, text)
      return numberSpelling.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : undefined
    case 'boolean':
      return text === 'true' ? true : text === 'false' ? false : undefined
    case 'text':
      return form({ kind: 'text' }, text)
    case 'enum':
      return type.values.includes(text) ? text : undefined
    case 'decimal':
      return form({ kind: 'decimal', precision: type.precision, scale: type.scale }, text)
    case 'date':
    case 'instant':
      return form({ kind: type.kind }, text)
    case 'time':
    case 'dateTime':
    case 'duration':
    case 'uuid':
    case 'bytes':
      return form(type, text)
    default:
      return undefined
  }
}

const numberSpelling = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/

const form = (type: Type, value: Json): Json | undefined =>
  readValue(type, value, '', readingAt('0001-01-01T00:00:00Z'))

/** The spelling that `readText` reads back. */
export const textOf = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value))
