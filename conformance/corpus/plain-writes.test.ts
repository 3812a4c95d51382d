import { parseCharter } from '@charter/charter'
import { connectors } from '@charter/connectors'
import { type Bound, boundsOf } from '@charter/project'
import { derive } from '@charter/service'
import { styles } from '@charter/styles'
import type { Client } from 'pg'
import { expect, test } from 'vitest'
import { plainClient } from './compare.ts'
import { deleteOf, faultOf, insertOf, updateOf } from './plain-writes.ts'

const statements = `
  CREATE TABLE "odd ""name" (id int PRIMARY KEY, "a b" text[] NOT NULL DEFAULT '{}', bytes bytea, code text UNIQUE, document jsonb);
  CREATE FUNCTION ask() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN IF 'ask' = ANY (NEW."a b") THEN NEW.code = current_setting('app.tenant'); END IF; RETURN NEW; END $$;
  CREATE TRIGGER asking BEFORE INSERT OR UPDATE ON "odd ""name" FOR EACH ROW EXECUTE FUNCTION ask();
  CREATE TABLE kept (id int PRIMARY KEY); INSERT INTO kept VALUES (1);
  CREATE FUNCTION keep() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM gone(); RETURN OLD; END $$;
  CREATE CONSTRAINT TRIGGER keeping AFTER DELETE ON kept DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION keep();`

const withBounds = async (
  work: (client: Client, boundOf: (table: string) => Bound) => Promise<void>,
): Promise<void> => {
  const connector = connectors.find(({ name }) => name === 'postgresql')
  const made = await connector?.makeTemporary(process.env.CHARTER_TEST_POSTGRESQL ?? null)
  const url = made?.url ?? ''
  const client = await plainClient(url)
  try {
    await client.query(statements)
    const found = await connector?.introspect(url, { name: 'corpus' })
    const { charter } = parseCharter({ 'charter.yaml': found?.document ?? '' }, { styles })
    if (!charter) throw new Error(found?.document)
    const bounds = boundsOf(charter, derive(charter, connectors).model)
    await work(client, (table) => {
      const bound = bounds.find((each) => each.table.includes(table))
      if (!bound) throw new Error(`There is no ${table}.`)
      return bound
    })
  } finally {
    await client.end()
    await made?.remove()
  }
}

test('what plain SQL takes is no fault of the database, and nothing of it is kept', async () => {
  await withBounds(async (client, boundOf) => {
    const odd = boundOf('odd')
    const list = odd.entity.fields.find(({ type }) => type.kind === 'array')?.name ?? ''
    const row = { id: 1, [list]: ['it', '"s"'], bytes: 'AAE=', code: "it's", document: { a: [1] } }
    expect(await faultOf(client, insertOf(odd, row))).toBeNull()
    expect(await faultOf(client, insertOf(odd, {}))).toBeNull()
    const { id, ...rest } = row
    expect(await faultOf(client, updateOf(odd, { id }, rest))).toBeNull()
    expect((await client.query(`SELECT FROM ${odd.table}`)).rows).toEqual([])
    await client.query(`${insertOf(odd, row).sql}`, [...insertOf(odd, row).values])
    const { rows } = await client.query(`SELECT "a b", bytes, code, document FROM ${odd.table}`)
    expect(rows).toEqual([{ 'a b': ['it', '"s"'], bytes: Buffer.from([0, 1]), code: "it's", document: { a: [1] } }])
    expect(await faultOf(client, insertOf(odd, row))).toBeNull()
    expect(await faultOf(client, deleteOf(odd, row))).toBeNull()
  })
})

test('what fails in plain SQL too is told with its words and where, at once or when it was put off', async () => {
  await withBounds(async (client, boundOf) => {
    const odd = boundOf('odd')
    const list = odd.entity.fields.find(({ type }) => type.kind === 'array')?.name ?? ''
    expect(await faultOf(client, insertOf(odd, { id: 1, [list]: ['ask'] }))).toMatch(
      /^unrecognized configuration parameter "app.tenant" \(42704\), in PL\/pgSQL function ask\(\) line 1/,
    )
    expect(await faultOf(client, deleteOf(boundOf('kept'), { id: 1 }))).toMatch(
      /^function gone\(\) does not exist \(42883\), in PL\/pgSQL function keep\(\)/,
    )
    expect((await client.query('SELECT FROM kept')).rows).toHaveLength(1)
  })
})
