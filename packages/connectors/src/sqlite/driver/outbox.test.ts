import { expect, test } from 'vitest'
import { openSqlite } from './open.ts'

test('where there are changes it is not asked which there could be', async () => {
  const opened = await openSqlite({ url: ':memory:', isReadOnly: false, schema: [], statementTimeoutMs: 9000 })
  const { database, state } = opened
  const changes = [{ entity: 'Patient', change: 'created' as const, key: { id: 'a' }, tenant: null }]
  await state.appendChanges({ atMs: 2 ** 41, changes }, null)
  const before = database.statementCount
  expect(await state.changesAfter('0', 9)).toMatchObject([{ position: '1', changes }])
  expect(database.statementCount).toBe(before + 1)
  expect(await state.changesAfter('1', 9)).toEqual([])
  expect(await state.changesAfter('2', 9)).toBeNull()
  await opened.close()
})
