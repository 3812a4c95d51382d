import { type AnswerRoom, type Json, type JsonObject, jsonLength, type Problem, takeRoom } from '@charter/runtime'

/** An answer being made: where in it, and what went wrong on the way. */
export interface AnswerContext {
  readonly variables: JsonObject
  readonly path: (string | number)[]
  readonly errors: AnswerError[]
  /** What is left for what is written: a value is written as often as the document names it. */
  readonly room: AnswerRoom
}

/** An entry of `errors` (specification, section 7.1.2). */
export interface AnswerError {
  readonly problem: Problem
  readonly path?: readonly (string | number)[]
  readonly locations?: readonly { readonly line: number; readonly column: number }[]
}

/**
 * A value as the answer has it. Undefined: it had to be there and is not, which has been noted, and whoever may be null
 * further up is (specification, section 6.4.4).
 */
export type Shaper = (value: Json, shaping: AnswerContext) => Json | undefined

/** One member of an object in the answer. */
export interface Slot {
  /** Name in the answer. */
  readonly key: string
  read(from: JsonObject, shaping: AnswerContext): Json | undefined
}

/**
 * Whether null ends here, or goes on to whoever holds it. A member that is not there at all is of a row that its caller may not read,
 * which is answered as its key: then the row is null, and nothing went wrong.
 */
export const guarded =
  (shape: Shaper | null, isNullable: boolean, key: string) =>
  (value: Json | undefined, shaping: AnswerContext): Json | undefined => {
    if (value === null) return isNullable ? null : missing(shaping, key)
    if (value === undefined) return isNullable ? null : undefined
    if (!shape) return asItCame(value, shaping)
    shaping.path.push(key)
    const shaped = shape(value, shaping)
    shaping.path.pop()
    return shaped === undefined && isNullable ? null : shaped
  }

/** A value that goes out as it came; what is no more than text or a number whoever holds it counts. */
export const asItCame = (value: Json, { room }: AnswerContext): Json => {
  if (typeof value !== 'string') takeRoom(room, jsonLength(value))
  return value
}

/** Takes of a text what was not taken while it was made; `left`: what was left before. */
export const takeRest = (room: AnswerRoom, left: number, { length }: string): void =>
  takeRoom(room, length - (left - room.left))

/** A text that can be made, or cannot: then nothing is taken for it. */
export const triedText = ({ room }: AnswerContext, write: () => string | null): string | null => {
  const { left } = room
  const text = write()
  if (text === null) room.left = left
  return text
}

/** Notes that a value is not there. */
export const missing = ({ path, errors }: AnswerContext, key: string | number): undefined => {
  const detail = 'The record has no value where it must have one.'
  errors.push({ problem: { code: 'internal', detail }, path: [...path, key] })
}

/** Fills the slots; null prototypes are slow, so a member named `__proto__` is defined instead. */
export const objectOf = (slots: readonly Slot[], from: JsonObject, shaping: AnswerContext): JsonObject | undefined => {
  const object: Record<string, Json> = {}
  for (let at = 0; at < slots.length; at++) {
    const slot = slots[at] as Slot
    const value = slot.read(from, shaping)
    if (value === undefined) return undefined
    takeRoom(shaping.room, slot.key.length + 4 + ownLength(value))
    if (slot.key === '__proto__') define(object, value)
    else object[slot.key] = value
  }
  return object
}

/** What is in an object or a list has taken its own. */
const ownLength = (value: Json): number => (typeof value === 'string' ? value.length : 1)

const define = (object: object, value: Json) =>
  Object.defineProperty(object, '__proto__', { value, enumerable: true, configurable: true, writable: true })

/** Text of a shaped value; undefined where it may not be. */
export const textOf = (value: Json | undefined): string | undefined =>
  value === undefined ? undefined : JSON.stringify(value)

/** A list whose items may, or may not, be null. */
export const listOf = (values: readonly Json[], item: Shaper, isNullable: boolean, shaping: AnswerContext) => {
  const list: Json[] = new Array(values.length)
  for (let at = 0; at < values.length; at++) {
    const value = values[at] as Json
    shaping.path.push(at)
    const shaped = value === null ? undefined : item(value, shaping)
    shaping.path.pop()
    if (shaped === undefined && !isNullable) {
      if (value === null) missing(shaping, at)
      return undefined
    }
    const kept = shaped ?? null
    list[at] = kept
    takeRoom(shaping.room, ownLength(kept))
  }
  return list
}

/** `__typename` */
export const typenameSlot = (key: string, name: string): Slot => ({ key, read: () => name })
