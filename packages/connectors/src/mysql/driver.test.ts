import type { TemporaryDatabase } from '@charter/charter'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '../mariadb/driver/database.ts'
import { mysqlProduct } from '../mariadb/driver/mysql-product.ts'
import { near, noMysql, say, temporary } from './testing.ts'

if (near === null) test('sessions with MySQL', ({ skip }) => skip(noMysql))

describe.skipIf(near === null)('sessions', () => {
  let place: TemporaryDatabase
  beforeAll(async () => {
    place = await temporary()
    await say(place.url, 'CREATE TABLE n (id int PRIMARY KEY, v int NOT NULL)', 'INSERT INTO n VALUES (1, 0), (2, 0)')
  })
  afterAll(() => place.remove())

  const open = (more: Partial<Parameters<typeof openDatabase>[1]> = {}) =>
    openDatabase(mysqlProduct, { url: place.url, isReadOnly: false, statementTimeoutMs: 2000, ...more })
  const timeout = { problem: { code: 'timeout' } }
  const long = 'FROM n AS a, n AS b WHERE BENCHMARK(1000000000, sha2(a.id, 256)) = 0'

  test('a read that takes too long is ended by the server, and a write by this side', async () => {
    const database = open({ statementTimeoutMs: 300 })
    await expect(database.all(`SELECT count(*) ${long}`, [])).rejects.toMatchObject(timeout)
    const write = database.transaction((on) => on.run(`INSERT INTO n SELECT 3, count(*) ${long}`, []))
    await expect(write).rejects.toMatchObject(timeout)
    expect(await database.all('SELECT count(*) FROM n', [])).toEqual([['2']])
    await database.close()
  })

  test('each of several that are asked at once has the time of one', async () => {
    const database = open({ statementTimeoutMs: 1000 })
    const slept = await database.transaction((on) =>
      Promise.all([on.run('DO SLEEP(0.8)', []), on.run('DO SLEEP(0.8)', [])]),
    )
    expect(slept).toHaveLength(2)
    await database.close()
  })

  test('a statement that nobody waits for is ended', async () => {
    const database = open({ statementTimeoutMs: 10_000 })
    const asked = database.all(`SELECT count(*) ${long}`, [], { deadlineMs: Date.now() + 100 })
    await expect(asked).rejects.toMatchObject(timeout)
    await database.close()
  })

  test('two transactions that wait for one another: one is ended, and runs again where that is safe', async () => {
    const database = open()
    let tries = 0
    const add = (first: number, second: number) =>
      database.transaction(
        async (on) => {
          tries++
          await on.all('SELECT v FROM n WHERE id = ?', [first])
          await new Promise((resolve) => setTimeout(resolve, 30))
          await on.run('UPDATE n SET v = v + 1 WHERE id = ?', [second])
        },
        { isRepeatable: true },
      )
    await Promise.all([add(1, 2), add(2, 1)])
    expect(await database.all('SELECT v FROM n ORDER BY id', [])).toEqual([[1], [1]])
    expect(tries).toBeGreaterThan(2)
    await database.close()
  })

  test('a database opened to be read writes nothing', async () => {
    const database = open({ isReadOnly: true })
    await expect(database.all('DELETE FROM n WHERE id = 1', [])).rejects.toMatchObject({
      problem: { code: 'unavailable' },
    })
    await database.close()
  })

  test('who cannot sign in is told so, without the password', async () => {
    const database = open({ url: `mysql://nobody:secret@${new URL(place.url).host}/x` })
    const error = await database.all('SELECT 1', []).catch((reason: { problem: { cause: Error } }) => reason)
    await database.close()
    expect((error as { problem: { cause: Error } }).problem.cause.message).toMatch(
      /^(?!.*secret).*does not let "nobody" sign in/s,
    )
  })
})
