import type { JsonObject } from '@charter/runtime'
import type { OperationBody } from '@charter/runtime/service'
import { databaseOf } from '@charter/sql/store'
import { expect, test } from 'vitest'
import { call } from './testing/clinic.ts'
import { onTheirs } from './testing/theirs.ts'

const statements = `
  CREATE TABLE person (id int PRIMARY KEY, name text NOT NULL, ward text NOT NULL DEFAULT 'north', secret text);
  CREATE VIEW northern AS SELECT id, name, ward FROM person WHERE ward = 'north' WITH CHECK OPTION;
  CREATE TABLE city (id int PRIMARY KEY, name text NOT NULL);
  ALTER TABLE person ADD city_id int REFERENCES city;
  CREATE VIEW home AS SELECT p.id, c.name FROM person p JOIN city c ON c.id = p.city_id;
  CREATE FUNCTION moved() RETURNS trigger LANGUAGE plpgsql SET search_path = public AS
    $$ BEGIN UPDATE person SET city_id = (SELECT id FROM city WHERE name = NEW.name) WHERE id = OLD.id; RETURN NEW; END $$;
  CREATE TRIGGER moving INSTEAD OF UPDATE ON home FOR EACH ROW EXECUTE FUNCTION moved();
  INSERT INTO city VALUES (1, 'Ely'), (2, 'Bath'); INSERT INTO person VALUES (1, 'Ada', 'north', 's', 1);`

const charter = (database: string, url: string): string => `
charter: 1
name: club
serves: [rest]
sources: { main: { url: ${JSON.stringify(url)}, database: ${database} } }
access: { roles: [owner, lister] }
entities:
  Northern:
    table: northern
    key: id
    fields:
      id: { type: int32 }
      name: { type: text, length: 1..40 }
      ward: { type: text, default: database }
    allow: { owner: { do: [create, read, update, delete], when: resource.name != "Eve" } }
  Home:
    table: home
    key: id
    fields: { id: { type: int32 }, name: { type: text } }
    allow: { owner: { do: [read, update] } }
`

const owner = { id: 'o', roles: ['owner'], attributes: {}, credential: 'jwt' } as const

test('what a view takes is written through it, under its rules and its version', async () => {
  await onTheirs({ database: 'postgresql', statements, charter }, async (service) => {
    const ask = (operation: string, more: Parameters<typeof call>[2]) => service.execute(call(operation, owner, more))
    const create = (value: JsonObject) => ask('Northern.create', { value })
    expect(await create({ id: 2, name: 'Bob' })).toMatchObject({ value: { id: 2, name: 'Bob', ward: 'north' } })
    expect(await create({ id: 3, name: 'Eve' })).toMatchObject({ problem: { code: 'forbidden' } })
    // WITH CHECK OPTION: a row that the view would not show.
    expect(await create({ id: 3, name: 'Cy', ward: 'south' })).toMatchObject({ problem: { code: 'invalid-input' } })
    const read = await ask('Northern.read', { key: { id: 2 } })
    const ifMatch = read.kind === 'value' ? [read.version ?? ''] : []
    const renamed = { key: { id: 2 }, value: { name: 'Rob' }, ifMatch }
    expect(await ask('Northern.update', renamed)).toMatchObject({ value: { id: 2, name: 'Rob', ward: 'north' } })
    expect(await ask('Northern.update', renamed)).toMatchObject({ problem: { code: 'precondition-failed' } })
    expect(await ask('Northern.delete', { key: { id: 2 } })).toMatchObject({ kind: 'value' })
    expect(await ask('Northern.read', { key: { id: 2 } })).toMatchObject({ problem: { code: 'not-found' } })
  })
})

const notShown = {
  problem: { code: 'conflict', detail: expect.stringContaining('its view leaves out rows with such values') },
}
const unchecked = statements.replace(' WITH CHECK OPTION', '')

test('a row that a view takes and would not show is neither made nor moved there, whoever asks', async () => {
  await onTheirs({ database: 'postgresql', statements: unchecked, charter }, async (service) => {
    const ask = (operation: string, more: Parameters<typeof call>[2]) => service.execute(call(operation, owner, more))
    const create = (value: JsonObject) => ask('Northern.create', { value })
    expect(await create({ id: 3, name: 'Cy', ward: 'south' })).toMatchObject(notShown)
    expect(await ask('Northern.update', { key: { id: 1 }, value: { ward: 'south' } })).toMatchObject(notShown)
    const found = await databaseOf(service.store).all("SELECT 1 FROM public.person WHERE id = 3 OR ward <> 'north'", [])
    expect(found).toEqual([])
    expect(await create({ id: 4, name: 'Di', ward: 'north' })).toMatchObject({ value: { id: 4 } })
    expect(await ask('Northern.update', { key: { id: 4 }, value: { name: 'Dot' } })).toMatchObject({
      value: { name: 'Dot' },
    })
  })
})

test('nor is one by its parent, or by the body of an operation', async () => {
  const kids = `${unchecked} CREATE TABLE wrap (id int PRIMARY KEY, name text);
    CREATE TABLE kid (id int PRIMARY KEY, wrap_id int REFERENCES wrap, ward text); CREATE VIEW kids AS SELECT * FROM kid WHERE ward = 'north';`
  const over = (database: string, url: string): string => `${charter(database, url)}
  Wrap:
    table: wrap
    key: id
    fields: { id: { type: int32 }, name: { type: text, optional: true } }
    relations: { kids: { many: Kid, owned: true } }
    allow: { owner: { do: [create, read, update] } }
  Kid:
    table: kids
    key: id
    fields: { id: { type: int32 }, ward: { type: text }, wrapId: { type: int32, column: wrap_id, optional: true } }
    relations: { wrap: { one: Wrap, by: wrapId, optional: true } }
    allow: { owner: { do: [create, read, update, delete, list] } }
operations:
  make: { rights: service, input: { ward: { type: text } }, effect: write, mode: unary }
  move: { rights: service, input: { ward: { type: text } }, effect: write, mode: unary }
policies: |
  permit (principal in Role::"owner", action in [Action::"make", Action::"move"], resource);
`
  const operations: Readonly<Record<string, OperationBody>> = {
    make: async ({ value }, { rows }) => rows.create('Kid', { id: 9, ward: value.ward ?? null }),
    move: async ({ value }, { rows }) => rows.update('Kid', { id: 1 }, { ward: value.ward ?? null }),
  }
  await onTheirs({ database: 'postgresql', statements: kids, charter: over, operations }, async (service) => {
    const ask = (operation: string, more: Parameters<typeof call>[2]) => service.execute(call(operation, owner, more))
    const wrap = (id: number, ward: string) => ask('Wrap.create', { value: { id, kids: [{ id, ward }] } })
    expect(await wrap(1, 'north')).toMatchObject({ value: { id: 1 } })
    expect(await wrap(2, 'south')).toMatchObject(notShown)
    expect(await ask('Wrap.update', { key: { id: 1 }, value: { kids: [{ id: 3, ward: 'south' }] } })).toMatchObject(
      notShown,
    )
    for (const operation of ['make', 'move']) {
      expect(await ask(operation, { value: { ward: 'south' } })).toMatchObject(notShown)
      expect((await ask(operation, { value: { ward: 'north' } })).kind).toBe('value')
    }
    expect(await databaseOf(service.store).all('SELECT id FROM public.kid ORDER BY id', [])).toEqual([[1], [9]])
  })
})

test('what INSTEAD OF triggers do is done', async () => {
  await onTheirs({ database: 'postgresql', statements, charter }, async (service) => {
    const moved = await service.execute(call('Home.update', owner, { key: { id: 1 }, value: { name: 'Bath' } }))
    expect(moved).toMatchObject({ value: { id: 1, name: 'Bath' } })
    expect(await service.execute(call('Home.read', owner, { key: { id: 1 } }))).toMatchObject({
      value: { name: 'Bath' },
    })
  })
})

test('a value with which a view takes a row that it cannot show is invalid input, and not written', async () => {
  const documented = `${statements} CREATE TABLE leaf (id int PRIMARY KEY, text text, rank int NOT NULL DEFAULT 1);
    CREATE VIEW noted AS SELECT id, text, rank, text::json ->> 'kind' AS kind FROM leaf;`
  const over = (database: string, url: string): string => `${charter(database, url)}
  Noted:
    table: noted
    key: id
    fields: { id: { type: int32 }, text: { type: text, optional: true }, rank: { type: int32, default: database }, kind: { type: text, optional: true, readOnly: true } }
    allow: { owner: { do: [create, read, update, list] } }
`
  await onTheirs({ database: 'postgresql', statements: documented, charter: over }, async (service) => {
    const ask = (operation: string, more: Parameters<typeof call>[2]) => service.execute(call(operation, owner, more))
    const made = ask('Noted.create', { value: { id: 1, text: '{"kind":"x"}' } })
    expect(await made).toMatchObject({ value: { id: 1, kind: 'x' } })
    const refused = { problem: { code: 'invalid-input' } }
    expect(await ask('Noted.create', { value: { id: 2, text: 'plain' } })).toMatchObject(refused)
    expect(await ask('Noted.update', { key: { id: 1 }, value: { text: 'plain' } })).toMatchObject(refused)
    expect(await ask('Noted.list', {})).toMatchObject({ value: { items: [{ id: 1, kind: 'x' }] } })
  })
})
