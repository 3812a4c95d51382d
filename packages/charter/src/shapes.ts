import type { ObjectShape, Pattern, Shape } from './shape.ts'

const text: Shape = { kind: 'text' }
const texts: Shape = { kind: 'list', of: text }
const boolean: Shape = { kind: 'boolean' }
const number: Shape = { kind: 'number' }
const quantity: Shape = { kind: 'quantity' }
const any: Shape = { kind: 'any' }
const named = (pattern: Pattern): Shape => ({ kind: 'text', pattern })
const list = (of: Shape, lengthMin?: number): Shape => ({ kind: 'list', of, ...(lengthMin ? { lengthMin } : {}) })
const either = (...of: Shape[]): Shape => ({ kind: 'either', of })
const choice = (...values: (string | boolean)[]): Shape => ({ kind: 'choice', values })
const dictionary = (names: Pattern, of: Shape): Shape => ({ kind: 'dictionary', names, of })
const ref = (name: string): Shape => ({ kind: 'ref', name })
const object = (
  name: string,
  members: Readonly<Record<string, Shape>>,
  required: readonly string[] = [],
): ObjectShape => ({
  kind: 'object',
  name,
  members,
  required,
})

/** What shapes are put together from: `shapes.object('an order', { note: shapes.text }, ['note'])`. A `list` has at least `lengthMin` items. */
export const shapes = {
  text,
  texts,
  boolean,
  number,
  quantity,
  any,
  named,
  list,
  either,
  choice,
  dictionary,
  ref,
  object,
}
