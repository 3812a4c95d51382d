import fc from 'fast-check'
import { expect, test } from 'vitest'
import { questionText, slotless, slotsOf } from './slots.ts'

const numbered = (text: string): string => {
  const { parts, takes } = slotsOf(text)
  return parts.map((part, at) => (at === 0 ? part : `$${(takes[at - 1] ?? 0) + 1}${part}`)).join('')
}

test.each([
  ['SELECT 1', 'SELECT 1'],
  ['?', '$1'],
  ['INSERT INTO t VALUES (?, ?::date)', 'INSERT INTO t VALUES ($1, $2::date)'],
  ['(a = ? AND b = ?again) AND c = ?', '(a = $1 AND b = $1) AND c = $2'],
  ['"what??" = ? AND x ~ \'(??:a)??\'', '"what?" = $1 AND x ~ \'(?:a)?\''],
  ['"????" = ?', '"??" = $1'],
])('the slots of %s', (text, wanted) => {
  expect(numbered(text)).toBe(wanted)
})

test('a name or a literal has no slot, whatever stands in it', () => {
  const name = fc.string({ unit: fc.constantFrom('?', 'a', '"', ' ') }).map((text) => `"${text}"`)
  fc.assert(
    fc.property(name, name, (one, other) => {
      const text = `${slotless(one)} = ? AND ${slotless(other)} = ?again`
      expect(slotsOf(text)).toEqual({ parts: [`${one} = `, ` AND ${other} = `, ''], takes: [0, 0] })
      expect(questionText(`${slotless(one)} = ?`)).toBe(`${one} = ?`)
    }),
  )
})
