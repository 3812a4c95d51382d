import { type Json, type JsonObject, type Type, unsaidText } from '@charter/runtime'
import { encode, isUnsaid, jsonArrayText, readOf, writeOf } from '@charter/sql/store'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { entity, field, relation } from '../../conformance/build.ts'
import { insertOf, say, serve, temporary } from '../testing.ts'

let database: Awaited<ReturnType<typeof temporary>>
beforeAll(async () => {
  database = await temporary()
  await say(
    database.url,
    `CREATE SCHEMA sales; CREATE SCHEMA "Odd Schema"; CREATE EXTENSION citext; CREATE EXTENSION hstore;
     CREATE TYPE sales.mood AS ENUM ('sad', 'Ok', 'so-so'); CREATE DOMAIN sales.email AS text CHECK (VALUE LIKE '%@%');
     CREATE TYPE sales.place AS (street text, number bigint, since timestamptz, tags text[]);
     CREATE TYPE sales.scan AS (name text, picture bytea, span int4range, pictures bytea[], nested sales.place);
     CREATE COLLATION nocase (provider = icu, locale = 'und-u-ks-level2', deterministic = false);`,
  )
})
afterAll(() => database.remove())

const text: Type = { kind: 'text' }
const int64: Type = { kind: 'int64' }
const optional = { isOptional: true }
const member = (name: string, type: Type, isOptional = true) => ({ name, type, isOptional })
const flag = (name: string) => member(name, { kind: 'boolean' }, false)
const range = (of: Type): Type => ({
  kind: 'record',
  members: [member('lower', of), member('upper', of), flag('lowerInclusive'), flag('upperInclusive'), flag('isEmpty')],
})
const spans = (lower: Json, upper: Json) => ({
  lower,
  upper,
  lowerInclusive: true,
  upperInclusive: false,
  isEmpty: false,
})

interface Case {
  readonly column: string
  readonly type: Type
  readonly columnType?: string
  /** In the order of the column. */
  readonly values: readonly Json[]
}

const cases: readonly Case[] = [
  { column: 'smallint', type: { kind: 'int32' }, columnType: 'smallint', values: [-32768, 0, 32767] },
  { column: 'integer', type: { kind: 'int32' }, values: [-2147483648, 5] },
  { column: 'bigint', type: int64, values: ['-9223372036854775808', '9007199254740993'] },
  { column: 'bigint', type: { kind: 'int64', isNumber: true }, values: [-9007199254740991, 9007199254740991] },
  { column: 'oid', type: { kind: 'int64', isNumber: true }, columnType: 'oid', values: [0, 4294967295] },
  { column: 'numeric(8,2)', type: { kind: 'decimal', precision: 8, scale: 2 }, values: ['-1.50', '0.00', '999999.99'] },
  {
    column: 'numeric',
    type: text,
    columnType: 'numeric',
    values: ['-1.50', '9', '10.1', '123456789012345678901234567890.10'],
  },
  { column: 'real', type: { kind: 'float64' }, columnType: 'real', values: [-1.5, 0.1, 3e38] },
  { column: 'double precision', type: { kind: 'float64' }, values: [-1e300, 0.1, 5e-324 + 1] },
  { column: 'boolean', type: { kind: 'boolean' }, values: [false, true] },
  { column: 'text', type: text, values: ['', ' ', 'B', 'a', 'ä'] },
  { column: 'character varying(4)', type: { kind: 'text', lengthMax: 4 }, values: ['B', 'abcd', '😀'] },
  { column: 'name', type: text, columnType: 'name', values: ['A', 'b'] },
  { column: 'character(4)', type: text, columnType: 'character(4)', values: ['B   ', 'ab  ', 'abcd'] },
  { column: 'citext', type: text, columnType: 'public.citext', values: ['A', 'a', 'b'] },
  { column: 'bytea', type: { kind: 'bytes' }, values: ['', 'AP8='] },
  {
    column: 'uuid',
    type: { kind: 'uuid' },
    values: ['00000000-0000-4000-8000-000000000001', 'ffffffff-0000-4000-8000-000000000001'],
  },
  { column: 'date', type: { kind: 'date' }, values: ['0001-01-01', '2024-02-29', '9999-12-31'] },
  { column: 'time', type: { kind: 'time' }, values: ['00:00:00', '23:59:59.999999'] },
  {
    column: 'time with time zone',
    type: text,
    columnType: 'time with time zone',
    values: ['10:00:00+02', '10:00:00+00'],
  },
  { column: 'timestamp', type: { kind: 'dateTime' }, values: ['0001-01-01T00:00:00', '2024-01-01T10:00:00.25'] },
  {
    column: 'timestamptz',
    type: { kind: 'instant' },
    values: ['0001-01-01T00:00:00Z', '2024-01-01T10:00:00.25Z', '9999-12-31T23:59:59.999999Z'],
  },
  {
    column: 'timestamp(0) with time zone',
    type: { kind: 'instant' },
    columnType: 'timestamp(0) with time zone',
    values: ['2024-01-01T10:00:00Z'],
  },
  { column: 'interval', type: text, columnType: 'interval', values: ['PT1S', 'P1D', 'P1Y2M3DT4H5M6.5S'] },
  { column: 'json', type: { kind: 'json' }, columnType: 'json', values: [{ a: [1, null, 'x'] }] },
  { column: 'jsonb', type: { kind: 'json' }, values: [{ a: [1, null, 'x'] }, 'text', [0.1]] },
  { column: 'xml', type: text, columnType: 'xml', values: ['<a>1</a>'] },
  { column: 'bit(3)', type: text, columnType: 'bit(3)', values: ['001', '101'] },
  { column: 'bit varying(5)', type: text, columnType: 'bit varying(5)', values: ['0', '101'] },
  {
    column: 'inet',
    type: text,
    columnType: 'inet',
    values: ['10.0.0.1', '10.0.0.0/8', '192.168.0.1'].toSorted((a, b) =>
      a === '10.0.0.0/8' ? -1 : b === '10.0.0.0/8' ? 1 : 0,
    ),
  },
  { column: 'cidr', type: text, columnType: 'cidr', values: ['10.0.0.0/8', '192.168.1.0/24'] },
  { column: 'macaddr', type: text, columnType: 'macaddr', values: ['08:00:2b:01:02:03'] },
  { column: 'pg_lsn', type: text, columnType: 'pg_lsn', values: ['0/16AE7F8', '1/0'] },
  {
    column: 'sales.mood',
    type: { kind: 'enum', values: ['sad', 'Ok', 'so-so'] },
    columnType: 'sales.mood',
    values: ['sad', 'Ok', 'so-so'],
  },
  { column: 'sales.email', type: text, columnType: 'sales.email', values: ['A@b', 'a@b'] },
  {
    column: 'sales.place',
    type: {
      kind: 'record',
      members: [
        member('street', text),
        member('number', int64),
        member('since', { kind: 'instant' }),
        member('tags', { kind: 'array', items: text }),
      ],
    },
    columnType: 'sales.place',
    values: [
      { street: 'a "b", (c)\\', number: '9007199254740993', since: '2024-01-01T00:00:00Z', tags: ['x', 'y,"z'] },
      { street: null, number: null, since: null, tags: null },
    ],
  },
  {
    column: 'int4range',
    type: range({ kind: 'int32' }),
    columnType: 'int4range',
    values: [
      spans(1, 5),
      spans(1, null),
      { lower: null, upper: null, lowerInclusive: false, upperInclusive: false, isEmpty: true },
    ],
  },
  {
    column: 'tstzrange',
    type: range({ kind: 'instant' }),
    columnType: 'tstzrange',
    values: [spans('2024-01-01T00:00:00Z', '2024-01-02T00:00:00.5Z')],
  },
  {
    column: 'int8multirange',
    type: { kind: 'array', items: range(int64) },
    columnType: 'int8multirange',
    values: [[], [spans('1', '5'), spans('9', null)]],
  },
  {
    column: 'text[]',
    type: { kind: 'array', items: text },
    columnType: 'text[]',
    values: [[], ['a', '', 'NULL', '"{,}\\']],
  },
  {
    column: 'bigint[]',
    type: { kind: 'array', items: int64 },
    columnType: 'bigint[]',
    values: [['9007199254740993', '-1']],
  },
  {
    column: 'numeric(6,2)[]',
    type: { kind: 'array', items: { kind: 'decimal', precision: 6, scale: 2 } },
    columnType: 'numeric(6,2)[]',
    values: [['1.50', '0.00']],
  },
  {
    column: 'sales.mood[]',
    type: { kind: 'array', items: { kind: 'enum', values: ['sad', 'Ok'] } },
    columnType: 'sales.mood[]',
    values: [['Ok', 'sad']],
  },
  {
    column: 'boolean[]',
    type: { kind: 'array', items: { kind: 'boolean' } },
    columnType: 'boolean[]',
    values: [[true, false]],
  },
  {
    column: 'timestamp[]',
    type: { kind: 'array', items: { kind: 'dateTime' } },
    columnType: 'timestamp without time zone[]',
    values: [['2024-01-01T10:00:00.5']],
  },
  {
    column: 'jsonb[]',
    type: { kind: 'array', items: { kind: 'json' } },
    columnType: 'jsonb[]',
    values: [[{ a: 1 }, 'x']],
  },
  {
    column: 'bytea[]',
    type: { kind: 'array', items: { kind: 'bytes' } },
    columnType: 'bytea[]',
    values: [[], ['', 'AP8=', 'XHg=']],
  },
  {
    column: 'int4range[]',
    type: { kind: 'array', items: range({ kind: 'int32' }) },
    columnType: 'int4range[]',
    values: [
      [],
      [spans(1, 5), spans(null, 9)].map((each) => (each.lower === null ? { ...each, lowerInclusive: false } : each)),
    ],
  },
  ...['sales.scan', 'sales.scan[]'].map((column): Case => {
    const place: Type = {
      kind: 'record',
      members: [
        member('street', text),
        member('number', int64),
        member('since', { kind: 'instant' }),
        member('tags', { kind: 'array', items: text }),
      ],
    }
    const type: Type = {
      kind: 'record',
      members: [
        member('name', text),
        member('picture', { kind: 'bytes' }),
        member('span', range({ kind: 'int32' })),
        member('pictures', { kind: 'array', items: { kind: 'bytes' } }),
        member('nested', place),
      ],
    }
    const street = { street: 'x', number: '1', since: null, tags: ['a', 'b'] }
    const values = [
      { name: 'a', picture: 'AP8=', span: spans(1, 5), pictures: ['', 'XHg='], nested: street },
      { name: '\\x', picture: null, span: null, pictures: null, nested: null },
    ]
    return column.endsWith('[]')
      ? { column, type: { kind: 'array', items: type }, columnType: column, values: [values, []] }
      : { column, type, columnType: column, values }
  }),
  {
    column: 'hstore',
    type: { kind: 'map', values: text },
    columnType: 'public.hstore',
    values: [{}, { a: 'b', 'c "d"': '' }],
  },
  {
    column: 'hstore[]',
    type: { kind: 'array', items: { kind: 'map', values: text } },
    columnType: 'public.hstore[]',
    values: [[{}, { a: '\\', 'c "d" => \\"': ',' }], []],
  },
]

test.each(cases.map((each, at) => [`${each.column} as ${each.type.kind}`, at] as const))(
  '%s: written, read, filtered and ordered as it is',
  async (_, at) => {
    const { column, type, columnType, values } = cases[at] as Case
    const table = `case_${at}`
    await say(
      database.url,
      `CREATE TABLE public.${table} (id integer PRIMARY KEY, v ${column.replace(/^(citext|hstore(?:\[\])?)$/, 'public.$1')})`,
    )
    const own = columnType === undefined ? {} : { columnType }
    const served = await serve(
      database.url,
      entity('Case', [field('id', { kind: 'int32' }), field('v', type, { ...optional, ...own })], {
        binding: { table },
      }),
    )
    const { all, insert, update, entity: sql, opened } = served
    try {
      for (const [id, v] of [...values, null].entries()) await insert({ id, v })
      const rows = [...values, null].map((v, id) => ({ id, v }))
      expect(await all(' ORDER BY t."id"')).toEqual(rows)
      for (const row of rows) await update(row, ['id'])
      expect(await all(' ORDER BY t."id"')).toEqual(rows)
      const { filters, sort, storage } = sql.columns.v ?? { filters: {}, sort: '', storage: { kind: 'text' } as const }
      expect((await all(` WHERE ${filters.isNull}`)).map((row) => row.id)).toEqual([values.length])
      const ids = values.map((_, id) => id)
      if (!filters.eq) return
      for (const id of ids) {
        const value = encode(storage, values[id] ?? null)
        const found = async (condition = 'false') =>
          (await all(` WHERE ${condition} ORDER BY t."id"`, [value])).map((row) => row.id)
        expect(await found(filters.eq)).toEqual([id])
        expect(await found(filters.ne)).toEqual(ids.filter((other) => other !== id))
        if (!filters.lt || !filters.ge) continue
        expect(await found(filters.lt)).toEqual(ids.filter((other) => other < id))
        expect(await found(filters.ge)).toEqual(ids.filter((other) => other >= id))
        expect(await found(`${sort} > ?`)).toEqual(ids.filter((other) => other > id))
      }
      const listed = jsonArrayText(values.map((value) => encode(storage, value)))
      expect(
        (await all(` WHERE ${filters.in} ORDER BY (${sort} IS NULL), ${sort}`, [listed])).map((row) => row.id),
      ).toEqual(ids)
    } finally {
      await opened.close()
    }
  },
)

test('values that the type cannot say are told from none, and an update of another field leaves them', async () => {
  await say(
    database.url,
    `CREATE TABLE odd (id int PRIMARY KEY, name text, d date, t time, ts timestamp, tz timestamptz, f float8, r real, n numeric(5,2), i int8, s int8, x numeric, a int[], m int[], h public.hstore);
     INSERT INTO odd VALUES (1, 'x', 'infinity', '24:00', '0044-03-15 BC', '10000-01-01', 'NaN', '-Infinity', 'NaN', 9007199254740993, 3000000000, 'NaN', '{1,NULL}', '{{1},{2}}', 'a=>1, b=>NULL')`,
  )
  const ints: Type = { kind: 'array', items: { kind: 'int32' } }
  const fields = [
    field('id', { kind: 'int32' }),
    field('name', text),
    field('d', { kind: 'date' }, optional),
    field('t', { kind: 'time' }, optional),
    field('ts', { kind: 'dateTime' }, optional),
    field('tz', { kind: 'instant' }, optional),
    field('f', { kind: 'float64' }, optional),
    field('r', { kind: 'float64' }, { ...optional, columnType: 'real' }),
    field('n', { kind: 'decimal', precision: 5, scale: 2 }, { ...optional, columnType: 'numeric(5,2)' }),
    field('i', { kind: 'int64', isNumber: true }, optional),
    field('s', { kind: 'int32' }, optional),
    field('x', text, { ...optional, columnType: 'numeric' }),
    field('a', ints, { ...optional, columnType: 'integer[]' }),
    field('m', ints, { ...optional, columnType: 'integer[]' }),
    field('h', { kind: 'map', values: text }, { ...optional, columnType: 'public.hstore' }),
  ]
  const { all, update, opened, entity: odd } = await serve(database.url, entity('Odd', fields))
  const nothing = Object.fromEntries(fields.slice(2).map(({ name }) => [name, null]))
  const [row] = await all()
  // A numeric of any scale is its digits, or what PostgreSQL calls it.
  expect(row).toEqual({ id: 1, name: 'x', ...nothing, x: 'NaN' })
  const columns = fields.map(({ name }) => odd.columns[name])
  const [raw = []] = await opened.database.all(
    readOf(`SELECT ${columns.map((each) => each?.select).join(', ')} FROM ${odd.from}`),
    [],
  )
  const unsaid = columns.map(
    (each, at) => each && isUnsaid(each.storage, raw[at], row?.[fields[at]?.name ?? ''] ?? null),
  )
  expect(unsaid).toEqual(fields.map(({ name }) => !['id', 'name', 'x'].includes(name)))
  const texts = fields.flatMap(({ name }) => odd.columns[name]?.json ?? [])
  const [spelled = []] = await opened.database.all(readOf(`SELECT ${texts.join(', ')} FROM ${odd.from}`), [])
  expect(spelled).toEqual(
    ['1', '"x"', ...'d t ts tz n i s'.split(' ').map(() => unsaidText), '"NaN"'].slice(0, spelled.length),
  )
  // They are in no range, and not among what has no value.
  const low: JsonObject = { d: '0001-01-01', t: '00:00:00', ts: '0001-01-01 00:00:00', tz: '0001-01-01 00:00:00+00' }
  for (const name of 'd t ts tz f r n i s'.split(' ')) {
    const filters = odd.columns[name]?.filters ?? {}
    const found = async (filter = '', given: readonly (string | number)[] = []) =>
      (await all(` WHERE ${filter}`, given)).length
    const value = String(low[name] ?? -5)
    const ranges = ['ne', 'lt', 'le', 'gt', 'ge'] as const
    const counts = await Promise.all(ranges.map((each) => found(filters[each], [value])))
    expect([name, counts, await found(filters.isNull)]).toEqual([name, [0, 0, 0, 0, 0], 0])
  }
  await update({ ...row, name: 'y' }, ['id'], ['name'])
  const [stored] = await say(database.url, 'SELECT row_to_json(odd)::text FROM odd')
  expect(String(stored?.[0])).toBe(
    '{"id":1,"name":"y","d":"infinity","t":"24:00:00","ts":"0044-03-15T00:00:00 BC","tz":"10000-01-01T00:00:00+00:00","f":"NaN","r":"-Infinity","n":"NaN","i":9007199254740993,"s":3000000000,"x":"NaN","a":[1,null],"m":[[1],[2]],"h":{"a": "1", "b": null}}',
  )
  await update({ ...row, name: 'z', d: '2024-01-01', a: [2] }, ['id'], ['name', 'd', 'a'])
  expect((await all())[0]).toMatchObject({ d: '2024-01-01', a: [2], m: null })
  await opened.close()
})

test('hostile names are names', async () => {
  const table = 'Sel"ect; DROP -- ?$1'
  const column = 'o\'rder \\ ? " %'
  const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`
  await say(
    database.url,
    `CREATE TABLE "Odd Schema".${quoted(table)} (${quoted(column)} bigserial PRIMARY KEY, "user" text, "größe" text, parent bigint)`,
  )
  const served = await serve(
    database.url,
    entity(
      'Odd',
      [
        field('id', int64, { column, default: { kind: 'sequence' } }),
        field('user', text),
        field('size', text, { column: 'größe', isOptional: true }),
        field('parentId', int64, { column: 'parent', isOptional: true }),
      ],
      {
        binding: { schema: 'Odd Schema', table },
        relations: [
          relation('parent', { kind: 'one', target: 'Odd', from: ['parentId'], to: ['id'], isOptional: true }),
        ],
      },
    ),
  )
  const { all, entity: sql, opened, bound } = served
  const key = await opened.database.transaction(async (on) => {
    await on.run(insertOf(sql), bound(sql.insert?.fields ?? [], { user: "?'; --", size: '?' }))
    return on.all(readOf(sql.insertedKey ?? ''), [])
  })
  expect(key).toEqual([['1']])
  expect(await all(` WHERE ${sql.byKey}`, [1n])).toEqual([{ id: '1', user: "?'; --", size: '?', parentId: null }])
  const { parentKey = [], from, match } = sql.relations.parent ?? { from: '', match: '' }
  expect(
    await opened.database.all(readOf(`SELECT ${parentKey.join()} FROM ${from} WHERE ${match}`), ['[1,2]']),
  ).toEqual([['1']])
  await opened.close()
})

test('equality is exact where a collation folds', async () => {
  await say(
    database.url,
    `CREATE TABLE folded (id int PRIMARY KEY, c public.citext); INSERT INTO folded VALUES (1, 'A'), (2, 'a'), (3, 'B')`,
  )
  const {
    all,
    entity: sql,
    opened,
  } = await serve(
    database.url,
    entity('Folded', [field('id', { kind: 'int32' }), field('c', text, { columnType: 'public.citext' })]),
  )
  expect((await all(` WHERE ${sql.columns.c?.filters.eq}`, ['a'])).map(({ id }) => id)).toEqual([2])
  expect((await all(` WHERE ${sql.columns.c?.filters.startsWith}`, ['a'])).map(({ id }) => id)).toEqual([2])
  await opened.close()
})

test('equality and lists are exact where a collation takes several texts for one', async () => {
  await say(
    database.url,
    `CREATE TABLE alike (id int PRIMARY KEY, c text COLLATE public.nocase, v varchar(9) COLLATE public.nocase);
     INSERT INTO alike VALUES (1, 'A', 'A'), (2, 'a', 'a'), (3, 'B', 'B'), (4, NULL, NULL)`,
  )
  const fields = [
    field('id', { kind: 'int32' }),
    field('c', text, optional),
    field('v', text, { ...optional, columnType: 'character varying(9)' }),
  ]
  const { all, entity: sql, opened } = await serve(database.url, entity('Alike', fields))
  for (const name of ['c', 'v']) {
    const { filters = {} } = sql.columns[name] ?? {}
    const found = async (condition: string | undefined, value: string) =>
      (await all(` WHERE ${condition} ORDER BY t."id"`, [value])).map(({ id }) => id)
    expect(await found(filters.eq, 'a')).toEqual([2])
    expect(await found(filters.ne, 'a')).toEqual([1, 3])
    expect(await found(filters.in, '["a", "B", "b"]')).toEqual([2, 3])
    expect(await found(`NOT (${filters.in})`, '["a"]')).toEqual([1, 3])
    expect(await found(filters.like, 'a%')).toEqual([2])
  }
  await opened.close()
})

test('an array keeps where its numbers begin while its items stay the same', async () => {
  await say(
    database.url,
    `CREATE TABLE numbered (id int PRIMARY KEY, name text, a int[]); INSERT INTO numbered VALUES (1, 'x', '[0:1]={7,8}')`,
  )
  const ints: Type = { kind: 'array', items: { kind: 'int32' } }
  const { all, update, opened } = await serve(
    database.url,
    entity('Numbered', [
      field('id', { kind: 'int32' }),
      field('name', text),
      field('a', ints, { columnType: 'integer[]' }),
    ]),
  )
  const [row] = await all()
  expect(row).toEqual({ id: 1, name: 'x', a: [7, 8] })
  const stored = async () => (await say(database.url, 'SELECT name, a::text FROM numbered')).flat()
  await update({ ...row, name: 'y' }, ['id'])
  expect(await stored()).toEqual(['y', '[0:1]={7,8}'])
  await update({ ...row, a: [7, 9] }, ['id'])
  expect(await stored()).toEqual(['x', '{7,9}'])
  await opened.close()
})

test('keys, equality and batches use the index', async () => {
  await say(
    database.url,
    `CREATE TABLE big (id uuid PRIMARY KEY, n text NOT NULL); CREATE INDEX ON big (n);
     INSERT INTO big SELECT gen_random_uuid(), 'n' || g FROM generate_series(1, 20000) AS g; ANALYZE big`,
  )
  const { entity: sql, opened } = await serve(
    database.url,
    entity('Big', [field('id', { kind: 'uuid' }), field('n', text)]),
  )
  const planOf = async (condition: string | undefined, value: string) =>
    (await opened.database.all(readOf(`EXPLAIN SELECT 1 FROM ${sql.from} WHERE ${condition}`), [value])).join('\n')
  const id = '00000000-0000-4000-8000-000000000001'
  expect(await planOf(sql.byKey, id)).toContain('Index')
  expect(await planOf(sql.columns.n?.filters.eq, 'n7')).toContain('Index')
  expect(await planOf(sql.columns.id?.filters.in, `["${id}"]`)).toContain('Index')
  expect(await planOf(sql.columns.n?.filters.in, '["n7", "n8"]')).toContain('Index')
  await opened.close()
})

test('a default that the database computes is left to it, unless a value is given', async () => {
  await say(
    database.url,
    `CREATE TABLE defaulted (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text, at timestamp DEFAULT timestamp '2001-01-01' + interval '1 day', no integer DEFAULT 3 + 4)`,
  )
  const made = { default: { kind: 'database' } } as const
  const { insert, all, opened } = await serve(
    database.url,
    entity('Defaulted', [
      field('id', int64, { default: { kind: 'sequence' } }),
      field('name', text, optional),
      field('at', { kind: 'dateTime' }, made),
      field('no', { kind: 'int32' }, { ...optional, ...made }),
    ]),
  )
  await insert({ name: 'a' })
  await insert({ name: 'b', at: '2024-01-01T00:00:00' })
  await insert({ name: 'c', no: 1 })
  await insert({ name: 'd', at: '2024-01-01T00:00:00', no: 2 })
  expect((await all(' ORDER BY t."id"')).map(({ name, at, no }) => [name, at, no])).toEqual([
    ['a', '2001-01-02T00:00:00', 7],
    ['b', '2024-01-01T00:00:00', 7],
    ['c', '2001-01-02T00:00:00', 1],
    ['d', '2024-01-01T00:00:00', 2],
  ])
  await opened.close()
})

test('each of several computed defaults, a key among them, gives way to a given value', async () => {
  await say(
    database.url,
    `CREATE TABLE computed (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), a int DEFAULT 1 + 0, b int DEFAULT 1 + 1, c int DEFAULT 1 + 2, d int DEFAULT 1 + 3)`,
  )
  const made = { default: { kind: 'database' } } as const
  const names = ['a', 'b', 'c', 'd']
  const served = await serve(
    database.url,
    entity('Computed', [
      field('id', { kind: 'uuid' }, made),
      ...names.map((name) => field(name, { kind: 'int32' }, made)),
    ]),
  )
  const { all, entity: sql, opened, bound } = served
  const id = '00000000-0000-4000-8000-000000000007'
  const keyOf = (row: JsonObject) =>
    opened.database.transaction(async (on) => {
      await on.run(insertOf(sql), bound(sql.insert?.fields ?? [], row))
      return on.all(readOf(sql.insertedKey ?? ''), [])
    })
  expect(await keyOf({ id, d: 9 })).toEqual([[id]])
  const [[other] = []] = await keyOf({ a: 7 })
  expect(other).toMatch(/^[0-9a-f-]{36}$/)
  expect(await all(' ORDER BY t."a"')).toEqual([
    { id, a: 1, b: 2, c: 3, d: 9 },
    { id: other, a: 7, b: 2, c: 3, d: 4 },
  ])
  await opened.close()
})

const versionedRows = async (table: string) => {
  const served = await serve(
    database.url,
    entity('Thing', [field('id', { kind: 'int32' }), field('month', { kind: 'int32' }), field('name', text)], {
      binding: { table },
    }),
  )
  const { opened, entity: sql } = served
  const version = async (id: number) =>
    (await opened.database.all(readOf(`SELECT ${sql.version} FROM ${sql.from} WHERE ${sql.byKey}`), [id]))[0]?.[0]
  const remove = (id: number) =>
    opened.database.transaction((on) => on.run(writeOf('DELETE', { text: sql.remove ?? '', table: sql.table }), [id]))
  return { ...served, version, remove }
}

test('a view that PostgreSQL writes through is written, and a digest is its version', async () => {
  await say(
    database.url,
    `CREATE TABLE things (id int PRIMARY KEY, month int, name text, hidden int DEFAULT 5);
     CREATE VIEW shown AS SELECT id, month, name FROM things WHERE hidden = 5 WITH CHECK OPTION`,
  )
  const { all, insert, update, remove, version, opened } = await versionedRows('shown')
  const row = { id: 1, month: 1, name: 'a' }
  await insert(row)
  await insert({ ...row, id: 2 })
  const before = await version(1)
  expect(before).toMatch(/^[0-9a-f]{64}$/)
  expect(await version(1)).toBe(before)
  expect(await update({ ...row, name: 'b' }, ['id'])).toMatchObject({ changes: 1 })
  expect(await version(1)).not.toBe(before)
  expect(await remove(2)).toMatchObject({ changes: 1 })
  expect(await all()).toEqual([{ ...row, name: 'b' }])
  await opened.close()
})

test('rows of partitions are written through their parent, also into another partition, as triggers have them', async () => {
  await say(
    database.url,
    `CREATE TABLE parts (id int, month int, name text) PARTITION BY LIST (month);
     CREATE TABLE parts_1 PARTITION OF parts FOR VALUES IN (1); CREATE TABLE parts_2 PARTITION OF parts FOR VALUES IN (2);
     CREATE FUNCTION lift() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.name := upper(NEW.name); RETURN NEW; END $$;
     CREATE TRIGGER lifting BEFORE INSERT OR UPDATE ON parts FOR EACH ROW EXECUTE FUNCTION lift()`,
  )
  const { all, insert, update, remove, version, opened } = await versionedRows('parts')
  await insert({ id: 1, month: 1, name: 'a' })
  const first = await version(1)
  expect(first).toMatch(/^\d+$/)
  expect(await update({ id: 1, month: 2, name: 'b' }, ['id'])).toMatchObject({ changes: 1 })
  expect(await all()).toEqual([{ id: 1, month: 2, name: 'B' }])
  expect((await say(database.url, 'SELECT count(*)::int FROM ONLY parts_2')).flat()).toEqual([1])
  expect(await version(1)).not.toBe(first)
  await expect(update({ id: 1, month: 3, name: 'b' }, ['id'])).rejects.toMatchObject({
    problem: { code: 'invalid-input' },
  })
  expect(await remove(1)).toMatchObject({ changes: 1 })
  expect(await all()).toEqual([])
  await opened.close()
})

test('JSON with numbers that JavaScript does not hold is left as it is', async () => {
  await say(
    database.url,
    `CREATE TABLE documents (id int PRIMARY KEY, name text, j jsonb, k json);
     INSERT INTO documents VALUES (1, 'x', '{"n": 9007199254740993, "s": "\\" 1"}', '{ "n" : 0.10000000000000000001 }'), (2, 'x', '{"s": "9007199254740993"}', '[0.30000000000000004]')`,
  )
  const { all, update, opened } = await serve(
    database.url,
    entity(
      'Document',
      [
        field('id', { kind: 'int32' }),
        field('name', text),
        field('j', { kind: 'json' }, optional),
        field('k', { kind: 'json' }, { ...optional, columnType: 'json' }),
      ],
      { binding: { table: 'documents' } },
    ),
  )
  const rows = await all(' ORDER BY t."id"')
  expect(rows.map((row) => JSON.stringify(row))).toEqual([
    '{"id":1,"name":"x","j":{"n":9007199254740993,"s":"\\" 1"},"k":{"n":0.10000000000000000001}}',
    '{"id":2,"name":"x","j":{"s":"9007199254740993"},"k":[0.30000000000000004]}',
  ])
  for (const row of rows) await update({ ...row, name: 'y' }, ['id'], ['name'])
  expect((await say(database.url, 'SELECT name, j::text, k::text FROM documents ORDER BY id')).flat()).toEqual([
    'y',
    '{"n": 9007199254740993, "s": "\\" 1"}',
    '{ "n" : 0.10000000000000000001 }',
    'y',
    '{"s": "9007199254740993"}',
    '[0.30000000000000004]',
  ])
  await update({ id: 2, name: 'z', j: null, k: null }, ['id'])
  expect((await all(' WHERE t."id" = 2'))[0]).toEqual({ id: 2, name: 'z', j: null, k: null })
  expect((await say(database.url, 'SELECT j IS NULL FROM documents WHERE id = 2')).flat()).toEqual([true])
  await opened.close()
})

test('a char(n) is found by its value with and without the blanks at its end, by its key and by filters', async () => {
  await say(database.url, `CREATE TABLE blank (c char(2) PRIMARY KEY); INSERT INTO blank VALUES ('X'), ('XY'), ('YX')`)
  const column = field('c', text, { columnType: 'character(2)' })
  const { all, opened, entity: blank } = await serve(database.url, entity('Blank', [column], { key: ['c'] }))
  const { eq = '', ne = '', in: within = '' } = blank.columns.c?.filters ?? {}
  const found = async (condition: string, given: string) =>
    (await all(` WHERE ${condition}`, [given])).map(({ c }) => c)
  for (const asked of ['X', 'X '])
    expect([
      await found(blank.byKey, asked),
      await found(eq, asked),
      await found(within, JSON.stringify([asked])),
    ]).toEqual([['X '], ['X '], ['X ']])
  expect([await found(ne, 'X'), await found(eq, ' X'), await found(eq, 'XYZ')]).toEqual([['XY', 'YX'], [], []])
  await opened.close()
})
