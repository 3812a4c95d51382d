import { connectors } from '@charter/connectors'
import type { Bound } from '@charter/project'
import type { EntityModel, Type } from '@charter/runtime'
import { expect, test } from 'vitest'
import { plainClient } from './compare.ts'
import { cannotBeSaid, speaksOf } from './unsaid.ts'

const text: Type = { kind: 'text' }
const types: Readonly<Record<string, Type>> = {
  day: { kind: 'date' },
  at: { kind: 'instant' },
  words: { kind: 'array', items: text },
  maps: { kind: 'array', items: { kind: 'map', values: text } as Type },
  note: text,
}

test('plain SQL tells what a type cannot say from what it can', async () => {
  const connector = connectors.find(({ name }) => name === 'postgresql')
  const made = await connector?.makeTemporary(process.env.CHARTER_TEST_POSTGRESQL ?? null)
  const client = await plainClient(made?.url ?? '')
  try {
    await client.query(`CREATE EXTENSION hstore; CREATE TABLE held (id int, day date, at timestamptz, words text[], maps hstore[], note text);
      INSERT INTO held VALUES (1, '2020-01-01', '0001-01-01', '{a,"NULL"}', ARRAY[hstore('a', 'NULL')], 'infinity'), (2, NULL, NULL, NULL, NULL, NULL)`)
    const fields = Object.entries(types).map(([name, type]) => ({ name, type }))
    // What is looked at of an entity is its fields.
    const entity = { fields } as unknown as EntityModel
    const bound: Bound = { entity, table: 'held', columns: Object.fromEntries(fields.map(({ name }) => [name, name])) }
    const told = async () => {
      const found: string[] = []
      for (const name of Object.keys(types)) if (await cannotBeSaid(client, bound, name)) found.push(name)
      return found
    }
    expect(await told()).toEqual([])
    await client.query(
      `INSERT INTO held VALUES (3, 'infinity', '10000-01-01', '{a,NULL}', ARRAY[hstore('a', NULL)], 'x')`,
    )
    expect(await told()).toEqual(['day', 'at', 'words', 'maps'])
    await client.query(`DELETE FROM held WHERE id = 3; INSERT INTO held VALUES (4, '0001-01-01 BC', NULL, '{{a},{b}}')`)
    expect(await told()).toEqual(['day', 'words'])
  } finally {
    await client.end()
    await made?.remove()
  }
})

test('a failure is explained by the very field of the very entity', () => {
  const failure = 'Item.walk.owner: "since of the Item with id 1 is no date, so it cannot be served."'
  expect(speaksOf(['Item.since'], failure)).toBe(true)
  expect(speaksOf(['Item.until', 'Items.since'], failure)).toBe(false)
})
