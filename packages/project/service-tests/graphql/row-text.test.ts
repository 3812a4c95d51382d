import { deepEqual } from 'node:assert/strict'
import { describe, test } from 'node:test'
import { madeText, plainText, type RowTemplate, rowWriter, unwritable } from '../../src/graphql/row-text.ts'

const shaping = { room: { left: 1000 } } as never
const row = (own: string) => ({ own, included: [] }) as never

/** Of fields `a` and `b`, under these names. */
const writer = (as: readonly string[], more: Partial<RowTemplate> = {}) => {
  const names = ['a', 'b']
  const slots = as.map((key, at) => ({ key, text: plainText(names[at] ?? 'a', more.isNullable ?? true) }))
  return rowWriter({ names, slots, isOwnFirst: true, isNullable: true, ...more })
}

describe('rows of an answer, as text', () => {
  test('a row is written as the database made it, under the names of the answer', () => {
    const own = '{"a":"x,\\"}","b":1}'
    deepEqual(writer(['a', 'b']).row(row(own), shaping), own)
    deepEqual(writer(['c', 'b']).row(row(own), shaping), '{"c":"x,\\"}","b":1}')
    deepEqual(writer(['c', 'd']).row(row(own), shaping), '{"c":"x,\\"}","d":1}')
    deepEqual(writer(['a', 'd']).row(row('{"a":"\\\\","b":null}'), shaping), '{"a":"\\\\","d":null}')
    deepEqual(writer(['c', 'd', 'e']).row(row(own), shaping), '{"c":"x,\\"}","d":1,"e":"x,\\"}"}')
    deepEqual(writer(['b'], { isOwnFirst: false }).row(row(own), shaping), '{"b":"x,\\"}"}')
    deepEqual(writer([], { names: [] }).row(row('{}'), shaping), '{}')
  })

  test('what cannot be said of the text alone is left to be read', () => {
    // Other members than expected, a list before the last that is renamed, and null where none may stand.
    deepEqual(writer(['c', 'd']).row(row('{"x":1,"b":1}'), shaping), null)
    deepEqual(writer(['c', 'd']).row(row('{"a":[1,2],"b":1}'), shaping), null)
    deepEqual(writer(['c', 'd']).row(row('{"a":{"b":1},"b":1}'), shaping), null)
    deepEqual(writer(['a', 'b']).row(row('{"a":[1,2],"b":1}'), shaping), '{"a":[1,2],"b":1}')
    deepEqual(writer(['a', 'b'], { isNullable: false }).row(row('{"a":null,"b":1}'), shaping), null)
    deepEqual(writer(['a', 'b'], { isNullable: false }).row(row('{"a":":null","b":1}'), shaping), '{"a":":null","b":1}')
    deepEqual(writer(['b'], { isOwnFirst: false }).row(row('{"x":1,"b":1}'), shaping), null)
    deepEqual(writer(['b'], { isOwnFirst: false }).row(row('{"a":[1],"b":1}'), shaping), null)
    deepEqual([unwritable.row(row('{}'), shaping), unwritable.lines('{}')], [null, null])
  })

  test('rows of one shape are written together', () => {
    const lines = '{"a":1,"b":2}\n{"a":3,"b":4}'
    deepEqual(writer(['a', 'b']).lines(lines), '{"a":1,"b":2},{"a":3,"b":4}')
    deepEqual(writer(['c', 'b']).lines(lines), '{"c":1,"b":2},{"c":3,"b":4}')
    deepEqual(writer(['a', 'd']).lines(lines), null)
    deepEqual(writer(['a', 'b', 'c']).lines(lines), null)
    deepEqual(writer(['a', 'b'], { isOwnFirst: false }).lines(lines), null)
    deepEqual(writer(['a', 'b'], { isNullable: false }).lines('{"a":null,"b":2}'), null)
    deepEqual(writer(['a', 'b']).lines('{"x":1}'), null)
  })

  test('a value that is made of fields is made of their texts', () => {
    const made = madeText(['a', 'b'], ({ a, b }) => (a === 1 ? [a, b ?? null] : undefined))
    const texts = (a: string | null) => ({ own: (name: string) => (name === 'a' ? a : '"x"'), included: () => null })
    deepEqual(
      [made(texts('1'), shaping), made(texts('2'), shaping), made(texts(null), shaping)],
      ['[1,"x"]', null, null],
    )
    const plain = (text: string | null, isNullable: boolean) => plainText('a', isNullable)(texts(text), shaping)
    deepEqual(
      [plain('null', true), plain('null', false), plain('1', false), plain(null, true)],
      ['null', null, '1', null],
    )
  })
})
