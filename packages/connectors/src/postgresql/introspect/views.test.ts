import { expect, test } from 'vitest'
import { readSql } from './testing/database.ts'

const tables = `
  CREATE TABLE country (id int PRIMARY KEY, name text NOT NULL);
  CREATE TABLE city (id int PRIMARY KEY, name text NOT NULL, country_id int REFERENCES country);
  CREATE TABLE person (id int PRIMARY KEY, name text NOT NULL, nick text, city_id int NOT NULL REFERENCES city);
  CREATE TABLE phone (person_id int REFERENCES person, number text, PRIMARY KEY (person_id, number));
  CREATE TABLE parent (id int PRIMARY KEY); CREATE TABLE child () INHERITS (parent);`

/** Key and never-empty columns of a view over these tables. */
const inferred = async (query: string): Promise<readonly [readonly string[], readonly string[]]> => {
  const { charter } = await readSql(`${tables} CREATE VIEW seen AS ${query};`)
  const view = charter.entities.find(({ binding }) => binding?.table === 'seen')
  if (!view) throw new Error('no view')
  return [view.key, view.fields.filter(({ isOptional }) => !isOptional).map(({ name }) => name)]
}

test.each<[string, string, readonly string[], readonly string[]]>([
  ['plain columns', 'SELECT id, name AS n, nick FROM person WHERE nick IS NOT NULL', ['id'], ['id', 'n']],
  ['a part of them', 'SELECT name FROM person', [], ['name']],
  [
    'references looked up',
    'SELECT p.id, c.name, c.country_id FROM person p JOIN city c ON c.id = p.city_id',
    ['id'],
    ['id', 'name'],
  ],
  [
    'references looked up twice, some missing',
    'SELECT p.id, c.name, o.name AS country FROM person p JOIN city c ON c.id = p.city_id LEFT JOIN country o ON o.id = c.country_id',
    ['id'],
    ['id', 'name'],
  ],
  ['the old join syntax', 'SELECT p.id, c.name FROM person p, city c WHERE p.city_id = c.id', ['id'], ['id', 'name']],
  [
    'USING',
    'SELECT number, person_id, name FROM (SELECT id AS person_id, name FROM person) p JOIN phone USING (person_id)',
    [],
    ['number'],
  ],
  [
    'rows that multiply',
    'SELECT p.id, h.number FROM person p JOIN phone h ON h.person_id = p.id',
    [],
    ['id', 'number'],
  ],
  [
    'rows that multiply, by their own key',
    'SELECT h.person_id, h.number, p.name FROM person p JOIN phone h ON h.person_id = p.id',
    ['personId', 'number'],
    ['personId', 'number', 'name'],
  ],
  ['a cross join', 'SELECT p.id FROM person p CROSS JOIN city', [], ['id']],
  [
    'one row of the other',
    'SELECT p.id, c.name FROM person p CROSS JOIN city c WHERE c.id = 1',
    ['id'],
    ['id', 'name'],
  ],
  [
    'an outer join whose condition says nothing of its left side',
    'SELECT p.id FROM person p JOIN city c ON true LEFT JOIN country o ON c.id = p.city_id AND o.id = c.country_id',
    [],
    ['id'],
  ],
  ['the side that may be missing', 'SELECT c.id, c.name FROM person p LEFT JOIN city c ON c.id = p.city_id', [], []],
  ['a full join', 'SELECT p.id FROM person p FULL JOIN city c ON c.id = p.city_id', [], []],
  ['DISTINCT and LIMIT', 'SELECT DISTINCT id, name FROM person LIMIT 3', ['id'], ['id', 'name']],
  ['groups', 'SELECT id, count(*) AS many FROM person GROUP BY id', [], ['id']],
  ['grouping sets', 'SELECT id, name FROM person GROUP BY ROLLUP (id, name)', [], []],
  ['UNION', 'SELECT id FROM person UNION ALL SELECT id FROM city', [], []],
  ['a set-returning function', 'SELECT id, generate_series(1, 2) AS n FROM person', [], ['id']],
  [
    'a subquery for a value',
    'SELECT id, (SELECT count(*) FROM phone h WHERE h.person_id = p.id) AS many FROM person p',
    ['id'],
    ['id'],
  ],
  ['WITH', 'WITH person AS (SELECT 1 AS id UNION ALL SELECT 1) SELECT id FROM person', [], []],
  ['an expression', 'SELECT id + 0 AS id, name FROM person', [], ['name']],
  ['a table that others inherit from', 'SELECT id FROM parent', [], []],
  ['that table alone', 'SELECT id FROM ONLY parent', ['id'], ['id']],
])('%s', async (_what, query, key, notNull) => {
  expect(await inferred(query)).toEqual([key, notNull])
})

test('views of views and materialised views are followed; nothing is concluded from what is not known', async () => {
  const { charter } = await readSql(`${tables}
    CREATE VIEW a_second AS SELECT 1 AS x; CREATE VIEW z_first AS SELECT id, name FROM person;
    CREATE OR REPLACE VIEW b_over AS SELECT z.id, z.name FROM z_first z;
    CREATE MATERIALIZED VIEW kept AS SELECT name, city_id, upper(nick) AS nick FROM person; CREATE UNIQUE INDEX ON kept (name); CREATE UNIQUE INDEX ON kept (nick);`)
  const keys = Object.fromEntries(charter.entities.map(({ name, key }) => [name, key]))
  expect(keys).toMatchObject({ BOver: ['id'], ZFirst: ['id'], ASecond: [], Kept: ['name'] })
})

test('a view is written to as far as the server writes through it, and else that is said', async () => {
  const { charter, lost } = await readSql(`${tables}
    CREATE VIEW plain AS SELECT id, name, upper(nick) AS loud, city_id FROM person;
    CREATE VIEW twice AS SELECT id AS number, id, name AS called, name FROM person; CREATE VIEW again AS SELECT id, number, name FROM twice;
    CREATE VIEW joined AS SELECT p.id, c.name FROM person p JOIN city c ON c.id = p.city_id;
    CREATE VIEW served AS SELECT p.id, c.name FROM person p JOIN city c ON c.id = p.city_id;
    CREATE FUNCTION renamed() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN UPDATE city SET name = NEW.name WHERE name = OLD.name; RETURN NEW; END $$;
    CREATE TRIGGER renaming INSTEAD OF UPDATE ON served FOR EACH ROW EXECUTE FUNCTION renamed();`)
  const told = Object.fromEntries(
    charter.entities.map(({ name, isReadOnly, allow }) => [name, isReadOnly ? 'read' : allow[0]?.do.join(' ')]),
  )
  expect(told).toMatchObject({
    Plain: 'create read update delete list audit',
    Joined: 'read',
    Served: 'read update list audit',
  })
  const plain = charter.entities.find(({ name }) => name === 'Plain')
  expect(plain?.fields.map(({ name, isReadOnly, default: made }) => [name, isReadOnly, made?.kind])).toEqual([
    ['id', false, undefined],
    ['name', false, undefined],
    ['loud', true, undefined],
    ['cityId', false, undefined],
  ])
  const readOnly = (of: string) =>
    charter.entities
      .find(({ name }) => name === of)
      ?.fields.filter((field) => field.isReadOnly)
      .map(({ name }) => name)
  expect([readOnly('Twice'), readOnly('Again')]).toEqual([['id', 'name'], ['number']])
  expect(lost).toEqual(expect.arrayContaining(['read-only-view joined', 'trigger served.renaming']))
  expect(lost).not.toContain('read-only-view plain')
})

test('a view is not made rows through that leaves out what its table needs of each', async () => {
  const { charter, lost, losses } = await readSql(`${tables}
    CREATE DOMAIN filled AS int NOT NULL DEFAULT 1;
    CREATE TABLE made (id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text NOT NULL, since date NOT NULL DEFAULT now(), rank filled, twice int NOT NULL GENERATED ALWAYS AS (1) STORED, note text);
    CREATE VIEW short AS SELECT id, name FROM person;
    CREATE VIEW over_short AS SELECT id, name FROM short;
    CREATE VIEW computed AS SELECT id, upper(name) AS name, city_id FROM person;
    CREATE VIEW whole AS SELECT id, name, city_id FROM person;
    CREATE VIEW part_of_whole AS SELECT id, name FROM whole;
    CREATE VIEW with_default AS SELECT id, name, city_id FROM person; ALTER VIEW with_default ALTER city_id SET DEFAULT 1;
    CREATE VIEW over_default AS SELECT id, name FROM with_default;
    CREATE VIEW filled_in AS SELECT id, name FROM made;
    CREATE VIEW triggered AS SELECT id, name FROM person;
    CREATE FUNCTION adding() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN INSERT INTO person VALUES (NEW.id, NEW.name, NULL, 1); RETURN NEW; END $$;
    CREATE TRIGGER adding INSTEAD OF INSERT ON triggered FOR EACH ROW EXECUTE FUNCTION adding();`)
  const creates = charter.entities.filter(({ allow }) => allow[0]?.do.includes('create')).map(({ name }) => name)
  expect(creates).toEqual(expect.arrayContaining(['FilledIn', 'OverDefault', 'Triggered', 'Whole', 'WithDefault']))
  const views = ['computed', 'over_short', 'part_of_whole', 'short']
  expect(lost.filter((each) => each.startsWith('left-out-column'))).toEqual(
    views.map((name) => `left-out-column ${name}`),
  )
  for (const name of ['Computed', 'OverShort', 'PartOfWhole', 'Short']) expect(creates).not.toContain(name)
  expect(losses.find(({ about, reason }) => about === 'short' && reason === 'left-out-column')?.sentence).toBe(
    'short is a view that takes no city_id, which a new row of its table needs, so the charter does not offer create. Give the column a default, or add it to the view.',
  )
})
