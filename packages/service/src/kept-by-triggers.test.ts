import type { JsonObject } from '@charter/runtime'
import { expect, test } from 'vitest'
import { call } from './testing/clinic.ts'
import { onTheirs } from './testing/theirs.ts'

const charter = (database: string, url: string): string => `
charter: 1
name: club
serves: [rest]
sources: { main: { url: ${JSON.stringify(url)}, database: ${database} } }
access: { roles: [owner] }
entities:
  Member:
    table: member
    key: id
    fields:
      id: { type: int64, default: sequence }
      name: { type: text }
    allow: { owner: { do: [create, read, update, delete] } }
`

const statements = {
  sqlite: `CREATE TABLE member (id integer primary key, name text not null);
    INSERT INTO member VALUES (1, 'a');
    CREATE TRIGGER kept_in BEFORE INSERT ON member BEGIN SELECT RAISE(IGNORE); END;
    CREATE TRIGGER kept_as BEFORE UPDATE ON member BEGIN SELECT RAISE(IGNORE); END;
    CREATE TRIGGER kept BEFORE DELETE ON member BEGIN SELECT RAISE(IGNORE); END`,
  postgresql: `CREATE TABLE member (id bigserial primary key, name text not null);
    INSERT INTO member VALUES (1, 'a');
    CREATE FUNCTION nothing() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
    CREATE TRIGGER kept BEFORE INSERT OR UPDATE OR DELETE ON member FOR EACH ROW EXECUTE FUNCTION nothing()`,
}

const owner = { id: 'o', roles: ['owner'], attributes: {}, credential: 'jwt' } as const

test.each(['sqlite', 'postgresql'] as const)(
  'what a trigger of %s lets pass and does not do is not said to be done',
  async (database) => {
    await onTheirs({ database, statements: statements[database], charter }, async (service) => {
      const ask = (action: string, input: JsonObject) => service.execute(call(`Member.${action}`, owner, input))
      const key = { id: '1' }
      for (const outcome of [
        await ask('delete', { key }),
        await ask('update', { key, value: { name: 'b' } }),
        await ask('create', { value: { name: 'c' } }),
      ])
        expect(outcome).toMatchObject({
          kind: 'problem',
          problem: { code: 'conflict', detail: expect.stringContaining('trigger') },
        })
      expect(await ask('read', { key })).toMatchObject({ value: { id: '1', name: 'a' } })
    })
  },
)

const redirecting = {
  sqlite: `CREATE TABLE kept (id text primary key, name text not null);
    CREATE VIEW member AS SELECT id, name FROM kept;
    CREATE TRIGGER taken INSTEAD OF INSERT ON member BEGIN INSERT INTO kept VALUES (NEW.id, NEW.name); END`,
  postgresql: `CREATE TABLE member (id text primary key, name text not null);
    CREATE TABLE member_part () INHERITS (member);
    CREATE FUNCTION elsewhere() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN INSERT INTO public.member_part VALUES (NEW.*); RETURN NULL; END';
    CREATE TRIGGER taken BEFORE INSERT ON member FOR EACH ROW EXECUTE FUNCTION elsewhere()`,
}

test.each(['sqlite', 'postgresql'] as const)('what a trigger of %s puts elsewhere is done', async (database) => {
  const named = (...given: Parameters<typeof charter>) =>
    charter(...given).replace('{ type: int64, default: sequence }', 'text')
  await onTheirs({ database, statements: redirecting[database], charter: named }, async (service) => {
    const outcome = await service.execute(call('Member.create', owner, { value: { id: 'a', name: 'Ada' } }))
    expect(outcome).toMatchObject({ kind: 'value', value: { id: 'a', name: 'Ada' } })
  })
})
