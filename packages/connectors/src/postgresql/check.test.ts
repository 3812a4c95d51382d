import type { Default } from '@charter/runtime'
import { expect, test } from 'vitest'
import { charterOf, entity, field, relation } from '../conformance/build.ts'
import { accepts } from './accepts.ts'
import { check } from './check.ts'
import { isColumnType, unmeasured } from './render/column-type.ts'

const id = field('id', { kind: 'uuid' })
const text = { kind: 'text' } as const

test('what PostgreSQL cannot hold is refused by name', () => {
  const charter = charterOf('postgresql', [
    entity('Order', [
      id,
      field('a', text),
      field('b', text, { column: 'a' }),
      field('xmin', text),
      field('_version', text),
    ]),
    entity('Other', [id], { binding: { table: 'order' } }),
    entity('Elsewhere', [id], { binding: { schema: 'sales', table: 'order' } }),
    entity('State', [id], { binding: { schema: 'charter_state', table: 'audit' } }),
    entity('Long', [id, field('n', text, { column: 'ä'.repeat(32) })]),
    entity('Scan', [field('id', { kind: 'bytes' }), field('nextId', { kind: 'bytes' })], {
      relations: [relation('next', { kind: 'one', target: 'Scan', from: ['nextId'], to: ['id'] })],
    }),
    entity('Typed', [id, field('n', text, { columnType: 'text) --' })]),
  ])
  expect(check(charter).map(({ code, path }) => `${code} ${path}`)).toEqual([
    'postgresql-name-clash entities.Other',
    'postgresql-name-clash entities.Order.fields.b',
    'postgresql-reserved-name entities.Order.fields.xmin',
    'postgresql-reserved-name entities.Order.fields._version',
    'postgresql-reserved-name entities.State',
    'postgresql-name-length entities.Long.fields.n',
    'postgresql-blob-relation entities.Scan.relations.next',
    'postgresql-column-type entities.Typed.fields.n',
  ])
  expect(check(charterOf('sqlite', charter.entities))).toEqual([])
})

test('who made a row is not kept in a column that fills a text up with blanks', () => {
  const made = (columnType: string, preset: Default = { kind: 'principal' }) =>
    check(charterOf('postgresql', [entity('Order', [id, field('by', text, { columnType, default: preset })])])).map(
      ({ code, path }) => `${code} ${path}`,
    )
  expect(made('character(12)')).toEqual(['postgresql-column-type entities.Order.fields.by'])
  expect(made('character varying(12)')).toEqual([])
  expect(made('character(12)', { kind: 'value', value: 'nobody' })).toEqual([])
})

test('a column type is a name as format_type writes it, and nothing else', () => {
  const good = [
    'text',
    'character varying(40)',
    'numeric(8,2)',
    'numeric(8,-2)[]',
    'sales.mood',
    '"Odd ""S".“x”[]'.replace('“x”', '"T(2)"'),
    'timestamp(3) with time zone',
    'double precision',
    'interval day to second(3)',
    'public.geometry(Point,4326)',
  ]
  expect(good.filter((each) => !isColumnType(each))).toEqual([])
  const bad = [
    '',
    'text; DROP',
    "text'",
    'text --',
    'a.b.c',
    'text)',
    '"unclosed',
    'text USING x',
    'int4 NOT NULL',
    'text\n',
    'numeric(8,(2))',
  ]
  expect(bad.filter(isColumnType)).toEqual([])
  expect(['numeric(8,2)[]', '"T(2)"', 'timestamp(3) with time zone'].map(unmeasured)).toEqual([
    'numeric[]',
    '"T(2)"',
    'timestamp with time zone',
  ])
})

test('a URL says that it is of PostgreSQL', () => {
  expect(['postgres://h/d', 'postgresql://h/d', 'postgres:///d'].every(accepts)).toBe(true)
  expect(['file:a.db', 'mysql://h/d', 'postgres'].some(accepts)).toBe(false)
})
