import { type ProblemCode, ProblemError } from '@charter/runtime'
import type { ServerDatabase } from '@charter/sql/server'
import { jsonArrayText, readOf, type Sql, writeOf } from '@charter/sql/store'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { say, temporary } from '../testing.ts'
import { openDatabase } from './database.ts'

let database: Awaited<ReturnType<typeof temporary>>
let opened: ServerDatabase
const role = `writer_${Math.random().toString(36).slice(2)}`

beforeAll(async () => {
  database = await temporary()
  await say(
    database.url,
    `CREATE TABLE parent (id int PRIMARY KEY);
     CREATE DOMAIN positive AS int CHECK (VALUE > 0);
     CREATE TABLE t (id int PRIMARY KEY, code text, part positive, made int GENERATED ALWAYS AS IDENTITY, twice int GENERATED ALWAYS AS (id * 2) STORED,
       parent_id int REFERENCES parent DEFERRABLE INITIALLY DEFERRED, other int UNIQUE DEFERRABLE INITIALLY DEFERRED,
       wide text UNIQUE, small varchar(3), day date);
     CREATE FUNCTION raise() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN IF NEW.code IS NOT NULL THEN RAISE EXCEPTION 'no' USING ERRCODE = NEW.code; END IF; RETURN NEW; END $$;
     CREATE TRIGGER raising BEFORE INSERT ON t FOR EACH ROW EXECUTE FUNCTION raise();
     CREATE TABLE mine (id int PRIMARY KEY, owner text); ALTER TABLE mine ENABLE ROW LEVEL SECURITY;
     CREATE POLICY own ON mine USING (owner = 'me'); INSERT INTO public.mine VALUES (1, 'me'), (2, 'you');
     CREATE TABLE months (id int, month int, PRIMARY KEY (id, month)) PARTITION BY LIST (month); CREATE TABLE months_1 PARTITION OF months FOR VALUES IN (1);
     CREATE TABLE made (id int PRIMARY KEY, n int, part int GENERATED ALWAYS AS (10 / n) STORED);
     CREATE FUNCTION several() RETURNS int LANGUAGE sql VOLATILE AS 'SELECT (SELECT n FROM generate_series(1, 2) AS n)';
     CREATE TABLE several (id int DEFAULT several(), n int);
     CREATE TABLE patterned (id int PRIMARY KEY, pattern text CHECK ('x' ~ pattern));
     CREATE FUNCTION break() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN INSERT INTO public.gone VALUES (1); RETURN NEW; END $$;
     CREATE TABLE broken (id int); CREATE TRIGGER breaking BEFORE INSERT ON broken FOR EACH ROW EXECUTE FUNCTION break();
     CREATE TABLE tenanted (id int, tenant text DEFAULT current_setting('app.tenant'));
     CREATE FUNCTION ask() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.id = current_setting('app.tenant'); RETURN NEW; END $$;
     CREATE TABLE asking (id int); CREATE TRIGGER asking BEFORE INSERT ON asking FOR EACH ROW EXECUTE FUNCTION ask();
     CREATE TABLE ruled (id int); CREATE RULE dividing AS ON INSERT TO ruled DO INSTEAD INSERT INTO public.made (id, n) VALUES (NEW.id, 1 / NEW.id);
     CREATE TABLE source (id int, n int, s text); INSERT INTO public.source VALUES (1, 0, '('), (1, 0, 'x');
     CREATE FUNCTION said(int) RETURNS int LANGUAGE plpgsql AS $$ BEGIN RAISE 'no' USING ERRCODE = '42P01'; END $$;
     CREATE VIEW inverse AS SELECT id, 1 / n AS v FROM source; CREATE VIEW casting AS SELECT id, s::int AS v FROM source;
     CREATE VIEW raising AS SELECT id, said(n) AS v FROM source; CREATE VIEW patterns AS SELECT id, 'a' ~ s AS v FROM source;
     CREATE VIEW twins AS SELECT id, (SELECT o.n FROM source AS o WHERE o.id = s.id) AS v FROM source AS s;
     CREATE ROLE ${role} LOGIN; GRANT ALL ON mine TO ${role}; GRANT SELECT ON t TO ${role}`,
  )
  opened = openDatabase({ url: database.url, isReadOnly: false, statementTimeoutMs: 5000 })
})
afterAll(async () => {
  await opened.close()
  await say(database.url, `DROP OWNED BY ${role} CASCADE; DROP ROLE ${role}`)
  await database.remove()
})

const codeOf = async (sql: string, on = opened): Promise<ProblemCode | 'bug' | 'none'> => {
  try {
    await on.transaction((transaction) => transaction.run(sql, []))
    return 'none'
  } catch (error) {
    return error instanceof ProblemError ? error.problem.code : 'bug'
  }
}

test.each<[string, ProblemCode]>([
  ['INSERT INTO public.t (id, part) VALUES (1, 0)', 'invalid-input'],
  ['INSERT INTO public.t (id, made) VALUES (1, 5)', 'invalid-input'],
  ['INSERT INTO public.t (id, twice) VALUES (1, 5)', 'invalid-input'],
  ["INSERT INTO public.t (id, small) VALUES (1, 'long')", 'invalid-input'],
  ["INSERT INTO public.t (id, day) VALUES (1, '2026-02-30')", 'invalid-input'],
  ['INSERT INTO public.t (id) VALUES (99999999999)', 'invalid-input'],
  ['INSERT INTO public.t (id, parent_id) VALUES (1, 5)', 'referenced'],
  ['INSERT INTO public.t (id, other) VALUES (1, 5), (2, 5)', 'conflict'],
  [
    "INSERT INTO public.t (id, wide) SELECT 1, string_agg(sha256(n::text::bytea)::text, '') FROM generate_series(1, 5000) AS n",
    'invalid-input',
  ],
  ['INSERT INTO public.months VALUES (1, 2)', 'invalid-input'],
])('%s is %s', async (sql, code) => {
  expect(await codeOf(sql)).toBe(code)
})

const insertOf = (text: string, ...columns: readonly string[]) =>
  writeOf('INSERT', { text, table: 'public.t', columns })

const told = async (sql: Sql, ...params: readonly string[]) => {
  const error = await opened
    .transaction((transaction) => transaction.run(sql, params))
    .catch((thrown: unknown) => thrown)
  const { code, errors, detail } = (error as ProblemError).problem
  return { code, where: errors?.map((each) => [each.path, each.code, each.message]), detail }
}

test.each<[string, Sql, string[], (readonly [string, string, string])[]]>([
  [
    'a value that its column does not take',
    insertOf('INSERT INTO public.t ("id", "day") VALUES (?, ?)', 'id', 'day'),
    ['1', 'banana'],
    [['/day', 'format', 'The database takes no such value here.']],
  ],
  [
    'one that is cast',
    insertOf(
      'INSERT INTO public.t ("id", "small", "day") VALUES (CAST(? AS int), substr(?, 1, 2), CAST(? AS text)::date)',
      'id',
      'small',
      'day',
    ),
    ['1', 'x', 'banana'],
    [['/day', 'format', 'The database takes no such value here.']],
  ],
  [
    'one of an update',
    writeOf('UPDATE', {
      text: 'UPDATE public.t AS t SET "code" = ?, "day" = ? WHERE t."id" = ?',
      table: 'public.t',
      columns: ['code', 'day'],
    }),
    ['a, (b', '2026-02-30', '7'],
    [['/day', 'format', 'The database takes no such value here.']],
  ],
  [
    'a type with a rule',
    'INSERT INTO public.t (id, part) VALUES (?, ?)',
    ['1', '-1'],
    [['', 'check', "The rule positive_check of the database's type positive does not hold."]],
  ],
  [
    'a rule of the table',
    'INSERT INTO public.patterned (id, pattern) VALUES (?, ?)',
    ['1', 'y'],
    [['', 'check', 'The rule patterned_pattern_check of the database does not hold.']],
  ],
])('%s is told with its place', async (_, sql, params, where) => {
  expect(await told(sql, ...params)).toMatchObject({ code: 'invalid-input', where })
})

test('of a text alone nothing is known: a value that no column takes is told without its place, and it may write', async () => {
  expect(await told('INSERT INTO public.t ("id", "day") VALUES (?, ?)', '1', 'banana')).toMatchObject({
    code: 'invalid-input',
    where: undefined,
  })
  await expect(opened.all('SELECT v FROM public.inverse', [])).rejects.toMatchObject({
    problem: { code: 'invalid-input' },
  })
})

test('what PostgreSQL does not name is told in a sentence, without its words', async () => {
  expect(await told("INSERT INTO public.t (id, code) VALUES (?, 'P0001')", '1')).toEqual({
    code: 'invalid-input',
    where: undefined,
    detail: 'The database refuses one of the values, by a rule or a type of its own that it does not name.',
  })
})

test.each([
  '02000',
  '0A000',
  '09000',
  '20000',
  '21000',
  '22023',
  '23000',
  '23001',
  '23P01',
  '27000',
  '2F005',
  '38000',
  '39000',
  '40001',
  '25006',
  '2D000',
  '3F000',
  '40000',
  '40002',
  '42501',
  '42601',
  '42703',
  '42P01',
  '44000',
  '53100',
  '54000',
  '55000',
  '57014',
  '58030',
  '72000',
  'F0000',
  'HV000',
  'P0001',
  'P0002',
  'P0004',
  'MY001',
  'XX000',
  'XX001',
  'ZZ999',
  '99999',
])('a trigger that raises %s is no bug of the service', async (code) => {
  expect(await codeOf(`INSERT INTO public.t (id, code) VALUES (1, '${code}')`)).not.toMatch(/^(?:bug|internal|none)$/)
})

test.each<[string, string, ProblemCode]>([
  ['a generated column divides by zero', 'INSERT INTO public.made (id, n) VALUES (1, 0)', 'invalid-input'],
  ['a default of a key finds several', 'INSERT INTO public.several (n) VALUES (1)', 'invalid-input'],
  ['a check has a broken pattern', "INSERT INTO public.patterned VALUES (1, '(')", 'invalid-input'],
  ['a trigger speaks of a table that is gone', 'INSERT INTO public.broken VALUES (1)', 'internal'],
  ['a rule instead of the write divides by zero', 'INSERT INTO public.ruled VALUES (0)', 'invalid-input'],
  ['a trigger forbids', "INSERT INTO public.t (id, code) VALUES (1, '42501')", 'forbidden'],
  ['a table is gone', 'INSERT INTO "public"."nowhere" VALUES (1)', 'internal'],
  ['a column is gone', 'SELECT t."gone" FROM "public"."t" AS t', 'internal'],
])('when %s, a write is refused and is no bug', async (_, sql, code) => {
  expect(await codeOf(sql)).toBe(code)
})

test.each([
  ['default', 'INSERT INTO public.tenanted (id) VALUES (1)'],
  ['trigger', 'INSERT INTO public.asking (id) VALUES (1)'],
])('a setting that a %s asks for and nobody set is named, and how it is set', async (_, sql) => {
  const message = expect.stringMatching(/no session has: .*"app\.tenant".*ALTER ROLE … SET app\.tenant = …/)
  const made = opened.transaction((transaction) => transaction.run(sql, []))
  await expect(made).rejects.toMatchObject({ problem: { code: 'internal', cause: { message } } })
})

test('a view that fails over its rows fails until it is mended, and says which it is', async () => {
  for (const view of ['inverse', 'casting', 'raising', 'patterns', 'twins']) {
    const table = `"public"."${view}"`
    const reading = opened.all(readOf(`SELECT t.* FROM ${table} AS t WHERE t."id" = ?::integer`, table), [1])
    await expect(reading, view).rejects.toMatchObject({
      problem: {
        code: 'internal',
        cause: { message: expect.stringContaining(`"public"."${view}" cannot be read`) },
      },
    })
  }
})

test('a value that a reading brings and no type takes is invalid input', async () => {
  const where = async (condition: string, value: string) => {
    await expect(
      opened.all(readOf(`SELECT 1 FROM "public"."t" AS t WHERE ${condition}`), [value]),
    ).rejects.toMatchObject({
      problem: { code: 'invalid-input' },
    })
  }
  await where('t."id" = ?::integer', 'one')
  await where('t."part" = ?::public.positive', '-1')
  await where('t."id" = ANY (ARRAY(SELECT e::integer FROM jsonb_array_elements_text(?::jsonb) AS e))', '["one"]')
})

test('a statement that is wrong in itself is a bug', async () => {
  expect(await codeOf('INSERT INTO public.t VALUES (')).toBe('bug')
})

test('rows that policies hide are not there; what they do not let in is forbidden; what is not granted is said', async () => {
  const url = database.url.replace('charter@', `${role}@`)
  const own = openDatabase({ url, isReadOnly: false, statementTimeoutMs: 5000 })
  try {
    expect(await own.all('SELECT id FROM public.mine', [])).toEqual([[1]])
    expect(await codeOf("INSERT INTO public.mine VALUES (3, 'you')", own)).toBe('forbidden')
    expect(await codeOf("UPDATE public.mine SET owner = 'you'", own)).toBe('forbidden')
    expect(await codeOf("INSERT INTO public.mine VALUES (3, 'me')", own)).toBe('none')
    expect(await codeOf('INSERT INTO public.t (id) VALUES (1)', own)).toBe('internal')
  } finally {
    await own.close()
  }
})

test.each(['garbage', '', 'a"b', 'a\\b', 'a\nb', 'ä', '\u0001', 'x'.repeat(2000)])(
  'a value that no address is spelled by is the caller’s, one or among others: %j',
  async (value) => {
    const ask = async (condition: string, given: string): Promise<ProblemCode | 'none'> => {
      const sql = `SELECT 1 FROM "public"."hosts" AS t WHERE t."ip" = ${condition}`
      return opened.all(sql, [given]).then(
        () => 'none',
        (error: ProblemError) => error.problem.code,
      )
    }
    await say(database.url, `DROP TABLE IF EXISTS hosts; CREATE TABLE hosts AS SELECT inet '10.0.0.1' AS ip`)
    expect(await ask('?::inet', value)).toBe('invalid-input')
    const among = 'ANY (ARRAY(SELECT e.v::inet FROM jsonb_array_elements_text(?::jsonb) AS e (v)))'
    expect(await ask(among, jsonArrayText(['10.0.0.1', value]))).toBe('invalid-input')
  },
)

test('a view that fails over what the same transaction has written to it is the write to blame for', async () => {
  const table = '"public"."inverse"'
  const read = readOf(`SELECT t.* FROM ${table} AS t WHERE t."id" = ?::integer`, table)
  const codeAfter = async (...written: readonly Sql[]) => {
    const error = await opened
      .transaction(async (on) => {
        for (const sql of written) await on.run(sql, [])
        await on.all(read, [1])
      })
      .catch((thrown: unknown) => thrown)
    return error instanceof ProblemError ? error.problem.code : error
  }
  expect(await codeAfter()).toBe('internal')
  const write = writeOf('UPDATE', { text: 'UPDATE public.source SET n = n WHERE false', table })
  expect(await codeAfter(write)).toBe('invalid-input')
})
