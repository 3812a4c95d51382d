import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { databases } from './testing/databases.ts'
import { told, type Versions, versions } from './testing/versions.ts'

const item = (values: string): string => `  Item:
    key: id
    fields:
      id: { type: uuid, default: generated }
      state: { type: enum, values: ${values} }
    allow: { owner: { do: [create, read, update, delete, list, audit] } }
`

describe.each(databases)('values with question marks, on %s', (database) => {
  let at: Versions
  beforeEach(async () => {
    at = await versions(database)
  })
  afterEach(() => at.close())

  test.each(['why?', 'a??b'])('%s stays what it is when an enum takes more', { timeout: 60_000 }, async (state) => {
    const old = await at.serve(at.derivedOf(item(`["${state}", old]`)))
    await told(old, 'Item.create', { value: { state } })
    await at.stop(old)
    const wider = await at.migrate(at.derivedOf(item(`["${state}", old, more]`)), { goal: 'offline' })
    expect(wider.blocked).toEqual([])
    const narrower = at.migrate(at.derivedOf(item('[old, more]')), { goal: 'offline' })
    await expect(narrower).rejects.toThrow()
  })
})
