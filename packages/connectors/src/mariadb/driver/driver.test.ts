import type { TemporaryDatabase } from '@charter/charter'
import { readOf, type SqlValue } from '@charter/sql/store'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { say, temporary } from '../testing.ts'
import { openDatabase } from './database.ts'
import { serverError } from './errors.ts'
import { mariadbProduct } from './mariadb-product.ts'
import { serverStatement, valuesOf } from './placeholders.ts'
import { sessionsOf } from './sessions.ts'

let place: TemporaryDatabase
beforeAll(async () => {
  place = await temporary()
  await say(place.url, 'CREATE TABLE n (id int PRIMARY KEY, v int NOT NULL)', 'INSERT INTO n VALUES (1, 0), (2, 0)')
})
afterAll(() => place.remove())

const open = (more: Partial<Parameters<typeof openDatabase>[1]> = {}) =>
  openDatabase(mariadbProduct, { url: place.url, isReadOnly: false, statementTimeoutMs: 2000, ...more })

test('a URL is read by either scheme, with the port that is usual', () => {
  expect(sessionsOf(mariadbProduct).addressOf('mariadb://us%40er:p%2Fw@h/d')).toMatchObject({
    host: 'h',
    port: 3306,
    user: 'us@er',
    password: 'p/w',
    database: 'd',
  })
  expect(sessionsOf(mariadbProduct).addressOf('mysql://u@127.0.0.1:3307/d')).toMatchObject({ port: 3307, tls: false })
  expect(() => sessionsOf(mariadbProduct).addressOf('mariadb://secret@ho st/')).toThrow(
    'mariadb://user@host:3306/database',
  )
})

test('a value is bound again where it is asked for again, and nothing in quotes is a placeholder', () => {
  const statement = serverStatement(readOf(`SELECT '??again', "??" FROM t WHERE a = ? AND b = ?again AND c = ?`))
  expect(statement).toEqual({ sql: `SELECT '?again', "?" FROM t WHERE a = ? AND b = ? AND c = ?`, takes: [0, 0, 1] })
  expect(valuesOf(statement, ['x', 'y'])).toEqual(['x', 'x', 'y'])
})

test("a person's own text takes as many values as it has placeholders", async () => {
  const database = open()
  const all = (sql: string, ...values: readonly SqlValue[]) => database.all(sql, values)
  expect(await all(`SELECT ?, '?', 'it''s ?' /* ? */, ? -- ?`, 1, 'x')).toEqual([[1, '?', "it's ?", 'x']])
  await expect(all('SELECT ?', 1, 2)).rejects.toThrow('The statement has 1 placeholders, and 2 values were given.')
  await expect(all('SELECT ?, ?', 1)).rejects.toThrow('The statement has 2 placeholders, and 1 values were given.')
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

test('a statement that takes too long is ended, and so is one that nobody waits for', async () => {
  const database = open({ statementTimeoutMs: 300 })
  await expect(database.all('SELECT SLEEP(5)', [])).rejects.toMatchObject({ problem: { code: 'timeout' } })
  await database.close()
  const patient = open()
  await expect(patient.all('SELECT SLEEP(5)', [], { deadlineMs: Date.now() + 100 })).rejects.toMatchObject({
    problem: { code: 'timeout' },
  })
  await patient.close()
})

test('a database opened to be read writes nothing', async () => {
  const database = open({ isReadOnly: true })
  await expect(database.transaction((on) => on.run('DELETE FROM n', []))).rejects.toMatchObject({
    problem: { code: 'unavailable' },
  })
  await expect(database.all('DELETE FROM n WHERE id = 1', [])).rejects.toMatchObject({
    problem: { code: 'unavailable' },
  })
  await database.close()
})

test('replicas are read in turn, and the server itself where none answers', async () => {
  const database = open({ replicaUrls: [place.url, 'mariadb://root@127.0.0.1:1/nowhere'] })
  for (let at = 0; at < 4; at++) expect(await database.all('SELECT 1', [])).toEqual([[1]])
  await database.close()
})

test('what cannot be reached is said in a sentence, without the password', async () => {
  const said = async (url: string) => {
    const database = open({ url })
    const error = await database.all('SELECT 1', []).catch((reason: { problem: { cause: Error } }) => reason)
    await database.close()
    return (error as { problem: { cause: Error } }).problem.cause.message
  }
  expect(await said('mariadb://root:secret@127.0.0.1:1/x')).toBe(
    'Nothing listens at 127.0.0.1:1. Start MariaDB there, or correct host and port in the URL.',
  )
  const at = new URL(place.url)
  expect(await said(`mariadb://nobody:secret@${at.host}/x`)).toMatch(/does not let "nobody" sign in/)
  expect(await said(`mariadb://root@${at.host}/nowhere`)).toMatch(/There is no database "nowhere"/)
})

test('an error that is not the database’s is given back as it is', () => {
  const bug = new TypeError('x is not a function')
  expect(serverError(mariadbProduct, bug)).toBe(bug)
})
