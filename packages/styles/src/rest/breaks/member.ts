import type { Default, Type } from '@charter/runtime'
import type { Direction } from './direction.ts'
import { breaking, type Found } from './found.ts'
import { typeBreaks } from './type.ts'

interface Value {
  readonly name: string
  readonly type: Type
  readonly isOptional: boolean
  readonly default?: Default
}

/** What clients notice of a field, or of an operation's input, that is still there. */
export const memberBreaks = (about: string, before: Value, after: Value, direction: Direction): readonly Found[] => [
  ...(before.name === after.name ? [] : [breaking(about, `${before.name} is now called ${after.name}.`)]),
  ...(isNeeded(after) && !isNeeded(before) ? [breaking(about, `${after.name} must now be given.`)] : []),
  ...(direction === 'both' && after.isOptional && !before.isOptional
    ? [breaking(about, `${after.name} may now be null in answers.`)]
    : []),
  ...typeBreaks(about, before.type, after.type, direction),
]

const isNeeded = ({ isOptional, default: fallback }: Value): boolean => !isOptional && !fallback
