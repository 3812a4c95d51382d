import type { JsonObject, Principal, ServiceLog } from '@charter/runtime'
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
    fields: { id: int32, name: text, flags: { type: text, optional: true${database === 'postgresql' ? ', columnType: bit(4)' : ''} } }
    allow: { owner: { do: [create, read, update, list] } }
`

const statements = {
  sqlite: `CREATE TABLE member (id integer PRIMARY KEY NOT NULL, name text NOT NULL, flags text);
CREATE TRIGGER full BEFORE INSERT ON member WHEN NEW.id > 3 BEGIN SELECT RAISE(ABORT, 'the club is full'); END`,
  postgresql: `CREATE TABLE member (id integer PRIMARY KEY, name text NOT NULL, flags bit(4));
CREATE FUNCTION "full"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'the club is full, % (%)', NEW.name, NEW.id USING HINT = 'ask the board'; END $$;
CREATE TRIGGER "full" BEFORE INSERT ON member FOR EACH ROW WHEN (NEW.id > 3) EXECUTE FUNCTION "full"()`,
}

const by = (credential: Principal['credential']): Principal => ({
  id: 'o',
  roles: ['owner'],
  attributes: {},
  credential,
})

test.each([
  ['sqlite', { id: 7, name: 'Ann Lee' }, 'the club is full'],
  ['postgresql', { id: 7, name: 'Ann Lee' }, 'the club is full, … (…) (hint: ask the board)'],
  ['postgresql', { id: 1, name: 'Ann Lee', flags: '101' }, 'bit string length 3 does not match type bit(4)'],
] as const)('what %s says of %j is in the log, without its values, and told in development alone', async (...given) => {
  const [database, value, words] = given
  const told: unknown[] = []
  const log: ServiceLog = {
    request: () => {},
    bug: () => {},
    refused: (...said) => void told.push(said),
    close: () => {},
  }
  await onTheirs({ database, statements: statements[database], charter, log }, async (service) => {
    const make = async (credential: Principal['credential']) => {
      const outcome = await service.execute(call('Member.create', by(credential), { value: value as JsonObject }))
      return outcome.kind === 'problem' ? outcome.problem : null
    }
    expect(await make('jwt')).toMatchObject({ code: 'invalid-input' })
    expect(await make('jwt')).not.toHaveProperty('why')
    expect(await make('development')).toMatchObject({ why: { sentence: `The database says: ${words}` } })
  })
  expect(told).toEqual(
    [1, 2, 3].map(() => [words, expect.objectContaining({ requestId: 'r1', operation: 'Member.create' })]),
  )
})
