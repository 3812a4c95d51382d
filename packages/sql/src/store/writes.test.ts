import { expect, test } from 'vitest'
import type { EntitySql } from './entity-sql.ts'
import { setting } from './writes.ts'

test('a statement that sets fields names the columns that they are stored in', () => {
  const entity = { table: '"patient"', columns: { birthDate: { name: 'born_on' } } } as unknown as EntitySql
  const { columns, table } = setting(entity, 'INSERT', { sql: 'INSERT …', fields: ['birthDate', 'elsewhere'] })
  expect(columns).toEqual(['born_on', 'elsewhere'])
  expect(table).toBe('"patient"')
})
