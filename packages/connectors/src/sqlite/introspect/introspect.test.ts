import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type Charter, checkCharter, parseCharter } from '@charter/charter'
import { expect, test } from 'vitest'
import { sqlite } from '../index.ts'
import { introspect } from './introspect.ts'

const folder = mkdtempSync(join(tmpdir(), 'charter-introspect-'))
let count = 0

const read = async (sql: string) => {
  const path = join(folder, `source-${++count}.db`)
  const database = new DatabaseSync(path)
  database.exec(sql)
  database.close()
  const introspection = await introspect(path, { name: 'source' })
  expect(sqlite.lossReasons).toEqual(expect.arrayContaining(introspection.losses.map(({ reason }) => reason)))
  const { charter, diagnostics } = parseCharter({ 'charter.yaml': introspection.document })
  expect(diagnostics).toEqual([])
  return { ...introspection, charter: charter as Charter }
}

const entityIn = (charter: Charter, name: string) => {
  const found = charter.entities.find((each) => each.name === name)
  if (!found) throw new Error(`no ${name} among ${charter.entities.map((each) => each.name).join(', ')}`)
  return found
}
const typeIn = (charter: Charter, entity: string, field: string) =>
  entityIn(charter, entity).fields.find((each) => each.name === field)?.type

test('a SQLite file has no schemas to choose from', async () => {
  const path = join(folder, 'schemas.db')
  new DatabaseSync(path).close()
  await expect(introspect(path, { name: 'source', schemas: ['sales'] })).rejects.toMatchObject({
    problem: { cause: { message: expect.stringContaining('one schema') } },
  })
})

test('tables become entities with bound names, keys, types and relations both ways', async () => {
  const { charter, losses } = await read(`
    CREATE TABLE "Künstler" ("KünstlerId" INTEGER PRIMARY KEY, "Name" NVARCHAR(120) NOT NULL UNIQUE);
    CREATE TABLE "order details" (
      "order" INTEGER NOT NULL, line INT NOT NULL, artist_id INT REFERENCES "Künstler",
      note, placed DATETIME DEFAULT CURRENT_TIMESTAMP, done BOOLEAN DEFAULT 0, PRIMARY KEY ("order", line)
    ) WITHOUT ROWID;`)
  const artist = entityIn(charter, 'Kunstler')
  expect(artist).toMatchObject({ binding: { table: 'Künstler' }, key: ['kunstlerId'] })
  expect(artist.fields[0]).toMatchObject({
    column: 'KünstlerId',
    type: { kind: 'int64' },
    default: { kind: 'sequence' },
  })
  expect(artist.fields[1]).toMatchObject({ type: { kind: 'text', lengthMax: 120 }, isUnique: true })
  const detail = entityIn(charter, 'OrderDetail')
  expect(detail.key).toEqual(['order', 'line'])
  expect(detail.relations[0]).toMatchObject({
    name: 'artist',
    kind: 'one',
    target: 'Kunstler',
    from: ['artistId'],
    isOptional: true,
  })
  expect(artist.relations[0]).toMatchObject({
    name: 'orderDetails',
    kind: 'many',
    target: 'OrderDetail',
    inverse: 'artist',
  })
  expect(detail.fields.map(({ name, type, isOptional }) => [name, type.kind, isOptional])).toEqual([
    ['order', 'int64', false],
    ['line', 'int64', false],
    ['artistId', 'int64', true],
    ['note', 'text', true],
    ['placed', 'dateTime', true],
    ['done', 'boolean', true],
  ])
  expect(losses.map(({ reason, about }) => [reason, about])).toEqual([['unsupported-type', 'order details.note']])
})

test('two references to one table are named by their columns, and so are their other sides', async () => {
  const { charter } = await read(`
    CREATE TABLE language (id INTEGER PRIMARY KEY);
    CREATE TABLE film (id INTEGER PRIMARY KEY, language_id INT NOT NULL REFERENCES language(id),
      original_language_id INT REFERENCES language(id), sequel_of INT REFERENCES film(id));`)
  expect(
    entityIn(charter, 'Film')
      .relations.map(({ name, kind }) => `${kind} ${name}`)
      .sort(),
  ).toEqual(['many filmsBySequelOfFilm', 'one language', 'one originalLanguage', 'one sequelOfFilm'])
  expect(
    entityIn(charter, 'Language')
      .relations.map(({ name }) => name)
      .sort(),
  ).toEqual(['filmsByLanguage', 'filmsByOriginalLanguage'])
})

test('a table that only joins gives many-to-many both ways', async () => {
  const { charter } = await read(`
    CREATE TABLE playlist (id INTEGER PRIMARY KEY); CREATE TABLE track (id INTEGER PRIMARY KEY);
    CREATE TABLE playlist_track (playlist_id INT REFERENCES playlist, track_id INT REFERENCES track, PRIMARY KEY (playlist_id, track_id));`)
  expect(entityIn(charter, 'Playlist').relations.find(({ name }) => name === 'tracks')).toMatchObject({
    target: 'Track',
    from: ['id'],
    to: ['playlistId'],
    through: { entity: 'PlaylistTrack', from: ['trackId'], to: ['id'] },
  })
})

test('composite references follow the order of the key they refer to', async () => {
  const { charter } = await read(`
    CREATE TABLE room (building TEXT, number INT, PRIMARY KEY (building, number));
    CREATE TABLE booking (id INTEGER PRIMARY KEY, n INT, b TEXT, FOREIGN KEY (n, b) REFERENCES room (number, building));`)
  expect(entityIn(charter, 'Booking').relations[0]).toMatchObject({
    name: 'room',
    from: ['b', 'n'],
    to: ['building', 'number'],
  })
})

test('a reference has the type of what its key refers to in the end, along keys of several columns too', async () => {
  const { charter } = await read(`
    CREATE TABLE maker (id INTEGER PRIMARY KEY);
    CREATE TABLE part (maker_id SMALLINT REFERENCES maker, code TEXT, PRIMARY KEY (maker_id, code)) WITHOUT ROWID;
    CREATE TABLE tag (id INTEGER PRIMARY KEY, maker_id SMALLINT, code TEXT, FOREIGN KEY (maker_id, code) REFERENCES part);
    CREATE TABLE page (id SMALLINT PRIMARY KEY REFERENCES page, next INT REFERENCES page);`)
  expect(typeIn(charter, 'Part', 'makerId')).toEqual({ kind: 'int64' })
  expect(typeIn(charter, 'Tag', 'makerId')).toEqual({ kind: 'int64' })
  expect(typeIn(charter, 'Page', 'id')).toEqual(typeIn(charter, 'Page', 'next'))
})

test('a key that SQLite lets a row go without is a loss', async () => {
  const { losses } = await read(`
    CREATE TABLE loose (t TEXT PRIMARY KEY); CREATE TABLE said (t TEXT PRIMARY KEY NOT NULL);
    CREATE TABLE strict (t TEXT PRIMARY KEY) STRICT; CREATE TABLE rowless (t TEXT PRIMARY KEY) WITHOUT ROWID;
    CREATE TABLE numbered (n INTEGER PRIMARY KEY); CREATE TABLE pair (a TEXT NOT NULL, b INT, PRIMARY KEY (a, b));`)
  expect(losses.map(({ reason, about }) => [reason, about])).toEqual([
    ['nullable-key', 'loose.t'],
    ['nullable-key', 'pair.b'],
  ])
})

test('a key of a type that identifies no row is none: another is taken, or the rows are only listed, and that is a loss', async () => {
  const { charter, losses } = await read(`
    CREATE TABLE picture (hash BLOB PRIMARY KEY, name TEXT); CREATE TABLE frame (id INTEGER PRIMARY KEY, hash BLOB REFERENCES picture);
    CREATE TABLE rate (at REAL PRIMARY KEY, code TEXT NOT NULL UNIQUE);`)
  expect(charter.entities.map(({ name, key, isReadOnly }) => [name, key, isReadOnly])).toEqual([
    ['Picture', [], true],
    ['Frame', ['id'], false],
    ['Rate', ['code'], false],
  ])
  expect(losses.map(({ reason, about }) => `${reason} ${about}`)).toEqual([
    'no-key picture',
    'dangling-reference frame.hash',
  ])
  expect(losses[0]?.sentence).toContain('a table whose key cannot stand in a request (hash BLOB)')
  expect(
    checkCharter(charter, { styles: [], connectors: [sqlite] }).filter(({ severity }) => severity === 'error'),
  ).toEqual([])
})

test('checks that a charter can say become types and bounds; the others are losses', async () => {
  const { charter, losses } = await read(`CREATE TABLE item (
    id INTEGER PRIMARY KEY,
    state TEXT NOT NULL DEFAULT 'in Stock' CHECK (state IN ('in Stock', 'It''s GONE', 'no')), -- CHECK (id > 9)
    size TEXT CHECK (size = 'S' OR size = 'L' OR size IS NULL),
    stars INT CHECK (stars BETWEEN 1 AND 5 AND stars <> 3),
    rank INT CHECK (rank > 0 AND rank <= 10),
    code VARCHAR(20) CHECK (length(code) BETWEEN 2 AND 8),
    extra TEXT CHECK (json_valid(extra)),
    total NUMERIC(10,2), CHECK (stars < rank)
  )`)
  expect(typeIn(charter, 'Item', 'state')).toEqual({ kind: 'enum', values: ['in Stock', "It's GONE", 'no'] })
  expect(entityIn(charter, 'Item').fields[1]?.default).toEqual({ kind: 'value', value: 'in Stock' })
  expect(typeIn(charter, 'Item', 'size')).toEqual({ kind: 'enum', values: ['S', 'L'] })
  expect(typeIn(charter, 'Item', 'stars')).toEqual({ kind: 'int64' })
  expect(typeIn(charter, 'Item', 'rank')).toEqual({ kind: 'int64', min: '1', max: '10', isNumber: true })
  expect(typeIn(charter, 'Item', 'code')).toEqual({ kind: 'text', lengthMin: 2, lengthMax: 8 })
  expect(typeIn(charter, 'Item', 'extra')).toEqual({ kind: 'json' })
  expect(losses.map(({ reason, about }) => [reason, about])).toEqual([
    ['check-not-read', 'item'],
    ['check-not-read', 'item'],
    ['inexact-number', 'item.total'],
  ])
})

test('what is no plain table is told, each by its reason', async () => {
  const { charter, losses, tables, entities } = await read(`
    CREATE TABLE log (at DATETIME, what TEXT);
    CREATE TABLE coded (code TEXT NOT NULL UNIQUE, v INT, double INT GENERATED ALWAYS AS (v * 2), w INT DEFAULT (1 + 1), ref INT REFERENCES missing);
    CREATE TABLE names (a TEXT COLLATE NOCASE PRIMARY KEY, b TEXT); CREATE UNIQUE INDEX low ON names (lower(b));
    CREATE TABLE auto (id INTEGER PRIMARY KEY AUTOINCREMENT);
    CREATE VIEW recent AS SELECT at, what FROM log;
    CREATE VIEW broken AS SELECT missing FROM log;
    CREATE VIRTUAL TABLE found USING fts5(body);
    CREATE TRIGGER touch AFTER INSERT ON log BEGIN SELECT 1; END;
    CREATE TABLE person (id INTEGER PRIMARY KEY, "Full Name" TEXT, "full_name" TEXT, "日本" TEXT); CREATE TABLE people (id INTEGER PRIMARY KEY);`)
  expect(losses.map(({ reason, about }) => `${reason} ${about}`).sort()).toEqual([
    'broken-view broken',
    'collation names.a',
    'dangling-reference coded.ref',
    'default-not-read coded.w',
    'expression-index names.low',
    'generated-column coded.double',
    'name-changed people',
    'name-changed person.full_name',
    'name-changed person.日本',
    'no-key log',
    'no-key recent',
    'nullable-key names.a',
    'system-table found_config',
    'system-table found_content',
    'system-table found_data',
    'system-table found_docsize',
    'system-table found_idx',
    'system-table sqlite_sequence',
    'trigger touch',
    'virtual-table found',
  ])
  expect(entityIn(charter, 'Coded')).toMatchObject({ key: ['code'], isReadOnly: false })
  expect(entityIn(charter, 'Coded').fields.find(({ name }) => name === 'double')).toMatchObject({ isReadOnly: true })
  expect(entityIn(charter, 'Log')).toMatchObject({
    key: [],
    isReadOnly: true,
    allow: [{ role: 'owner', do: ['list'] }],
  })
  expect(tables - entities).toBe(8)
})

test('names and values that YAML or a comment could misread come back as they are', async () => {
  const odd = `a: "b" # c\n'd'\u2028\\`
  const { charter } = await read(
    `CREATE TABLE "${odd.replaceAll('"', '""')}" (id INTEGER PRIMARY KEY, "yes" TEXT CHECK ("yes" IN ('no', 'null', '${odd.replaceAll("'", "''")}')))`,
  )
  expect(charter.entities[0]?.binding?.table).toBe(odd)
  expect(charter.entities[0]?.fields[1]?.type).toEqual({ kind: 'enum', values: ['no', 'null', odd] })
})

test('a name that JavaScript knows too is a name like any other', async () => {
  const { charter } = await read(
    'CREATE TABLE constructor (id INTEGER PRIMARY KEY, "__proto__" TEXT, "hasOwnProperty" TEXT)',
  )
  expect(entityIn(charter, 'Constructor').fields.map(({ name }) => name)).toEqual(['id', 'proto', 'hasOwnProperty'])
})

test('a thousand tables are read', async () => {
  const sql = Array.from({ length: 1000 }, (_, at) => {
    const columns = Array.from({ length: 10 }, (__, column) => `c${column} VARCHAR(40) NOT NULL`).join(', ')
    return `CREATE TABLE t${at} (id INTEGER PRIMARY KEY, ${columns}, parent INT REFERENCES t${Math.max(0, at - 1)}); CREATE INDEX i${at} ON t${at} (parent);`
  })
  const path = join(folder, 'wide.db')
  const database = new DatabaseSync(path)
  database.exec(`BEGIN; ${sql.join('\n')} COMMIT`)
  database.close()
  const { entities } = await introspect(path, { name: 'wide' })
  expect(entities).toBe(1000)
})

test('a column in which some rows hold what it does not declare is served as text, and that is a loss', async () => {
  const { charter, losses } = await read(
    `CREATE TABLE visit (id INTEGER PRIMARY KEY, day DATE, paid BOOLEAN DEFAULT 0, note JSON, weight REAL, visitor INT REFERENCES visit, code SMALLINT UNIQUE, seen DATETIME);
     INSERT INTO visit VALUES (1, '2026-02-30', 'yes', '{', 'much', 1, 70000000000, '2026-01-01 10:00'), (2, NULL, NULL, NULL, NULL, NULL, 2, '')`,
  )
  const kinds = entityIn(charter, 'Visit').fields.map(({ name, type }) => [name, type.kind])
  expect(Object.fromEntries(kinds)).toEqual({
    id: 'int64',
    day: 'text',
    paid: 'text',
    note: 'text',
    weight: 'text',
    visitor: 'int64',
    code: 'int32',
    seen: 'text',
  })
  expect(losses.map(({ about, sentence }) => [about, /declared as (\w+)/.exec(sentence)?.[1]])).toEqual([
    ['visit.day', 'date'],
    ['visit.paid', 'boolean'],
    ['visit.note', 'json'],
    ['visit.weight', 'float64'],
    ['visit.seen', 'dateTime'],
  ])
})

test('a file that is no database is told as such', async () => {
  await expect(introspect(new URL(import.meta.url).pathname, { name: 'x' })).rejects.toMatchObject({
    problem: { code: 'unavailable' },
  })
})

test('entities have the singular of their tables, and paths the tables’ own plural', async () => {
  const tables = 'people persons news series sms caches cookies knives acc_trans child order_details status'.split(' ')
  const { charter } = await read(tables.map((name) => `CREATE TABLE ${name} (id INTEGER PRIMARY KEY);`).join('\n'))
  expect(charter.entities.map(({ name, plural }) => `${name} /${plural}`)).toEqual([
    'Person /people',
    'Person2 /persons',
    'News /news',
    'Series /series',
    'Sms /sms',
    'Cache /caches',
    'Cookie /cookies',
    'Knife /knives',
    'AccTrans /acc-trans',
    'Child /children',
    'OrderDetail /order-details',
    'Status /statuses',
  ])
})

test('the other side of a reference is a word', async () => {
  const { charter } = await read(`
    CREATE TABLE employee (id INTEGER PRIMARY KEY, reports_to INT REFERENCES employee, parent_id INT REFERENCES employee);
    CREATE TABLE note (id INTEGER PRIMARY KEY, created_by INT REFERENCES employee, ship_to_id INT REFERENCES employee);`)
  expect(entityIn(charter, 'Employee').fields.map(({ name }) => name)).toContain('reportsTo')
  expect(entityIn(charter, 'Employee').relations.map(({ name }) => name)).toEqual([
    'parent',
    'reportsToEmployee',
    'children',
    'reportingEmployees',
    'notesByShipTo',
    'createdNotes',
  ])
})

test('bytes beside a name and a content type stay bytes, and are no file of the service', async () => {
  const { charter } = await read(
    'CREATE TABLE attachment (id INTEGER PRIMARY KEY, content BLOB NOT NULL, file_name TEXT NOT NULL, content_type TEXT NOT NULL);',
  )
  expect(typeIn(charter, 'Attachment', 'content')).toMatchObject({ kind: 'bytes' })
  expect(entityIn(charter, 'Attachment').fields.filter(({ file }) => file)).toEqual([])
})
