import { expect, test } from 'vitest'
import { quoted } from '../store/identifier.ts'
import type { Structure, TableStructure } from '../structure.ts'
import { columnText, indexText, schemaWith, type TableDialect, tableText } from './declare.ts'

const table = (name: string, more: Partial<TableStructure> = {}): TableStructure => ({
  id: name,
  name,
  columns: [{ id: `${name}.id`, name: 'id', sqlType: 'int', isRequired: true, value: { kind: 'int32' } }],
  key: ['id'],
  foreignKeys: [],
  indexes: [],
  ...more,
})
const stay = table('stay', {
  foreignKeys: [{ columns: ['id'], table: 'room', references: ['id'], onDelete: 'RESTRICT' }],
  indexes: [{ name: 'stay_by_id', columns: ['id'], isUnique: true, where: '"gone" IS NULL' }],
})
const structure: Structure = { tables: [stay, table('room')] }

const dialect: TableDialect = {
  tableAt: ({ name }) => quoted(name),
  column: (column) => columnText(column, column.isRequired ? 'NOT NULL' : ''),
  lines: (_, key) => key,
  end: '',
  index: ({ name }, index) => indexText(quoted(name), index),
  refersLast: true,
}

const said = (of: TableDialect): readonly string[] => schemaWith(of, structure).filter((line) => !line.startsWith('--'))

test('tables come before their indexes, and references last, as they may need either', () => {
  expect(said(dialect)).toEqual([
    'CREATE TABLE "stay" (\n  "id" int NOT NULL,\n  PRIMARY KEY ("id")\n)',
    'CREATE TABLE "room" (\n  "id" int NOT NULL,\n  PRIMARY KEY ("id")\n)',
    'CREATE UNIQUE INDEX "stay_by_id" ON "stay" ("id") WHERE "gone" IS NULL',
    'ALTER TABLE "stay" ADD FOREIGN KEY ("id") REFERENCES "room" ("id") ON DELETE RESTRICT',
  ])
})

test('a database whose tables hold their indexes and references says nothing of them afterwards', () => {
  const { index: _, ...within } = dialect
  expect(said({ ...within, refersLast: false })).toHaveLength(2)
})

test('the structure goes before the statements, as data', () => {
  expect(JSON.parse((schemaWith(dialect, structure)[0] ?? '').replace('-- structure ', ''))).toEqual(stay)
})

test('what comes first is the dialect’s, as a schema is; a table may have another name', () => {
  expect(said({ ...dialect, before: () => ['CREATE SCHEMA x'] })[0]).toBe('CREATE SCHEMA x')
  const text = tableText({ ...dialect, end: ' STRICT' }, structure, stay, {
    words: 'CREATE TEMPORARY TABLE',
    name: 'new',
  })
  expect(text).toMatch(/^CREATE TEMPORARY TABLE "new" \([\s\S]*\) STRICT$/)
})

test('of a column only what it says is written', () => {
  expect(columnText({ name: 'a', sqlType: 'int', default: '1', check: '"a" > 0' }, '', 'NOT NULL')).toBe(
    '"a" int NOT NULL DEFAULT 1 CHECK ("a" > 0)',
  )
  expect(columnText({ name: 'a', sqlType: 'int' })).toBe('"a" int')
})
