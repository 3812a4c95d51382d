import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { temporary } from '../testing.ts'
import { openPostgresql } from './open.ts'

let place: Awaited<ReturnType<typeof temporary>>
beforeAll(async () => {
  place = await temporary()
})
afterAll(() => place.remove())

const of = (key: string) => ({
  atMs: 2 ** 41,
  changes: [{ entity: 'Patient', change: 'created' as const, key: { id: key }, tenant: null }],
})

test('what was visible when a follower began is not told to it, whoever was still writing then', async () => {
  const { url } = place
  const opened = await openPostgresql({
    url,
    isReadOnly: false,
    schema: null,
    mayCreate: true,
    statementTimeoutMs: 9000,
  })
  const { database, state } = opened
  const [begun, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const long = database.transaction(async (transaction) => {
    await state.appendChanges(of('meanwhile'), transaction)
    begun.resolve()
    await ended.promise
  })
  await begun.promise
  await state.appendChanges(of('before'), null)
  let position = await state.newestChange()
  ended.resolve()
  await long
  await state.appendChanges(of('after'), null)
  const told: unknown[] = []
  await vi.waitFor(
    async () => {
      for (const each of (await state.changesAfter(position, 1)) ?? []) {
        told.push(each.changes[0]?.key.id)
        position = each.position
      }
      expect(told.at(-1)).toBe('after')
    },
    { timeout: 20_000, interval: 20 },
  )
  expect(told).toEqual(['meanwhile', 'after'])
  expect(position.split('.')).toHaveLength(2)
  await opened.close()
})
