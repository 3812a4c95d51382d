import type { Rule } from '@charter/runtime'
import { readOf } from '@charter/sql/store'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { entity, field, modelOf, relation } from '../../conformance/build.ts'
import { openPostgresql } from '../driver/open.ts'
import { attachedCharter, say, temporary } from '../testing.ts'
import { render } from './entity.ts'

let database: Awaited<ReturnType<typeof temporary>>
beforeAll(async () => {
  database = await temporary()
  await say(
    database.url,
    `CREATE TYPE mood AS ENUM ('b', 'a'); CREATE EXTENSION citext;
     CREATE COLLATION folding (provider = icu, locale = 'und-u-ks-level2', deterministic = false);
     CREATE TABLE thing (id uuid PRIMARY KEY, owner uuid, name text COLLATE folding, word citext, code char(3), mood mood, tags text[], due date, at timestamptz);
     CREATE INDEX ON thing (owner);
     INSERT INTO thing SELECT gen_random_uuid(), gen_random_uuid() FROM generate_series(1, 5000);
     INSERT INTO thing VALUES ('00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000009', 'Ab', 'Ab', 'a', 'b', '{x,Y}');
     INSERT INTO thing (id, due, at) VALUES ('00000000-0000-4000-8000-000000000002', '-infinity', '-infinity'), ('00000000-0000-4000-8000-000000000003', '0044-03-15 BC', '0044-03-15 BC'), ('00000000-0000-4000-8000-000000000004', '2026-01-01', '2026-01-01Z');
     ANALYZE thing`,
  )
})
afterAll(() => database.remove())

const text = { kind: 'text' } as const
const optional = { isOptional: true }
const things = entity('Thing', [
  field('id', { kind: 'uuid' }),
  field('owner', { kind: 'uuid' }, optional),
  field('name', text, optional),
  field('word', text, { ...optional, columnType: 'public.citext' }),
  field('code', text, { ...optional, columnType: 'character(3)' }),
  field('mood', { kind: 'enum', values: ['b', 'a'] }, { ...optional, columnType: 'public.mood' }),
  field('due', { kind: 'date' }, optional),
  field('at', { kind: 'instant' }, optional),
  field('tags', { kind: 'array', items: text }, { ...optional, columnType: 'text[]' }),
])

const source = { file: 'charter.yaml', line: 1, text: '' }
const ruleOf = (when: NonNullable<Rule['when']>): Rule => ({
  id: 'r',
  effect: 'permit',
  entity: 'Thing',
  actions: ['read'],
  roles: [],
  source,
  isConditional: true,
  when,
})
const at = (name: string) => ({ kind: 'field', path: [name] }) as const
const me = { kind: 'principal', name: 'id' } as const

const found = async (when: NonNullable<Rule['when']>, who: string, explain = '') => {
  const charter = attachedCharter(database.url, [things])
  const [sql] = render(charter, modelOf(charter, [ruleOf(when)]))
  const { sql: condition = '', params = [] } = sql?.rules.r ?? {}
  const opened = await openPostgresql({
    url: database.url,
    isReadOnly: true,
    schema: null,
    statementTimeoutMs: 2000,
    state: unused,
  })
  const values = params.map((param) => (param.kind === 'value' ? (param.value as string) : who))
  const rows = await opened.database.all(readOf(`${explain}SELECT t."id" FROM ${sql?.from} WHERE ${condition}`), values)
  await opened.close()
  return explain === '' ? rows.length : rows.join('\n')
}
const unused = { close: async () => {} } as unknown as NonNullable<Parameters<typeof openPostgresql>[0]['state']>

const is = (name: string) => ({ kind: 'compare', op: 'eq', left: at(name), right: me }) as const

test('text is compared by code point whatever the column folds, and no value makes a statement fail', async () => {
  expect([await found(is('name'), 'Ab'), await found(is('name'), 'ab')]).toEqual([1, 0])
  expect([await found(is('word'), 'Ab'), await found(is('word'), 'AB')]).toEqual([1, 0])
  expect([await found(is('code'), 'a  '), await found(is('code'), 'a')]).toEqual([1, 0])
  expect([await found(is('mood'), 'b'), await found(is('mood'), 'nothing of it')]).toEqual([1, 0])
  expect(await found({ kind: 'compare', op: 'lt', left: at('mood'), right: me }, 'c')).toBe(1)
  expect(await found({ kind: 'startsWith', left: at('word'), prefix: 'A' }, '')).toBe(1)
  expect(await found({ kind: 'like', left: at('name'), pattern: 'a%' }, '')).toBe(0)
  expect(
    await found({ kind: 'in', left: at('mood'), right: [me, { kind: 'value', value: 'b', type: text }] }, 'zz'),
  ).toBe(1)
  expect(await found({ kind: 'contains', left: at('tags'), right: me }, 'Y')).toBe(1)
  expect(await found({ kind: 'contains', left: at('tags'), right: me }, 'y')).toBe(0)
})

test('a principal that is no uuid owns nothing, and one that is is found by the index', async () => {
  expect(await found(is('owner'), '00000000-0000-4000-8000-000000000009')).toBe(1)
  expect([await found(is('owner'), 'alice'), await found(is('owner'), '')]).toEqual([0, 0])
  expect(await found({ kind: 'not', of: is('owner') }, 'alice')).toBe(5001)
  expect(await found(is('owner'), '00000000-0000-4000-8000-000000000009', 'EXPLAIN ')).toContain('Index')
})

test('a moment that no value is has none to a rule, as to a reader', async () => {
  const before = (name: string, type: 'date' | 'instant', value: string) =>
    found({ kind: 'compare', op: 'lt', left: at(name), right: { kind: 'value', value, type: { kind: type } } }, '')
  expect(await before('due', 'date', '2026-06-15')).toBe(1)
  expect(await before('at', 'instant', '2026-06-15T00:00:00Z')).toBe(1)
  expect(await found({ kind: 'isNull', left: at('due') }, '')).toBe(5003)
})

test('a rule tells which other tables it looks up, for who says what cannot be read', () => {
  const wards = entity('Ward', [field('id', text), field('floor', text)])
  const beds = entity('Bed', [field('id', text), field('wardId', text)], {
    relations: [relation('ward', { kind: 'one', target: 'Ward', from: ['wardId'], to: ['id'] })],
  })
  const readsOf = (...path: readonly string[]) => {
    const charter = attachedCharter(database.url, [beds, wards])
    const when = { kind: 'and', of: [is('id'), { ...is(''), left: { kind: 'field', path } }] } as const
    const [sql] = render(charter, modelOf(charter, [{ ...ruleOf(when), entity: 'Bed' }]))
    return sql?.rules.r?.reads
  }
  expect([readsOf('wardId'), readsOf('ward', 'floor')]).toEqual([undefined, ['"public"."ward"']])
})
