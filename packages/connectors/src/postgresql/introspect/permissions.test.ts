import { randomUUID } from 'node:crypto'
import { ProblemError } from '@charter/runtime'
import { expect, test } from 'vitest'
import { introspect } from './introspect.ts'
import { entityIn, execute, read, urlOf, withDatabase } from './testing/database.ts'
import { type Answer, withFalseServer } from './testing/false-server.ts'

/** Runs `work` with a role that may do nothing yet; `{role}` in SQL names it. */
const withRole = async (sql: string, work: (url: string, role: string) => Promise<void>): Promise<void> => {
  const role = `reader_${randomUUID().replaceAll('-', '')}`
  await execute(urlOf('postgres'), `CREATE ROLE ${role} LOGIN`)
  try {
    await withDatabase(sql.replaceAll('{role}', role), (url) => work(url, role))
  } finally {
    await execute(urlOf('postgres'), `DROP ROLE ${role}`)
  }
}

const asRole = (url: string, role: string): string => {
  const made = new URL(url)
  made.username = role
  return made.href
}

test('SELECT is all it takes: what the role may not read is left out, and what it may not write is not offered', async () => {
  const sql = `CREATE SCHEMA closed; CREATE TABLE closed.vault (id int PRIMARY KEY); GRANT SELECT ON closed.vault TO {role};
    CREATE TABLE secret (id int PRIMARY KEY); CREATE TABLE open (id int PRIMARY KEY, secret_id int REFERENCES secret);
    CREATE TABLE partly (id int PRIMARY KEY, name text, salary int); CREATE TABLE wide (id int PRIMARY KEY); CREATE VIEW seen AS SELECT id FROM secret;
    GRANT SELECT ON open, seen TO {role}; GRANT SELECT (id, name), UPDATE (name) ON partly TO {role}; GRANT ALL ON wide TO {role};`
  await withRole(sql, async (url, role) => {
    const { charter, lost } = await read(asRole(url, role))
    expect(charter.entities.map(({ name, isReadOnly, allow }) => [name, isReadOnly, allow[0]?.do])).toEqual([
      ['Open', true, ['read', 'list', 'audit']],
      ['Partly', false, ['read', 'update', 'list', 'audit']],
      ['Seen', true, ['read', 'list', 'audit']],
      ['Wide', false, ['create', 'read', 'update', 'delete', 'list', 'audit']],
    ])
    expect(entityIn(charter, 'Partly').fields.map(({ name }) => name)).toEqual(['id', 'name'])
    expect(lost).toEqual([
      'dangling-reference open.open_secret_id_fkey',
      'not-permitted closed.vault',
      'not-permitted open',
      'not-permitted partly',
      'not-permitted partly.salary',
      'not-permitted public.secret',
      'read-only-view seen',
    ])
  })
})

test('a column is written to as far as the role may: once, only later, or never', async () => {
  const sql = `CREATE TABLE note (id int PRIMARY KEY, text text NOT NULL, author text, seen int, mark int NOT NULL DEFAULT 0);
    CREATE TABLE kept (id int PRIMARY KEY, secret text); CREATE TABLE needy (id int PRIMARY KEY, name text, must int NOT NULL);
    CREATE TABLE blind (id int PRIMARY KEY, code text NOT NULL, word text); GRANT SELECT (id, word), INSERT, UPDATE (word) ON blind TO {role};
    GRANT SELECT ON note, needy TO {role}; GRANT INSERT (id, text, author), UPDATE (text, seen) ON note TO {role};
    GRANT SELECT (id), UPDATE (secret) ON kept TO {role}; GRANT INSERT (id, name), UPDATE (name) ON needy TO {role};`
  await withRole(sql, async (url, role) => {
    const { charter, lost } = await read(asRole(url, role))
    expect(lost).toContain('not-permitted note.seen')
    const told = charter.entities.map(({ name, allow, isReadOnly, fields }) => [
      name,
      isReadOnly ? 'read' : allow[0]?.do.join(' '),
      ...fields.filter((field) => field.isReadOnly).map((field) => `${field.name} read`),
      ...fields.filter((field) => field.isImmutable).map((field) => `${field.name} once`),
    ])
    expect(told).toEqual([
      ['Blind', 'read update list audit', 'id read'],
      ['Kept', 'read'],
      ['Needy', 'read update list audit', 'id read', 'must read'],
      ['Note', 'create read update list audit', 'seen read', 'mark read', 'id once', 'author once'],
    ])
  })
})

test('what a rule does INSTEAD of a statement is not offered', async () => {
  const sql = `CREATE TABLE paid (id int PRIMARY KEY, month int); CREATE TABLE paid_1 (id int PRIMARY KEY, month int);
    CREATE RULE first AS ON INSERT TO paid WHERE NEW.month = 1 DO INSTEAD INSERT INTO paid_1 VALUES (NEW.id, NEW.month);
    CREATE RULE noted AS ON DELETE TO paid_1 DO ALSO DELETE FROM paid WHERE id = OLD.id;`
  await withDatabase(sql, async (url) => {
    const { charter, lost } = await read(url)
    expect(charter.entities.map(({ name, allow }) => [name, allow[0]?.do])).toEqual([
      ['Paid', ['read', 'update', 'delete', 'list', 'audit']],
      ['Paid1', ['create', 'read', 'update', 'delete', 'list', 'audit']],
    ])
    expect(lost).toEqual(['trigger paid', 'trigger paid.first', 'trigger paid_1.noted'])
  })
})

const causeOf = async (url: string, deadlineMs = 5000): Promise<string> => {
  const failure = await introspect(url, { name: 'source', deadlineMs }).then(
    () => null,
    (error: unknown) => error,
  )
  if (!(failure instanceof ProblemError)) throw new Error(`no problem: ${String(failure)}`)
  expect(failure.problem.code).toBe('unavailable')
  const { cause } = failure.problem
  if (!(cause instanceof Error)) throw new Error('no cause')
  expect(`${failure.message} ${cause.message} ${cause.stack}`).not.toContain('hunter2')
  return cause.message
}

test('what stands in the way is said with what to do about it, and never with the password', async () => {
  expect(await causeOf('postgres://me:hunter2@127.0.0.1:1/x')).toMatch(/Nothing listens at 127\.0\.0\.1:1\. Start/)
  expect(await causeOf('postgres://me:hunter2@nowhere.invalid/x')).toMatch(/nowhere\.invalid.*host/)
  expect(await causeOf('postgres://me:hunter2@host:port/x')).toMatch(/cannot be read\. Write postgres:/)
  expect(await causeOf(urlOf('no_such_database', undefined, 'hunter2'))).toMatch(/no database "no_such_database"/)
  expect(await causeOf(`${urlOf('postgres')}?sslmode=require`)).toMatch(/does not speak TLS/)
  await withRole('CREATE TABLE x ()', async (url, role) => {
    const database = new URL(url).pathname.slice(1)
    await execute(url, `REVOKE CONNECT ON DATABASE ${database} FROM PUBLIC`)
    expect(await causeOf(asRole(url, role))).toMatch(/may not connect to .* Grant it/)
  })
})

test.each<[Answer, RegExp]>([
  [{ error: '28P01' }, /refuses the password of "me"\. Correct/],
  [{ error: '28000' }, /does not let "me" sign in .* TLS/],
  [{ error: '53300' }, /no connection left/],
  [{ error: '57P03' }, /starting up/],
  [{ version: 110_022 }, /PostgreSQL 11; 12 is the oldest.*Upgrade/],
  ['nothing', /did not answer in time/],
])('a server that answers %j', async (answer, sentence) => {
  await withFalseServer(answer, async (host) => {
    expect(await causeOf(`postgres://me:hunter2@${host}/x`, 700)).toMatch(sentence)
  })
})

test('a catalogue that is locked away ends at the deadline', async () => {
  await withDatabase(
    'CREATE TABLE x (id int PRIMARY KEY, y text DEFAULT 1); CREATE VIEW v AS SELECT 1 AS a',
    async (url) => {
      const { Client } = await import('pg')
      const holder = new Client({ connectionString: url })
      await holder.connect()
      await holder.query('BEGIN; LOCK TABLE pg_catalog.pg_class IN ACCESS EXCLUSIVE MODE')
      const cause = await causeOf(url, 1000).finally(() => holder.end())
      expect(cause).toMatch(/too (?:long|slow)|did not answer in time/)
    },
  )
})
