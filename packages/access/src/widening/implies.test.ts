import { evaluate, type JsonObject, type Operand, type Predicate, type Type } from '@charter/runtime'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { all, any, everyone, type Formula, formulaText, nobody } from './formula.ts'
import { implies } from './implies.ts'

const text: Type = { kind: 'text' }
const long: Type = { kind: 'int64', isNumber: true }
const field = (name: string, type: Type = text): Operand => ({ kind: 'field', path: [name], type })
const who = (name: string): Operand => ({ kind: 'principal', name })
const value = (of: string | number | boolean): Operand => ({
  kind: 'value',
  value: of,
  type: typeof of === 'number' ? long : text,
})
const compare = (op: 'eq' | 'ne' | 'lt' | 'le' | 'gt' | 'ge', left: Operand, right: Operand): Predicate => ({
  kind: 'compare',
  op,
  left,
  right,
})
const not = (of: Predicate): Predicate => ({ kind: 'not', of })
const holds = (when: Predicate): Formula => ({ kind: 'holds', when })

const sameWard = compare('eq', field('ward'), who('ward'))
const written = compare('eq', field('state'), value('written'))
const notStopped = compare('ne', field('state'), value('stopped'))
const age = (op: 'lt' | 'le' | 'gt' | 'ge', of: number) => compare(op, field('age', long), value(of))
const and = (...of: Predicate[]): Predicate => ({ kind: 'and', of })
const or = (...of: Predicate[]): Predicate => ({ kind: 'or', of })

test.each([
  ['a condition more', and(sameWard, written), sameWard, true],
  ['a condition less', sameWard, and(sameWard, written), false],
  ['the same in another order', and(written, sameWard), and(sameWard, written), true],
  ['one value of those that were not refused', written, notStopped, true],
  ['all that is not refused for one value', notStopped, written, false],
  ['a smaller number', age('lt', 3), age('le', 5), true],
  ['a larger number', age('le', 5), age('lt', 3), false],
  ['integers have nothing between them', age('gt', 2), age('ge', 3), true],
  ['one spelling of an order for another', not(age('lt', 18)), age('ge', 18), true],
  [
    'fewer members',
    { kind: 'in', left: field('state'), right: [value('a')] },
    { kind: 'in', left: field('state'), right: [value('a'), value('b')] },
    true,
  ],
  [
    'another pattern',
    { kind: 'startsWith', left: field('name'), prefix: 'ab' },
    { kind: 'startsWith', left: field('name'), prefix: 'a' },
    false,
  ],
  ['one case and its opposite leave out rows without a value', { kind: 'true' }, or(sameWard, not(sameWard)), false],
  ['the other way round', compare('eq', who('ward'), field('ward')), sameWard, true],
  ['a value that is there', sameWard, not({ kind: 'isNull', left: field('ward') }), true],
] satisfies [string, Predicate, Predicate, boolean][])('%s', (_, narrow, wide, is) => {
  expect(implies(holds(narrow), holds(wide))).toBe(is)
})

test('where a value is always there, a case and its opposite take in everyone', () => {
  expect(implies(everyone, holds(or(sameWard, not(sameWard))), () => false)).toBe(true)
})

test('an error on the left of an `or` hides its right side, as in Cedar', () => {
  expect(implies(holds(written), holds(or(sameWard, written)))).toBe(false)
  expect(implies(holds(written), any(holds(sameWard), holds(written)))).toBe(true)
})

test('nobody sees less than anyone, and facts count', () => {
  const stepUp: Formula = { kind: 'fact', text: 'with a second factor' }
  expect(implies(nobody, holds(sameWard))).toBe(true)
  expect(implies(all(holds(sameWard), stepUp), holds(sameWard))).toBe(true)
  expect(implies(holds(sameWard), all(holds(sameWard), stepUp))).toBe(false)
})

test('a condition too large to try in every world is not shown to be narrower', () => {
  const many = and(...Array.from({ length: 12 }, (_, at) => compare('eq', field(`a${at}`), who(`b${at}`))))
  expect(implies(holds(many), any(holds(many), holds(sameWard)))).toBe(false)
})

const rows: fc.Arbitrary<JsonObject> = fc.record(
  {
    ward: fc.constantFrom('a', 'b', 'c'),
    state: fc.constantFrom('a', 'b'),
    age: fc.integer({ min: -3, max: 6 }),
    active: fc.boolean(),
  },
  { requiredKeys: [] },
)
const atoms: fc.Arbitrary<Predicate> = fc.oneof(
  fc.constantFrom<Predicate>(
    sameWard,
    compare('eq', field('ward'), field('state')),
    compare('ne', field('state'), field('ward')),
    compare('lt', field('age', long), who('level')),
    compare('ge', field('age', long), who('level')),
    compare('gt', who('level'), field('age', long)),
    { kind: 'isNull', left: field('ward') },
    { kind: 'role', name: 'boss' },
    { kind: 'startsWith', left: field('ward'), prefix: 'a' },
    compare('eq', field('active'), value(true)),
  ),
  fc
    .tuple(fc.constantFrom('ward', 'state'), fc.constantFrom('eq', 'ne'), fc.constantFrom('a', 'b'))
    .map(([name, op, of]) => compare(op, field(name), value(of))),
  fc
    .tuple(fc.constantFrom('lt', 'le', 'gt', 'ge', 'eq', 'ne'), fc.integer({ min: -2, max: 5 }))
    .map(([op, of]) => compare(op, field('age', long), value(of))),
)
const predicates: fc.Arbitrary<Predicate> = fc.letrec<{ all: Predicate }>((tie) => ({
  all: fc.oneof(
    { depthSize: 'small', maxDepth: 3 },
    atoms,
    fc.record({ kind: fc.constantFrom('and', 'or'), of: fc.array(tie('all'), { minLength: 1, maxLength: 3 }) }),
    tie('all').map(not),
  ),
})).all

test('what is said to be narrower takes in no row that the wider leaves out', () => {
  const asked = { yes: 0, no: 0 }
  fc.assert(
    fc.property(predicates, predicates, fc.array(rows, { minLength: 20, maxLength: 20 }), (narrow, other, tried) => {
      // Half of the pairs are narrower by construction, so that the answer is yes often enough to be judged.
      const wide = asked.yes < asked.no ? any(holds(narrow), holds(other)) : holds(other)
      const isNarrower = implies(holds(narrow), wide)
      asked[isNarrower ? 'yes' : 'no']++
      for (const row of isNarrower ? tried : []) {
        const subject = { id: 'me', roles: row.active ? ['boss'] : [], attributes: { ward: 'a', level: 2 } }
        const truth = (predicate: Predicate) => evaluate(predicate, row, subject) === true
        const isWide = wide.kind === 'any' ? truth(narrow) || truth(other) : truth(other)
        expect(truth(narrow) && !isWide, `${formulaText(holds(narrow))} ⇒ ${formulaText(wide)}`).toBe(false)
      }
    }),
    { numRuns: 400 },
  )
  expect(asked.yes).toBeGreaterThan(100)
})
