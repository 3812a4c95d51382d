import type { Charter, Field, Move, Operation } from './charter.ts'
import { periodText } from './read-period.ts'

/** A move, and the field that it moves. */
export interface FieldMove {
  readonly field: Field
  readonly move: Move
}

/** What contracts say of a field: of one with states, by what it changes. Moves that are internal are nobody's to know by name. */
export const stateProse = ({ description, states }: Field, { internal }: Pick<Charter, 'internal'>) => {
  if (!states) return description
  const own = new Set(internal.map(({ name }) => name))
  const moves = states.moves
    .filter(({ operation }) => !own.has(operation))
    .map(({ operation, from, to }) => `\`${operation}\` (${from.join(', ')} → ${to})`)
  const isByItself = moves.length < states.moves.length
  const by = moves.length === 0 ? 'by the service itself alone' : `by operations alone: ${moves.join('; ')}`
  const more = isByItself && moves.length > 0 ? '; and by the service itself' : ''
  return joined(description, `Begins as \`${states.initial}\`; changed ${by}${more}.`)
}

/** The move that an operation makes; undefined of one that makes none. */
export const moveOf = ({ entities }: Pick<Charter, 'entities'>, operation: Operation): FieldMove | undefined => {
  for (const field of entities.find(({ name }) => name === operation.entity)?.fields ?? [])
    for (const move of field.states?.moves ?? []) if (move.operation === operation.name) return { field, move }
  return undefined
}

/** What contracts say of an operation: of a move, from where to where. */
export const moveProse = ({ description }: Operation, moved: FieldMove | undefined): string | undefined => {
  if (!moved) return description
  const { field, move } = moved
  const asked =
    move.message === undefined ? undefined : `Refused where what it asks of the row does not hold: "${move.message}"`
  const byItself =
    move.afterMs === undefined ? undefined : `The service does so by itself after ${periodText(move.afterMs)}.`
  return joined(description, `Moves \`${field.name}\` from ${either(move.from)} to \`${move.to}\`.`, asked, byItself)
}

const joined = (...sentences: readonly (string | undefined)[]): string =>
  sentences.filter((each) => each !== undefined).join(' ')

const either = (names: readonly string[]): string => {
  const quoted = names.map((name) => `\`${name}\``)
  return quoted.length < 2 ? quoted.join('') : `${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}`
}
