import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { accountTables, makeAccountTables } from './account-tables.ts'

test('every table that accounts are kept in is named, so that each is moved and backed up', async () => {
  const database = new DatabaseSync(':memory:')
  await makeAccountTables(database)
  const made = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all()
  expect(made.map(({ name }) => name).sort()).toEqual([...accountTables].sort())
  database.close()
})
