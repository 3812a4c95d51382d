import type { Field } from '@charter/charter'
import { expect, test } from 'vitest'
import { type ColumnSpelling, columnWith, comparisons } from './column-sql.ts'

const field = {
  place: { file: '', line: 1, column: 1 },
  id: 'Patient.ward',
  name: 'ward',
  type: { kind: 'text' },
  isOptional: false,
  isUnique: false,
  isReadOnly: false,
  isImmutable: false,
} as const satisfies Field
const column = 't."ward"'
const dialect = { isMember: (of: string) => `${of} IN (?)` }

const spelling: ColumnSpelling = {
  type: { kind: 'text' },
  select: column,
  sort: column,
  storage: { kind: 'text' },
  isNullable: false,
  filters: () => ({
    ...comparisons({ same: [column, '?'], order: [column, '?'], isSaid: null }),
    in: null,
    like: `${column} LIKE ?`,
    startsWith: `${column} ^@ ?`,
    isNull: `${column} IS NULL`,
  }),
  aggregate: () => ({ value: column, read: (of) => of, sum: null }),
}

test('filters are those of the type that the database can ask', () => {
  const { filters, aggregate, isNullable, name } = columnWith(dialect, { field, column }, spelling)
  expect(filters.eq).toBe('t."ward" = ?')
  expect(filters).not.toHaveProperty('in')
  expect([aggregate?.min, isNullable, name]).toEqual(['min(t."ward")', undefined, undefined])
})

test('a sealed field is found by its token alone, and neither ordered by value nor aggregated', () => {
  const sealed = { ...field, protect: 'tokenize', search: 'equals', column: 'w' } as const
  const sql = columnWith(dialect, { field: sealed, column }, spelling)
  expect(sql.filters).toEqual({ in: 't."ward" IN (?)' })
  expect([sql.aggregate, sql.name]).toEqual([undefined, 'w'])
})

test('what cannot be said is in no range and differs from nothing, and equality needs no word of it', () => {
  const { eq, ne, lt } = comparisons({ same: ['a', '?'], order: ['b', '?::date'], isSaid: 'NOT (c)' })
  expect([eq, ne, lt]).toEqual(['a = ?', '(a <> ? AND NOT (c))', '(b < ?::date AND NOT (c))'])
})
