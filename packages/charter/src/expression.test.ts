import { evaluate, type Type } from '@charter/runtime'
import { expect, test } from 'vitest'
import { parseExpression } from './index.ts'

const types = new Map<string, Type>([
  ['a', { kind: 'int32' }],
  ['b', { kind: 'int32' }],
  ['price', { kind: 'decimal', precision: 8, scale: 2 }],
  ['day', { kind: 'date' }],
  ['state', { kind: 'enum', values: ['on', 'off'] }],
  ['isOpen', { kind: 'boolean' }],
])
const nobody = { id: 'x', roles: [], attributes: {} }
const holds = (rule: string, row: Parameters<typeof evaluate>[1]) => {
  const predicate = parseExpression(rule, types)
  if ('error' in predicate) throw new Error(predicate.error)
  return evaluate(predicate, row, nobody)
}

test.each([
  ['a < b', { a: 1, b: 2 }, true],
  ['a >= b', { a: 1, b: 2 }, false],
  ['a = 1 or b = 5 and a = 9', { a: 1, b: 2 }, true],
  ['(a = 1 or b = 5) and a = 9', { a: 1, b: 2 }, false],
  ['not a = 1', { a: 1 }, false],
  ['b is null', { b: null }, true],
  ['b is not null', { b: null }, false],
  ['price > 9.5', { price: '10.00' }, true],
  ["day <= '2026-01-31'", { day: '2026-02-01' }, false],
  ["state in ('on', 'off')", { state: 'off' }, true],
  ["state not in ('on')", { state: 'on' }, false],
  ['a < b', { a: 1, b: null }, 'error'],
  ['isOpen', { isOpen: true }, true],
  ['not isOpen or a = 1', { isOpen: true, a: 2 }, false],
  ['(isOpen) and a = 1', { isOpen: true, a: 1 }, true],
  ['isOpen = false', { isOpen: true }, false],
  ['isOpen', { isOpen: null }, 'error'],
])('%s on %j is %s', (rule, row, truth) => {
  expect(holds(rule, row)).toBe(truth)
})

test.each([
  ['a <', 'it ends too early'],
  ['a', 'it ends too early'],
  ['isOpen 1', '`1` is not a comparison'],
  ['a < c', 'there is no field `c`'],
  ['a < price', '`a` is int32 and `price` is decimal'],
  ["state < 'on'", 'values of type enum have no order'],
  ["state = 'On'", '`On` is not a value of type enum'],
  ['1 = 1', 'a comparison needs a field on one side'],
  ['a = 1 b', '`b` is not expected there'],
  ['a ; b', '`; b` is not understood'],
  [`${'('.repeat(100)}a = 1${')'.repeat(100)}`, 'it nests deeper than 32'],
])('%s is refused: %s', (rule, error) => {
  expect(parseExpression(rule, types)).toEqual({ error: expect.stringContaining(error) })
})
