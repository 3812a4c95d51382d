import fc from 'fast-check'
import { expect, test } from 'vitest'
import { evaluate, matchesLike } from './evaluate.ts'
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

test('like is what the regular expression of its parts is', () => {
  const part = fc.constantFrom('%', '_', '\\%', '\\_', '\\\\', 'a', 'b', 'A', '.', '*', '😀')
  const unit = fc.constantFrom('a', 'b', 'A', '%', '_', '\\', '.', '*', '😀', '\n')
  const toRegExp = (parts: readonly string[]) =>
    new RegExp(
      `^${parts.map((each) => (each === '%' ? '[^]*' : each === '_' ? '[^]' : (each.startsWith('\\') ? each.slice(1) : each).replace(/[\\.*]/g, '\\$&'))).join('')}$`,
      'u',
    )
  fc.assert(
    fc.property(fc.array(part, { maxLength: 8 }), fc.array(unit, { maxLength: 8 }), (parts, units) => {
      expect(matchesLike(parts.join(''), units.join(''))).toBe(toRegExp(parts).test(units.join('')))
    }),
    { numRuns: 5000 },
  )
})

test('a hostile like pattern does not take exponential time', () => {
  const started = performance.now()
  expect(matchesLike(`${'%a'.repeat(50)}b`, 'a'.repeat(2000))).toBe(false)
  expect(performance.now() - started).toBeLessThan(1000)
})
