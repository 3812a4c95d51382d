import { parseCharter } from '@charter/charter'
import { ensureSchema, type SqlTransaction } from '@charter/sql/store'
import { expect, test } from 'vitest'
import { mariadbProfile } from '../profile/mariadb.ts'
import { createSchema } from '../render/schema.ts'
import { say, temporary } from '../testing.ts'
import { openDatabase, setUp } from './database.ts'
import { mariadbProduct } from './mariadb-product.ts'
import { schemaOf } from './schema.ts'

const schemaWith = (field: string): readonly string[] => {
  const { charter } = parseCharter({
    'charter.yaml': `charter: 1
name: shop
sources: { main: { own: mariadb } }
access: { roles: [clerk] }
entities:
  Customer: { key: id, fields: { id: int64, ${field}: { type: text, length: 1..40, unique: true } } }
  Order: { key: id, fields: { id: int64 }, relations: { customer: { one: Customer }, before: { one: Order, optional: true } } }
`,
  })
  if (!charter) throw new Error('the charter is wrong')
  return createSchema(mariadbProfile, charter)
}
const schema = schemaWith('name')
const dialect = schemaOf(mariadbProduct)

class Killed extends Error {}

/** Makes the tables; after so many statements the process, or the server, is no more. */
const make = async (url: string, of: readonly string[], statementsMax = Number.POSITIVE_INFINITY): Promise<void> => {
  const database = openDatabase(mariadbProduct, { url, isReadOnly: false, statementTimeoutMs: 10_000 })
  let left = statementsMax
  const dying = (on: SqlTransaction): SqlTransaction => ({
    ...on,
    all: (sql, values) => on.all(sql, values),
    run: async (sql, values) => {
      if (left-- <= 0) throw new Killed('killed')
      return on.run(sql, values)
    },
  })
  const schemed: Parameters<typeof ensureSchema>[0] = {
    all: (sql, values) => database.primary.all(sql, values),
    setUp: (work) => setUp(database.primary, (on) => work(dying(on))),
  }
  await ensureSchema(schemed, of, dialect).finally(() => database.close())
}

const madeAt = async (url: string): Promise<unknown> => [
  await say(
    url,
    `SELECT table_name, column_name, column_type, column_key FROM information_schema.columns WHERE table_schema = database() ORDER BY 1, 2`,
  ),
  await say(
    url,
    `SELECT table_name, constraint_name, constraint_type FROM information_schema.table_constraints WHERE table_schema = database() ORDER BY 1, 2`,
  ),
  await say(url, `SELECT "name", "value" FROM "_charter_meta" ORDER BY 1`),
]

const why = (sentence: RegExp) => ({
  problem: { code: 'unavailable', cause: { message: expect.stringMatching(sentence) } },
})

test('a server that is killed while tables are made has them all once the service starts again', async () => {
  const whole = await temporary()
  await make(whole.url, schema)
  const wanted = await madeAt(whole.url)
  await whole.remove()
  let isDone = false
  let cut = 0
  for (; !isDone; cut++) {
    const place = await temporary()
    isDone = await make(place.url, schema, cut).then(
      () => true,
      (error: unknown) => {
        if (error instanceof Killed) return false
        throw error
      },
    )
    await make(place.url, schema)
    expect(await madeAt(place.url)).toEqual(wanted)
    await place.remove()
  }
  // Two for what it is known by, two tables, two references, two that are kept.
  expect(cut).toBe(9)
}, 120_000)

test('what is somebody else’s, or was begun for another charter, is not gone on with', async () => {
  const theirs = await temporary()
  await say(theirs.url, 'CREATE TABLE customer (id int PRIMARY KEY)')
  await expect(make(theirs.url, schema)).rejects.toMatchObject(why(/tables that this service did not make/))
  await say(theirs.url, dialect.makeMeta)
  await expect(make(theirs.url, schema)).rejects.toMatchObject(why(/tables that this service did not make/))
  await theirs.remove()
  const begun = await temporary()
  await expect(make(begun.url, schema, 3)).rejects.toThrow(Killed)
  await expect(make(begun.url, schemaWith('title'))).rejects.toMatchObject(why(/begun for another version/))
  await begun.remove()
})
