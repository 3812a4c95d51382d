import type { JsonObject } from '@charter/runtime'
import { expect, test } from 'vitest'
import { call } from './testing/clinic.ts'
import { onTheirs } from './testing/theirs.ts'

const owner = { id: 'o', roles: ['owner'], attributes: {}, credential: 'jwt' } as const

const charter = (database: string, url: string): string => `
charter: 1
name: shop
serves: [rest]
sources: { main: { url: ${JSON.stringify(url)}, database: ${database} } }
access: { roles: [owner] }
entities:
  Item:
    table: item
    key: code
    fields:
      code: { type: text, length: 1..20 }
      ward: { type: text, length: 1..20 }
      price: { type: int32, default: database }
    allow: { owner: { do: [create, read, update, delete, list], when: resource.ward == "north" } }
  Change:
    table: change
    key: id
    fields: { id: { type: int32, default: sequence }, what: { type: text } }
    allow: { owner: { do: [list] } }
`

/** Everything is named as it is written in a session of its owner: without a schema. */
const statements = `
  CREATE SCHEMA "Shop's"; ALTER DATABASE CURRENT_NAME SET search_path = "$user", "Shop's", public;
  CREATE TABLE price ("for" text PRIMARY KEY, amount int NOT NULL); INSERT INTO price VALUES ('usual', 5);
  CREATE TABLE "Shop's".rate (times int NOT NULL); INSERT INTO "Shop's".rate VALUES (2);
  CREATE FUNCTION usual() RETURNS int LANGUAGE plpgsql AS $$ BEGIN RETURN (SELECT amount FROM price WHERE "for" = 'usual'); END $$;
  CREATE TABLE item (code varchar(20) PRIMARY KEY, ward varchar(20) NOT NULL, price int NOT NULL DEFAULT usual());
  CREATE TABLE change (id serial PRIMARY KEY, what text NOT NULL);
  CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN INSERT INTO change (what) VALUES (TG_OP); RETURN NULL; END $$;
  CREATE FUNCTION late() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN INSERT INTO change (what) SELECT 'late ' || times FROM rate; RETURN NULL; END $$;
  CREATE TRIGGER noting AFTER INSERT OR UPDATE OR DELETE ON item FOR EACH ROW EXECUTE FUNCTION note();
  CREATE CONSTRAINT TRIGGER later AFTER INSERT ON item DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION late();`

/** `ALTER DATABASE` takes no expression for its name. */
const inOwnPath = statements.replace(
  /ALTER DATABASE CURRENT_NAME SET ([^;]*);/,
  (_, set: string) =>
    `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET ${set.replaceAll("'", "''")}', current_database()); END $$;`,
)

test("triggers, those put off until the end and functions of defaults find what they name by the database's own search path", async () => {
  await onTheirs({ database: 'postgresql', statements: inOwnPath, charter }, async (service) => {
    const ask = (operation: string, more: Parameters<typeof call>[2] = {}) =>
      service.execute(call(operation, owner, more))
    const create = (value: JsonObject) => ask('Item.create', { value })
    expect(await create({ code: 'a', ward: 'north' })).toMatchObject({ value: { price: 5 } })
    const renamed = ask('Item.update', { key: { code: 'a' }, value: { price: 7 } })
    expect(await renamed).toMatchObject({ value: { price: 7 } })
    expect(await ask('Item.delete', { key: { code: 'a' } })).toMatchObject({ kind: 'value' })
    expect(await ask('Change.list')).toMatchObject({
      value: { items: ['INSERT', 'late 2', 'UPDATE', 'DELETE'].map((what) => ({ what })) },
    })
  })
})

test('an operator that somebody puts into the path is not asked by rules, keys and references of a write', async () => {
  const taken = `${inOwnPath}
    CREATE FUNCTION taken(varchar, varchar) RETURNS boolean LANGUAGE plpgsql AS $$ BEGIN RAISE 'it was asked'; END $$;
    CREATE OPERATOR = (LEFTARG = varchar, RIGHTARG = varchar, FUNCTION = taken);
    CREATE FUNCTION taken(varchar, text) RETURNS boolean LANGUAGE plpgsql AS $$ BEGIN RAISE 'it was asked'; END $$;
    CREATE OPERATOR = (LEFTARG = varchar, RIGHTARG = text, FUNCTION = taken);`
  await onTheirs({ database: 'postgresql', statements: taken, charter }, async (service) => {
    const ask = (operation: string, more: Parameters<typeof call>[2]) => service.execute(call(operation, owner, more))
    for (const code of ['a', 'b']) {
      // The second time each statement is prepared already.
      expect(await ask('Item.create', { value: { code, ward: 'north' } })).toMatchObject({ value: { code } })
      expect(await ask('Item.create', { value: { code: 'c', ward: 'south' } })).toMatchObject({
        problem: { code: 'forbidden' },
      })
      const changed = await ask('Item.update', { key: { code }, value: { price: 9 } })
      expect(changed).toMatchObject({ value: { price: 9 } })
      expect(await ask('Item.delete', { key: { code } })).toMatchObject({ kind: 'value' })
    }
  })
})

test('a default in SQL itself, which PostgreSQL reads when it plans, is told with what mends it', async () => {
  const inSql = `${inOwnPath}
    CREATE FUNCTION in_sql() RETURNS int LANGUAGE sql AS $$ SELECT amount FROM price WHERE "for" = 'usual' $$;
    ALTER TABLE item ALTER price SET DEFAULT in_sql();`
  const create = call('Item.create', owner, { value: { code: 'a', ward: 'north' } })
  await onTheirs({ database: 'postgresql', statements: inSql, charter }, async (service) => {
    const message = expect.stringContaining('ALTER FUNCTION … SET search_path = public')
    expect(await service.execute(create)).toMatchObject({ problem: { code: 'internal', cause: { message } } })
  })
  const mended = `${inSql} ALTER FUNCTION in_sql() SET search_path = public;`
  await onTheirs({ database: 'postgresql', statements: mended, charter }, async (service) => {
    expect(await service.execute(create)).toMatchObject({ value: { price: 5 } })
  })
})

test('a function that finds what it names nowhere is told to whoever runs the service, and no client is blamed', async () => {
  const gone = `${inOwnPath} DROP TABLE price;`
  await onTheirs({ database: 'postgresql', statements: gone, charter }, async (service) => {
    const made = await service.execute(call('Item.create', owner, { value: { code: 'a', ward: 'north' } }))
    const message = expect.stringMatching(/relation "price" does not exist.*Name it with its schema/)
    expect(made).toMatchObject({ problem: { code: 'internal', cause: { message } } })
  })
})
