import { expect, test } from 'vitest'
import { evaluate } from './evaluate.ts'
import { and, not, type Operand, or, type Predicate } from './predicate.ts'

const subject = { id: 'u1', roles: ['clinician'], attributes: { ward: 'east' } }
const field = (...path: string[]): Operand => ({ kind: 'field', path, type: { kind: 'text' } })
const value = (text: string): Operand => ({ kind: 'value', value: text, type: { kind: 'text' } })
const eq = (left: Operand, right: Operand): Predicate => ({ kind: 'compare', op: 'eq', left, right })
const yes: Predicate = eq(value('a'), value('a'))
const no: Predicate = eq(value('a'), value('b'))
const wrong: Predicate = eq(field('absent'), value('a'))

test('a field without a value and an absent attribute are errors, neither true nor false', () => {
  expect(evaluate(wrong, {}, subject)).toBe('error')
  expect(evaluate(eq(field('x'), value('a')), { x: null }, subject)).toBe('error')
  expect(evaluate(eq({ kind: 'principal', name: 'tenant' }, value('a')), {}, subject)).toBe('error')
  expect(evaluate(not(wrong), {}, subject)).toBe('error')
})

test('what every object has of itself is not an attribute, nor a field', () => {
  expect(evaluate(eq({ kind: 'principal', name: 'constructor' }, value('a')), {}, subject)).toBe('error')
  expect(evaluate(eq(field('toString', 'name'), value('toString')), {}, subject)).toBe('error')
  expect(evaluate({ kind: 'isNull', left: field('valueOf') }, {}, subject)).toBe(true)
})

test('and and or stop from the left as Cedar does, so that an error behind a decision does not show', () => {
  expect(evaluate({ kind: 'and', of: [no, wrong] }, {}, subject)).toBe(false)
  expect(evaluate({ kind: 'and', of: [wrong, no] }, {}, subject)).toBe('error')
  expect(evaluate({ kind: 'or', of: [yes, wrong] }, {}, subject)).toBe(true)
  expect(evaluate({ kind: 'or', of: [wrong, yes] }, {}, subject)).toBe('error')
  expect([evaluate(and(), {}, subject), evaluate(or(), {}, subject)]).toEqual([true, false])
})

test('paths lead over relations; roles are those of the caller', () => {
  const rule = eq(field('patient', 'ward'), { kind: 'principal', name: 'ward' })
  expect(evaluate(rule, { patient: { ward: 'east' } }, subject)).toBe(true)
  expect(evaluate(rule, { patient: { ward: 'west' } }, subject)).toBe(false)
  expect(evaluate(rule, { patient: null }, subject)).toBe('error')
  expect(evaluate({ kind: 'role', name: 'clinician' }, {}, subject)).toBe(true)
  expect(evaluate({ kind: 'role', name: 'auditor' }, {}, subject)).toBe(false)
})

const number = (given: number): Operand => ({ kind: 'value', value: given, type: { kind: 'int32' } })
const attribute = (name: string): Operand => ({ kind: 'principal', name })

test('order is that of the type, and of the values where neither side has one', () => {
  const judge = (op: 'lt' | 'le' | 'gt' | 'ge', left: Operand, right: Operand, attributes = {}) =>
    evaluate({ kind: 'compare', op, left, right }, {}, { ...subject, attributes })
  const table = [
    [1, 2, [true, true, false, false]],
    [2, 2, [false, true, false, true]],
    [10, 2, [false, false, true, true]],
  ] as const
  for (const [left, right, expected] of table) {
    const operators = ['lt', 'le', 'gt', 'ge'] as const
    expect(operators.map((op) => judge(op, number(left), number(right)))).toEqual([...expected])
    expect(operators.map((op) => judge(op, attribute('a'), attribute('b'), { a: left, b: right }))).toEqual([
      ...expected,
    ])
    const wide = (given: number): Operand => ({ kind: 'value', value: String(given), type: { kind: 'int64' } })
    expect(operators.map((op) => judge(op, wide(left), attribute('b'), { b: String(right) }))).toEqual([...expected])
    expect(operators.map((op) => judge(op, attribute('a'), wide(right), { a: String(left) }))).toEqual([...expected])
  }
})

test('what is asked of a value that is not there, or of another kind, is an error', () => {
  const judge = (predicate: Predicate) => evaluate(predicate, { n: 1, list: ['a'], text: 'a' }, subject)
  expect(judge({ kind: 'in', left: field('absent'), right: [value('a')] })).toBe('error')
  expect(judge({ kind: 'in', left: field('text'), right: [value('a'), field('absent')] })).toBe('error')
  expect(judge({ kind: 'in', left: field('text'), right: [value('b'), value('a')] })).toBe(true)
  expect(judge({ kind: 'in', left: field('text'), right: [] })).toBe(false)
  expect(judge({ kind: 'like', left: field('n'), pattern: '%' })).toBe('error')
  expect(judge({ kind: 'like', left: field('text'), pattern: 'a' })).toBe(true)
  expect(judge({ kind: 'startsWith', left: field('n'), prefix: '' })).toBe('error')
  expect(judge({ kind: 'startsWith', left: field('text'), prefix: 'a' })).toBe(true)
  expect(judge({ kind: 'startsWith', left: field('text'), prefix: 'b' })).toBe(false)
  for (const kind of ['contains', 'containsAll', 'containsAny'] as const) {
    expect(judge({ kind, left: field('text'), right: field('list') })).toBe('error')
    expect(judge({ kind, left: field('list'), right: field('absent') })).toBe('error')
    expect(judge({ kind, left: field('absent'), right: field('list') })).toBe('error')
  }
  expect(judge({ kind: 'containsAll', left: field('list'), right: field('text') })).toBe('error')
  expect(judge({ kind: 'containsAny', left: field('list'), right: field('text') })).toBe('error')
})

test('values that are lists or records are equal by what is in them', () => {
  const judge = (left: unknown, right: unknown) =>
    evaluate(eq(attribute('a'), attribute('b')), {}, { ...subject, attributes: { a: left, b: right } as never })
  expect([judge([1], [1]), judge([1], [2]), judge({ a: 1, b: 2 }, { b: 2, a: 1 })]).toEqual([true, false, true])
  expect(evaluate({ kind: 'isNull', left: attribute('id') }, {}, subject)).toBe(false)
})

test('two moments of whoever asks are ordered as moments, not as text', () => {
  const instant = (name: string): Operand => ({ kind: 'principal', name, type: { kind: 'instant' } })
  const who = { id: 'a', roles: [], attributes: { since: '2026-01-01T12:00:00Z', until: '2026-01-01T12:00:00.5Z' } }
  const decide = (op: 'lt' | 'gt') =>
    evaluate({ kind: 'compare', op, left: instant('since'), right: instant('until') }, {}, who)
  expect([decide('lt'), decide('gt')]).toEqual([true, false])
})
