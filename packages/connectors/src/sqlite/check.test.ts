import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { charterOf, entity, field, relation } from '../conformance/build.ts'
import { accepts } from './accepts.ts'
import { check } from './check.ts'

test('what SQLite cannot hold is refused by name', () => {
  const bytes = { kind: 'bytes' } as const
  const charter = charterOf('sqlite', [
    entity('LabResult', [
      field('id', { kind: 'uuid' }),
      field('ward', { kind: 'text' }),
      field('Ward', { kind: 'text' }),
    ]),
    entity('LABResult', [field('id', bytes)], {
      relations: [relation('self', { kind: 'one', target: 'LABResult', from: ['id'], to: ['id'] })],
    }),
    entity('SqliteStat', [
      field('id', { kind: 'uuid' }),
      field('n', { kind: 'int64' }, { default: { kind: 'sequence' } }),
    ]),
    entity('Price', [field('id', { kind: 'uuid' }), field('amount', { kind: 'decimal', precision: 19, scale: 2 })]),
  ])
  expect(check(charter).map(({ code, path }) => `${code} ${path}`)).toEqual([
    'sqlite-name-clash entities.LABResult',
    'sqlite-name-clash entities.LabResult.fields.Ward',
    'sqlite-blob-relation entities.LABResult.relations.self',
    'sqlite-reserved-name entities.SqliteStat',
    'sqlite-sequence entities.SqliteStat.fields.n',
    'sqlite-decimal-precision entities.Price.fields.amount',
  ])
})

test('an entity of more fields than a statement may select is refused, and one of as many is served', () => {
  const wide = (count: number) =>
    charterOf('sqlite', [
      entity('Wide', [
        field('id', { kind: 'uuid' }),
        ...Array.from({ length: count - 1 }, (_, at) => field(`f${at}`, { kind: 'int32' })),
      ]),
    ])
  expect(check(wide(1851))).toMatchObject([{ code: 'sqlite-field-count', path: 'entities.Wide' }])
  expect(check(wide(1850))).toEqual([])
})

test('a charter whose entities are elsewhere is no concern of SQLite', () => {
  const charter = charterOf('postgres', [entity('Price', [field('id', { kind: 'decimal', precision: 30, scale: 2 })])])
  expect(check(charter)).toEqual([])
})

test('a file is known by its scheme, its first bytes or its extension', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'charter-accepts-'))
  const real = join(folder, 'data')
  const database = new DatabaseSync(real)
  database.exec('CREATE TABLE a (x)')
  database.close()
  const text = join(folder, 'text')
  await writeFile(text, 'SQLite format 2, nearly')
  expect([real, `file:${real}`, ':memory:', 'sqlite:x', 'new.sqlite3', 'file:new.db'].map(accepts)).not.toContain(false)
  expect([text, 'charter.yaml', 'postgres://host/a.db', 'https://host/a.sqlite', folder].map(accepts)).not.toContain(
    true,
  )
  await rm(folder, { recursive: true })
})
