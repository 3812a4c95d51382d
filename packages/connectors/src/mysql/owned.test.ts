import { parseCharter } from '@charter/charter'
import { readOf, writeOf } from '@charter/sql/store'
import { expect, test } from 'vitest'
import { mysql } from './index.ts'
import { near, noMysql } from './testing.ts'

const text = String.raw`charter: 1
name: shop
sources: { main: { own: mysql } }
access: { roles: [clerk] }
entities:
  Thing:
    key: id
    fields:
      id: { type: uuid, default: generated }
      kind: { type: enum, values: ["it's", 'a\b', '%'] }
    allow: { clerk: { do: [read] } }
`

test('a table of ours keeps members with a quote and a backslash, and no others, whoever opens it', async ({
  skip,
}) => {
  if (near === null) return skip(noMysql)
  const { charter, diagnostics } = parseCharter({ 'charter.yaml': text })
  if (!charter) throw new Error(JSON.stringify(diagnostics))
  const place = await mysql.makeTemporary(near)
  const options = { isReadOnly: false, schema: mysql.createSchema(charter), statementTimeoutMs: 10_000 }
  const first = await mysql.open(place.url, options)
  const insert = (kind: string) =>
    first.database.transaction((on) =>
      on.run(
        writeOf('INSERT', {
          text: `INSERT INTO "thing" ("id", "kind") VALUES (uuid(), ?)`,
          table: '"thing"',
          columns: ['kind'],
        }),
        [kind],
      ),
    )
  for (const kind of ["it's", 'a\\b', '%']) await insert(kind)
  await expect(insert('ab')).rejects.toMatchObject({ problem: { code: 'invalid-input' } })
  await first.close()
  const second = await mysql.open(place.url, options)
  const kinds = await second.database.all(readOf(`SELECT "kind" FROM "thing" ORDER BY "kind"`, '"thing"'), [])
  expect(kinds).toEqual([['%'], ['a\\b'], ["it's"]])
  await second.close()
  await place.remove()
})
