import type { JsonObject } from '@charter/runtime'
import { expect, test } from 'vitest'
import { databases } from './testing/databases.ts'
import { told, versions } from './testing/versions.ts'

const body = `  Sum:
    key: id
    fields:
      id: int32
      amount: { type: decimal, precision: 18, scale: 2 }
      serial: int64
      at: instant
    allow: { owner: { do: [create, list] } }
`

test.each(databases)('pages of %s go on by every digit of what they are sorted by', async (database) => {
  const at = await versions(database)
  const service = await at.serve(at.derivedOf(body))
  for (let id = 0; id < 6; id++)
    await told(service, 'Sum.create', {
      value: {
        id,
        amount: `9007199254740993.0${id}`,
        serial: String(9_007_199_254_740_993n + BigInt(id)),
        at: `2026-01-01T00:00:00.00000${id + 1}Z`,
      },
    })
  for (const field of ['amount', 'serial', 'at'])
    for (const isDescending of [false, true]) {
      const ids: unknown[] = []
      let after: string | null = null
      do {
        const select = { sort: [{ field, isDescending }], limit: 1, ...(after !== null && { after }) }
        const page: JsonObject = await told(service, 'Sum.list', {}, select)
        ids.push(...(page.items as readonly JsonObject[]).map(({ id }) => id))
        after = page.next as string | null
      } while (after !== null && ids.length < 9)
      expect([field, ids]).toEqual([field, isDescending ? [5, 4, 3, 2, 1, 0] : [0, 1, 2, 3, 4, 5]])
    }
  await at.close()
})
