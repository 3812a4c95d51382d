import type { Database, SqlRow } from '@charter/sql/store'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { temporary } from '../testing.ts'
import { openPostgresql } from './open.ts'
import { outboxOf } from './outbox.ts'

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

test('a long transaction of another database on the same server keeps nothing back, one of this database does', async () => {
  const options = { isReadOnly: false, schema: null, mayCreate: true, statementTimeoutMs: 9000 }
  const other = await temporary()
  const [here, there] = [
    await openPostgresql({ ...options, url: place.url }),
    await openPostgresql({ ...options, url: other.url }),
  ]
  const insert = `INSERT INTO charter_state."outbox" ("at_ms", "changes") VALUES (1, '${JSON.stringify(of('long').changes)}')`
  const ended = Promise.withResolvers<void>()
  /** Writes, and commits when told to. */
  const openTransaction = async ({ database }: typeof here, ...statements: readonly string[]) => {
    const [begun, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const done = database.transaction(async (transaction) => {
      for (const statement of statements) await transaction.run(statement, [])
      begun.resolve()
      await Promise.race([mayEnd.promise, ended.promise])
    })
    await begun.promise
    return () => {
      mayEnd.resolve()
      return done
    }
  }
  try {
    const position = await here.state.newestChange()
    const endThere = [
      await openTransaction(there, insert),
      await openTransaction(there, 'SELECT pg_current_xact_id()'),
      await openTransaction(there, 'SAVEPOINT a', insert, 'ROLLBACK TO a'),
    ]
    await here.state.appendChanges(of('first'), null)
    const told = async () => (await here.state.changesAfter(position, 9))?.map(({ changes }) => changes[0]?.key.id)
    expect(await told()).toEqual(['first'])
    const endHere = await openTransaction(here, 'SAVEPOINT a', 'SELECT pg_current_xact_id()', 'ROLLBACK TO a', insert)
    await here.state.appendChanges(of('second'), null)
    expect(await told()).toEqual(['first'])
    expect([await here.state.isBehind(position), await there.state.isBehind(position)]).toEqual([true, false])
    await endHere()
    expect(await told()).toEqual(['first', 'long', 'second'])
    await Promise.all(endThere.map((end) => end()))
    expect(await told()).toEqual(['first', 'long', 'second'])
    const last = (await here.state.changesAfter(position, 9))?.at(-1)?.position ?? ''
    expect(await here.state.isBehind(last)).toBe(false)
  } finally {
    ended.resolve()
    await here.close()
    await there.close()
    await other.remove()
  }
})

/** A database that answers each statement with the same rows, and counts them. */
const answering = (rows: readonly SqlRow[]): Database & { statementCount: number } => {
  const database = {
    all: async () => {
      database.statementCount++
      return rows
    },
    transaction: () => Promise.reject(new Error('Nothing is written.')),
    statementCount: 0,
    close: async () => {},
  }
  return database
}

test('where there are changes it is not asked which there could be', async () => {
  const database = answering([['1001', '7', of('a').atMs, JSON.stringify(of('a').changes)]])
  expect(await outboxOf(database).changesAfter('1000.3', 9)).toMatchObject([{ position: '1001.7' }])
  expect(database.statementCount).toBe(1)
})

test('a snapshot of so many open transactions that no cursor holds it is left out of the position', async () => {
  const beginning = (open: number): Promise<string> => {
    const snapshot = `1000:9000:${Array.from({ length: open }, (_, at) => 1000 + at).join()}`
    return outboxOf(answering([[snapshot]])).newestChange()
  }
  expect((await beginning(3)).split('.')).toEqual(['1000', '0', '1000:9000:1000,1001,1002'])
  expect(await beginning(900)).toBe('1000.0')
})

test('writes come in the order of their transactions, also past 9, 99 and 999 of them', async () => {
  const own = await temporary()
  const opened = await openPostgresql({
    url: own.url,
    isReadOnly: false,
    schema: null,
    mayCreate: true,
    statementTimeoutMs: 9000,
  })
  try {
    const insert = {
      text: `INSERT INTO charter_state."outbox" ("written_by", "at_ms", "changes") SELECT (n::text)::xid8, 0, '[]' FROM unnest(ARRAY[101, 9, 100, 99, 10]) AS n`,
    }
    await opened.database.transaction((on) => on.run(insert.text, []))
    const found = await opened.state.changesAfter('0.0', 9)
    expect(found?.map(({ position }) => position.split('.')[0])).toEqual(['9', '10', '99', '100', '101'])
  } finally {
    await opened.close()
    await own.remove()
  }
})
