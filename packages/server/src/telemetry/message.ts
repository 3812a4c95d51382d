import { TooMuch } from './push-fault.ts'

/** A message of protobuf, by the numbers of the fields that are wanted of it; all others are passed over. */
export interface Message {
  readonly [number: string]: Field
}

/** Of a list `most` says how many there may be. */
export type Field =
  | { readonly name: string; readonly is: One }
  | { readonly name: string; readonly is: 'doubles' | 'fixed64s'; readonly most: number }
  | { readonly name: string; readonly is: Message; readonly most?: number }
export type One = 'text' | 'hex' | 'double' | 'int' | 'fixed64'

/** What was read, by name, numbers as numbers. */
export type Fields = { [name: string]: unknown }

/** Messages in one push, of whatever kind: an empty one takes two bytes, and an object here. */
const messagesMax = 60_000

/** Counts messages: throws TooMuch of one more than a push may have. */
export const messagesCounted = (): (() => void) => {
  let left = messagesMax
  return () => {
    if (left-- <= 0) throw new TooMuch()
  }
}

/** Adds to a list in place. Throws TooMuch where it is full. */
export const added = <Value>(list: Value[] | undefined, value: Value, most: number): Value[] => {
  if (!list) return [value]
  if (list.length >= most) throw new TooMuch()
  list.push(value)
  return list
}
