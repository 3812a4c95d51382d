import type { Operand, Predicate, Rule, Type } from '@charter/runtime'
import { ruleFragment } from '@charter/sql'
import { expect, test } from 'vitest'
import { charterOf, entity, field, modelOf, relation } from '../conformance/build.ts'
import { dialect } from '../sqlite/render/dialect.ts'

const text: Type = { kind: 'text' }
const ward = entity('Ward', [field('id', text), field('name', text, { isOptional: true })])
const patient = entity(
  'Patient',
  [
    field('id', text),
    field('nick', text, { isOptional: true }),
    field('tags', { kind: 'array', items: text }),
    field('wardId', text),
  ],
  {
    relations: [relation('ward', { kind: 'one', target: 'Ward', from: ['wardId'], to: ['id'] })],
  },
)
const principal = [
  { name: 'must', claim: 'must', type: text, isRequired: true },
  { name: 'may', claim: 'may', type: text, isRequired: false },
]
const place = { file: 'charter.yaml', line: 1, column: 1 }
const charter = (isOwned: boolean) =>
  charterOf('sqlite', [patient, ward], {
    access: { accepts: [], roles: ['boss'], principal, mfa: [] },
    ...(!isOwned && { sources: [{ place, name: 'main', kind: 'url', url: 'file:a.db' }] }),
  })

const fragmentOf = (when: Predicate | undefined, effect: Rule['effect'] = 'permit', isOwned = true) => {
  const of = charter(isOwned)
  const rule: Rule = {
    id: 'r',
    effect,
    entity: 'Patient',
    actions: ['read'],
    roles: [],
    source: { file: '', line: 1, text: '' },
    isConditional: when !== undefined,
    ...(when && { when }),
  }
  return ruleFragment({ dialect, charter: of, model: modelOf(of), entity: patient }, rule)
}
const sqlOf = (...given: Parameters<typeof fragmentOf>) => fragmentOf(...given).sql

const at = (...path: string[]): Operand => ({ kind: 'field', path })
const value = (given: string): Operand => ({ kind: 'value', value: given, type: text })
const me = (name: string): Operand => ({ kind: 'principal', name })
const eq = (left: Operand, right: Operand): Predicate => ({ kind: 'compare', op: 'eq', left, right })
const not = (of: Predicate): Predicate => ({ kind: 'not', of })

test('a rule without a condition holds for every row', () => {
  expect([sqlOf(undefined), sqlOf(undefined, 'forbid')]).toEqual(['1', '1'])
  expect([sqlOf({ kind: 'true' }), sqlOf({ kind: 'false' }), sqlOf(not({ kind: 'true' }))]).toEqual(['1', '0', '0'])
  expect([sqlOf({ kind: 'and', of: [] }), sqlOf({ kind: 'or', of: [] }), sqlOf(not({ kind: 'and', of: [] }))]).toEqual([
    '1',
    '0',
    '0',
  ])
})

test('a forbid is turned round only where some row leaves it undecided', () => {
  const isTurned = (when: Predicate, isOwned = true) => sqlOf(when, 'forbid', isOwned).startsWith('NOT coalesce(')
  expect([
    isTurned(eq(at('id'), value('a'))),
    isTurned(eq(at('nick'), value('a'))),
    isTurned(eq(value('a'), at('nick'))),
  ]).toEqual([false, true, true])
  expect([
    isTurned(eq(at('id'), me('must'))),
    isTurned(eq(at('id'), me('may'))),
    isTurned(eq(at('id'), me('id'))),
  ]).toEqual([false, true, false])
  expect(isTurned(eq(at('id'), { kind: 'value', value: null, type: text }))).toBe(true)
  expect(isTurned(eq(at('id'), value('a')), false)).toBe(true)
  expect([isTurned(eq(at('ward', 'id'), value('a'))), isTurned(eq(at('ward', 'name'), value('a')))]).toEqual([
    false,
    true,
  ])
  expect([
    isTurned({ kind: 'like', left: at('id'), pattern: 'a' }),
    isTurned({ kind: 'like', left: at('nick'), pattern: 'a' }),
  ]).toEqual([false, true])
  expect([
    isTurned({ kind: 'startsWith', left: at('id'), prefix: 'a' }),
    isTurned({ kind: 'startsWith', left: at('nick'), prefix: 'a' }),
  ]).toEqual([false, true])
  expect([
    isTurned({ kind: 'in', left: at('id'), right: [value('a')] }),
    isTurned({ kind: 'in', left: at('id'), right: [value('a'), at('nick')] }),
  ]).toEqual([false, true])
  expect([isTurned({ kind: 'isNull', left: at('nick') }), isTurned({ kind: 'role', name: 'boss' })]).toEqual([
    false,
    false,
  ])
  expect([
    isTurned(not(eq(at('nick'), value('a')))),
    isTurned({ kind: 'or', of: [eq(at('id'), value('a')), eq(at('nick'), value('a'))] }),
  ]).toEqual([true, true])
  expect([
    isTurned({ kind: 'contains', left: at('tags'), right: value('a') }),
    isTurned({ kind: 'contains', left: at('tags'), right: at('nick') }),
  ]).toEqual([false, true])
})

test('lists of none, of one and of several', () => {
  const among = (...right: Operand[]): Predicate => ({ kind: 'in', left: at('nick'), right })
  expect([sqlOf(among()), sqlOf(not(among()))]).toEqual(['0', 't."nick" IS NOT NULL'])
  expect([sqlOf(among(value('a'))), sqlOf(not(among(value('a'))))]).toEqual(['t."nick" = ?', 't."nick" <> ?'])
  expect(sqlOf(among(value('a'), value('b')))).toBe('t."nick" IN (?, ?)')
  expect(sqlOf(not(among(value('a'), at('id'), me('may'))))).toBe('(t."nick" NOT IN (?, t."id", ?) AND ? IS NOT NULL)')
})

test('a role is asked of whoever asks', () => {
  const role: Predicate = { kind: 'role', name: 'boss' }
  expect([fragmentOf(role), sqlOf(not(role))]).toEqual([
    { sql: '? = 1', params: [{ kind: 'role', name: 'boss' }] },
    '? = 0',
  ])
})

test('what an attribute is asked for is bound in the form it has', () => {
  expect(fragmentOf({ kind: 'isNull', left: me('may') }).params).toEqual([
    { kind: 'principal', name: 'may', storage: { kind: 'text' } },
  ])
  expect(fragmentOf({ kind: 'contains', left: me('must'), right: at('id') }).params[0]).toEqual({
    kind: 'principal',
    name: 'must',
    storage: { kind: 'json' },
  })
})

test('patterns and prefixes are bound as the text they are', () => {
  const bound = [{ kind: 'value', value: 'a%' }]
  expect(fragmentOf({ kind: 'like', left: at('id'), pattern: 'a%' }).params).toEqual(bound)
  expect(fragmentOf({ kind: 'startsWith', left: at('id'), prefix: 'a%' }).params).toEqual(bound)
})
