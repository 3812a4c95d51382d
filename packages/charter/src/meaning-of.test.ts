import { expect, test } from 'vitest'
import { parseCharter } from './index.ts'

const fieldsOf = (types: string, fields: string) => {
  const { charter, diagnostics } = parseCharter({
    'charter.yaml': `charter: 1\nname: a\ntypes:\n${types}\nentities:\n  Thing:\n    key: id\n    fields:\n      id: { type: uuid, default: generated }\n${fields}\n`,
  })
  const told = diagnostics.filter(({ severity }) => severity === 'error').map(({ code }) => code)
  return { told, defaults: charter?.entities[0]?.fields.slice(1).map((field) => field.default) }
}

test('a default of a named type is what it would be of the type that the name stands for', () => {
  const types = `  Who: { type: text, length: 1..80 }
  Money: { type: decimal, precision: 12, scale: 2 }
  Moment: instant
  Named: Money`
  const fields = `      who: { type: Who, default: principal, readOnly: true }
      price: { type: Money, default: 0 }
      again: { type: Named, default: 1.5 }
      at: { type: Moment, default: now }`
  expect(fieldsOf(types, fields)).toEqual({
    told: [],
    defaults: [
      { kind: 'principal' },
      { kind: 'value', value: '0.00' },
      { kind: 'value', value: '1.50' },
      { kind: 'now' },
    ],
  })
})

test('what is no value of it is refused where it stands, and names that stand for each other end', () => {
  expect(fieldsOf('  Who: { type: text, length: 1..80 }', '      who: { type: Who, default: now }').told).toEqual([
    'bad-default',
  ])
  expect(fieldsOf('  A: B\n  B: A', '      who: { type: A, default: x }').told).toEqual([])
})
