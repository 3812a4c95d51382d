import type { Asked, JsonObject, RowsQuery, Store } from '@charter/runtime'
import { expect, test } from './harness.ts'
import { identifier } from './rows.ts'

/** What an open source owes whoever asks it in the terms of Calls alone: a store of its own, over the same rows. */
export const storeConformance = (store: () => Store): void => {
  test('the store that it opens says of every entity what it can do with it, and that it answers', async () => {
    const { entities, condition, missing } = store()
    const shown = [...entities].map(([name, { canInsert, canUpdate, canRemove }]) => [
      name,
      [canInsert, canUpdate, canRemove],
    ])
    expect(Object.fromEntries(shown)).toMatchObject({ Ward: [true, true, true], Stay: [true, true, true] })
    expect(await missing()).toEqual([])
    await condition.answers({ deadlineMs: Date.now() + answerMs })
  })

  test('the store that it opens writes a row, finds it, counts it, and takes it away', async () => {
    const { transaction, reads, condition } = store()
    const row = { id: identifier(901), code: 'store', site: 'S', number: '7', floor: 1 }
    const before = condition.statementCount
    await transaction((writes) => writes.insert('Ward', row))
    expect(await found(store(), { key: { id: row.id } })).toEqual([['store', 1]])
    await transaction((writes) => writes.update('Ward', ['floor'], { ...row, floor: 2 }, row))
    expect(await found(store(), { key: { id: row.id } })).toEqual([['store', 2]])
    expect(await reads.count({ entity: 'Ward', rules: null }, { equal: { code: 'store' } }, 9)).toBe(1)
    expect(condition.statementCount > before).toBe(true)
    expect(await transaction((writes) => writes.remove('Ward', row, '2026-01-01T00:00:00Z'))).toBe(1)
    expect(await found(store(), { key: { id: row.id } })).toEqual([])
  })

  test('what its work in a transaction does not end leaves nothing in the store', async () => {
    const row: JsonObject = { id: identifier(902), code: 'left', site: 'S', number: '8', floor: null }
    const work = store().transaction(async (writes) => {
      await writes.insert('Ward', row)
      throw new Error('on purpose')
    })
    await expect(work).rejects.toThrow('on purpose')
    expect(await found(store(), { key: { id: row.id ?? '' } })).toEqual([])
  })
}

const answerMs = 5000

const byKey: RowsQuery = { entity: 'Ward', byKey: 'given', rules: null, fields: ['code', 'floor'] }

const found = async ({ reads }: Store, asked: Asked) =>
  (await reads.find(byKey, asked)).map((row) => [row.value(0), row.value(1)])
