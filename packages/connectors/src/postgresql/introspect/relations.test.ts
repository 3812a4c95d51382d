import { expect, test } from 'vitest'
import { entityIn, fieldIn, readSql, relationsIn } from './testing/database.ts'

test('several references to one table are named by their columns, and so are their other sides', async () => {
  const { charter } = await readSql(`
    CREATE TABLE address (id int PRIMARY KEY);
    CREATE TABLE "order" (id int PRIMARY KEY, billing_address_id int NOT NULL REFERENCES address,
      shiptoaddressid int REFERENCES address, parent_id int REFERENCES "order");`)
  expect(relationsIn(charter, 'Order')).toEqual([
    'many children → Order (id: parentId)',
    'one billingAddress → Address (billingAddressId: id)',
    'one parent → Order (parentId: id)',
    'one shiptoAddress → Address (shiptoaddressid: id)',
  ])
  expect(relationsIn(charter, 'Address')).toEqual([
    'many ordersByBillingAddress → Order (id: billingAddressId)',
    'many ordersByShiptoAddress → Order (id: shiptoaddressid)',
  ])
})

test('a column named as what it refers to leaves its name to the relation', async () => {
  const { charter } = await readSql(`
    CREATE TABLE area (id int PRIMARY KEY, name text);
    CREATE TABLE artist (id int PRIMARY KEY, area int REFERENCES area, begin_area int REFERENCES area, area_id text);`)
  expect(relationsIn(charter, 'Artist')).toEqual([
    'one areaArea → Area (area: id)',
    'one beginArea → Area (beginAreaId: id)',
  ])
  expect(fieldIn(charter, 'Artist', 'beginAreaId')?.column).toBe('begin_area')
  expect(fieldIn(charter, 'Artist', 'areaId')?.column).toBe('area_id')
})

test('composite references follow the key, and are told apart by the columns that only they have', async () => {
  const { charter } = await readSql(`
    CREATE TABLE member (tenant int, id int, PRIMARY KEY (tenant, id));
    CREATE TABLE message (id int PRIMARY KEY, tenant int NOT NULL, sender_id int NOT NULL, receiver_id int,
      FOREIGN KEY (sender_id, tenant) REFERENCES member (id, tenant), FOREIGN KEY (tenant, receiver_id) REFERENCES member);`)
  expect(relationsIn(charter, 'Message')).toEqual([
    'one receiver → Member (tenant,receiverId: tenant,id)',
    'one sender → Member (tenant,senderId: tenant,id)',
  ])
})

test('a reference to unique columns that are not the key says so; one to another type is a plain field', async () => {
  const { charter, lost } = await readSql(`
    CREATE TABLE country (id int PRIMARY KEY, iso char(2) NOT NULL UNIQUE, rank numeric(3,0) UNIQUE);
    CREATE TABLE city (id int PRIMARY KEY, country_iso char(2) NOT NULL REFERENCES country (iso), rank int REFERENCES country (rank));`)
  expect(relationsIn(charter, 'City')).toEqual(['one country → Country (countryIso: iso)'])
  expect(lost).toEqual(['dangling-reference city.city_rank_fkey'])
})

test('a reference whose equal values are spelled in several ways is not followed, or its loss is named', async () => {
  const { charter, lost } = await readSql(`
    CREATE EXTENSION citext;
    CREATE TABLE country (code char(5) PRIMARY KEY); CREATE TABLE same (id int PRIMARY KEY, code char(5) REFERENCES country);
    CREATE TABLE city (id int PRIMARY KEY, code varchar(9) REFERENCES country); CREATE TABLE town (id int PRIMARY KEY, code char(6) REFERENCES country);
    CREATE TABLE span (len interval PRIMARY KEY); CREATE TABLE job (id int PRIMARY KEY, len interval REFERENCES span);
    CREATE TABLE rate (n numeric PRIMARY KEY); CREATE TABLE sale (id int PRIMARY KEY, n numeric REFERENCES rate);
    CREATE TABLE person (mail citext PRIMARY KEY); CREATE TABLE post (id int PRIMARY KEY, mail citext REFERENCES person);`)
  const followed = charter.entities.filter(({ relations }) => relations.some(({ kind }) => kind === 'one'))
  expect(followed.map(({ name }) => name)).toEqual(['Post', 'Same'])
  expect(lost).toEqual(
    expect.arrayContaining([
      ...['city.city_code', 'job.job_len', 'sale.sale_n', 'town.town_code'].map(
        (of) => `dangling-reference ${of}_fkey`,
      ),
      'collation post.post_mail_fkey',
    ]),
  )
})

test('a table that only joins gives many-to-many, also over its own', async () => {
  const { charter } = await readSql(`
    CREATE TABLE film (id int PRIMARY KEY); CREATE TABLE actor (id int PRIMARY KEY);
    CREATE TABLE film_actor (film_id int REFERENCES film, actor_id int REFERENCES actor, updated timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (actor_id, film_id));
    CREATE TABLE sequel (film_id int REFERENCES film, of_film_id int REFERENCES film, PRIMARY KEY (film_id, of_film_id));
    CREATE TABLE role (film_id int REFERENCES film, actor_id int REFERENCES actor, name text NOT NULL, PRIMARY KEY (film_id, actor_id));`)
  const through = entityIn(charter, 'Film').relations.filter((each) => each.through)
  expect(through.map(({ name, target, through: by }) => [name, target, by?.entity])).toEqual([
    ['actors', 'Actor', 'FilmActor'],
    ['filmsByOfFilm', 'Film', 'Sequel'],
    ['filmsByFilm', 'Film', 'Sequel'],
  ])
})

test('a reference is spelled as the key it refers to, and keeps its own column type', async () => {
  const { charter } = await readSql(`
    CREATE TABLE big (id bigint PRIMARY KEY); CREATE TABLE small (id int PRIMARY KEY REFERENCES big);
    CREATE TABLE least (id smallint PRIMARY KEY REFERENCES small);`)
  for (const [entity, columnType] of [
    ['Small', 'integer'],
    ['Least', 'smallint'],
  ] as const)
    expect(fieldIn(charter, entity, 'id')).toMatchObject({ type: { kind: 'int64' }, columnType })
})
