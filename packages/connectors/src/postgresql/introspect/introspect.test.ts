import { compareIntrospection } from '@charter/sql'
import { expect, test } from 'vitest'
import { entityIn, execute, fieldIn, read, readSql, relationsIn, withDatabase } from './testing/database.ts'

test('tables of several schemas are bound with their schema; what two schemas have goes by its schema too', async () => {
  const { charter, document, tables, entities } = await readSql(`
    CREATE SCHEMA sales; CREATE SCHEMA hr;
    CREATE TABLE public.person (id int PRIMARY KEY);
    CREATE TABLE sales.store (id int PRIMARY KEY, owner_id int NOT NULL REFERENCES public.person);
    CREATE TABLE hr.store (id int PRIMARY KEY); CREATE TABLE hr.person (id int PRIMARY KEY);
    COMMENT ON TABLE sales.store IS 'Where "things" are: sold';
    COMMENT ON COLUMN sales.store.owner_id IS E'Who\\nowns it';`)
  expect(charter.entities.map(({ name, binding }) => [name, binding?.schema, binding?.table])).toEqual([
    ['HrPerson', 'hr', 'person'],
    ['HrStore', 'hr', 'store'],
    ['Person', 'public', 'person'],
    ['SalesStore', 'sales', 'store'],
  ])
  expect([tables, entities]).toEqual([4, 4])
  expect(relationsIn(charter, 'SalesStore')).toEqual(['one owner → Person (ownerId: id)'])
  expect(relationsIn(charter, 'Person')).toEqual(['many salesStores → SalesStore (id: ownerId)'])
  expect(entityIn(charter, 'SalesStore').description).toBe('Where "things" are: sold')
  expect(fieldIn(charter, 'SalesStore', 'ownerId')?.description).toBe('Who\nowns it')
  expect(charter.sources).toMatchObject([{ environment: 'DATABASE_URL', database: 'postgresql' }])
  expect(document).not.toContain('postgres://')
})

test('a schema that is not there is told, with those that are', () =>
  withDatabase('CREATE SCHEMA hr; CREATE TABLE hr.person (id int PRIMARY KEY);', async (url) => {
    for (const schemas of [['hrr'], ['hr', 'hrr']])
      await expect(read(url, { schemas })).rejects.toMatchObject({
        problem: { cause: { message: expect.stringMatching(/ has no schema "hrr"\. There is: hr, public\.$/) } },
      })
  }))

test('schemas and the naming policy are a choice; enum values are never recased', async () => {
  const sql = `CREATE SCHEMA a; CREATE SCHEMA b; CREATE TYPE a."Mood" AS ENUM ('Very Happy', 'sad', 'true', '');
    CREATE TABLE a.order_items (item_id int PRIMARY KEY, "unitPrice" int, mood a."Mood" DEFAULT 'sad', "Ümlaut" int);
    CREATE TABLE b.other (id int PRIMARY KEY, item int REFERENCES a.order_items);`
  await withDatabase(sql, async (url) => {
    const usual = await read(url, { schemas: ['a'] })
    expect(usual.charter.entities.map(({ name }) => name)).toEqual(['OrderItem'])
    expect(fieldIn(usual.charter, 'OrderItem', 'mood')).toMatchObject({
      type: { kind: 'enum', values: ['Very Happy', 'sad', 'true', ''] },
      columnType: 'a."Mood"',
      default: { kind: 'value', value: 'sad' },
    })
    const kept = await read(url, { naming: 'preserve', environment: 'SHOP_URL' })
    expect(entityIn(kept.charter, 'Order_items').fields.map(({ name }) => name)).toEqual([
      'item_id',
      'unitPrice',
      'mood',
      'umlaut',
    ])
    expect(kept.charter.sources).toMatchObject([{ environment: 'SHOP_URL' }])
    const alone = await read(url, { schemas: ['b'] })
    expect(alone.lost).toEqual(['dangling-reference b.other.other_item_fkey'])
  })
})

test('partitions are one entity; inheritance, views, foreign and keyless tables are served for what they are', async () => {
  const { charter, lost, tables } = await readSql(`
    CREATE EXTENSION file_fdw; CREATE SERVER files FOREIGN DATA WRAPPER file_fdw;
    CREATE TABLE city (name text PRIMARY KEY);
    CREATE TABLE event (id bigint NOT NULL, at date NOT NULL, PRIMARY KEY (id, at)) PARTITION BY RANGE (at);
    CREATE TABLE event_2024 PARTITION OF event FOR VALUES FROM ('2024-01-01') TO ('2025-01-01');
    CREATE TABLE event_rest (id bigint NOT NULL, at date NOT NULL, place text REFERENCES city, PRIMARY KEY (id, at));
    ALTER TABLE event ADD place text; ALTER TABLE event ATTACH PARTITION event_rest DEFAULT;
    CREATE TABLE note (event_id bigint, event_at date, FOREIGN KEY (event_id, event_at) REFERENCES event);
    CREATE TABLE capital (state text) INHERITS (city);
    CREATE FOREIGN TABLE log (line text) SERVER files OPTIONS (filename '/nowhere');
    CREATE TABLE nothing (); CREATE TABLE keyed (code text NOT NULL, kind int NOT NULL, UNIQUE (code, kind), UNIQUE (kind));
    CREATE MATERIALIZED VIEW recent AS SELECT id, at FROM event WHERE at > '2024-06-01';`)
  expect(charter.entities.map(({ name, key, isReadOnly }) => [name, key, isReadOnly])).toEqual([
    ['Capital', [], true],
    ['City', ['name'], false],
    ['Event', ['id', 'at'], false],
    ['Keyed', ['kind'], false],
    ['Log', [], true],
    ['Note', [], true],
    ['Recent', ['id', 'at'], true],
  ])
  expect(tables).toBe(8)
  expect(entityIn(charter, 'Keyed').unique).toEqual([{ name: 'code_kind', fields: ['code', 'kind'] }])
  expect(relationsIn(charter, 'Note')).toEqual(['one event → Event (eventId,eventAt: id,at)'])
  expect(lost).toEqual([
    'dangling-reference event.event_rest_place_fkey',
    'inheritance city',
    'no-columns public.nothing',
    'no-key capital',
    'no-key log',
    'no-key note',
  ])
})

test('a key whose sequence counts within what a JSON number carries is a number, and so is what refers to it', async () => {
  const { charter, document } = await readSql(`
    CREATE TABLE plain (id bigserial PRIMARY KEY);
    CREATE TABLE shop (id bigint GENERATED BY DEFAULT AS IDENTITY (MAXVALUE 9007199254740991) PRIMARY KEY, parent bigint REFERENCES shop);
    CREATE SEQUENCE small MAXVALUE 1000; CREATE TABLE item ("Id" bigint PRIMARY KEY DEFAULT nextval('small'), n bigint DEFAULT nextval('small'));
    CREATE TABLE checked (id bigint GENERATED ALWAYS AS IDENTITY (MAXVALUE 1000) PRIMARY KEY CHECK (id > 9));
    CREATE TABLE stepped (id bigint PRIMARY KEY DEFAULT nextval('small') * 1000000);
    CREATE TABLE outside (id bigint GENERATED BY DEFAULT AS IDENTITY (MAXVALUE 1000) PRIMARY KEY);
    INSERT INTO outside VALUES (1001);
    CREATE TABLE hidden (id bigint GENERATED BY DEFAULT AS IDENTITY (MAXVALUE 1000) PRIMARY KEY);
    ALTER TABLE hidden ENABLE ROW LEVEL SECURITY`)
  const safe = { kind: 'int64', min: '1', max: '9007199254740991', isNumber: true }
  const told = charter.entities.map(({ name, fields }) => [name, ...fields.map(({ type }) => type)])
  expect(told).toEqual([
    ['Checked', { kind: 'int64', min: '10', max: '1000', isNumber: true }],
    ['Hidden', { kind: 'int64' }],
    ['Item', { kind: 'int64', min: '1', max: '1000', isNumber: true }, { kind: 'int64' }],
    ['Outside', { kind: 'int64' }],
    ['Plain', { kind: 'int64' }],
    ['Shop', safe, safe],
    ['Stepped', { kind: 'int64' }],
  ])
  expect(document).toContain('and of rows whether keys are where')
})

test('what guards a table beyond its columns is noticed', async () => {
  const { lost, charter } = await readSql(
    `
    CREATE EXTENSION btree_gist;
    CREATE FUNCTION touch() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END';
    CREATE TABLE booking (id int PRIMARY KEY, room int, during tsrange, name text, twice int GENERATED ALWAYS AS (room * 2) STORED NOT NULL,
      EXCLUDE USING gist (room WITH =, during WITH &&));
    CREATE UNIQUE INDEX booking_name ON booking (lower(name)); CREATE UNIQUE INDEX booking_room ON booking (room) WHERE room > 3;
    CREATE TRIGGER touched BEFORE UPDATE ON booking FOR EACH ROW EXECUTE FUNCTION touch();
    CREATE RULE quiet AS ON DELETE TO booking DO INSTEAD NOTHING;
    ALTER TABLE booking ENABLE ROW LEVEL SECURITY;
    CREATE COLLATION folded (provider = icu, locale = 'und-u-ks-level2', deterministic = false);
    ALTER TABLE booking ALTER name TYPE text COLLATE folded;`,
  )
  expect(lost).toEqual([
    'collation booking.name',
    'exclusion-constraint booking.booking_room_during_excl',
    'expression-index booking.booking_name',
    'expression-index booking.booking_room',
    'generated-column booking.twice',
    'row-security booking',
    'trigger booking',
    'trigger booking.quiet',
    'trigger booking.touched',
  ])
  expect(fieldIn(charter, 'Booking', 'twice')).toMatchObject({ isReadOnly: true, default: { kind: 'database' } })
  expect(entityIn(charter, 'Booking').fields.every(({ isUnique }) => !isUnique)).toBe(true)
})

test('the same database gives the same document, in whatever order its tables and constraints were made', async () => {
  const parts = [
    'CREATE TABLE a (id int PRIMARY KEY, b1 int, b2 int)',
    'CREATE TABLE b (id int PRIMARY KEY, a int)',
    'CREATE TABLE ab (a_id int, b_id int, PRIMARY KEY (a_id, b_id))',
  ]
  const keys = [
    'ALTER TABLE a ADD CONSTRAINT x FOREIGN KEY (b1) REFERENCES b',
    'ALTER TABLE a ADD CONSTRAINT y FOREIGN KEY (b2) REFERENCES b',
    'ALTER TABLE b ADD CONSTRAINT z FOREIGN KEY (a) REFERENCES a',
    'ALTER TABLE ab ADD CONSTRAINT u FOREIGN KEY (a_id) REFERENCES a',
    'ALTER TABLE ab ADD CONSTRAINT v FOREIGN KEY (b_id) REFERENCES b',
  ]
  const documentOf = async (statements: readonly string[]) =>
    (await readSql(statements.join(';'))).document.replace(/^title: .*$/m, '')
  expect(await documentOf([...parts, ...keys])).toBe(await documentOf([...parts.toReversed(), ...keys.toReversed()]))
})

test('what the database changed since it was read is told by its own names', async () => {
  await withDatabase(
    'CREATE TABLE shop (id int PRIMARY KEY, name varchar(20)); CREATE TABLE gone (id int)',
    async (url) => {
      const before = (await read(url)).charter
      expect(compareIntrospection(before, (await read(url)).charter)).toEqual([])
      await execute(
        url,
        `DROP TABLE gone; CREATE TABLE item (id int PRIMARY KEY); ALTER TABLE shop ALTER name TYPE varchar(40), ALTER name SET NOT NULL,
        ADD COLUMN item_id int REFERENCES item`,
      )
      const found = compareIntrospection(before, (await read(url)).charter)
      expect(found.map(({ kind, about }) => `${kind} ${about}`)).toEqual([
        'table-removed gone',
        'table-added item',
        'reference-added shop',
        'column-added shop.item_id',
        'optional-changed shop.name',
        'type-changed shop.name',
      ])
    },
  )
})

test('what services keep for themselves is not served, and is a loss by name', async () => {
  const { charter, lost } = await readSql(`
    CREATE TABLE item (id int PRIMARY KEY);
    CREATE SCHEMA charter_state; CREATE TABLE charter_state.audit (id int PRIMARY KEY); CREATE TABLE charter_state.count_job (id int PRIMARY KEY);
    CREATE SCHEMA charter_jobs; CREATE TABLE charter_jobs.job (id int PRIMARY KEY);`)
  expect(charter.entities.map(({ name }) => name)).toEqual(['Item'])
  expect(lost).toEqual([
    'system-table charter_jobs.job',
    'system-table charter_state.audit',
    'system-table charter_state.count_job',
  ])
})
