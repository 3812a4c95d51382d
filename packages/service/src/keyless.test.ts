import { databaseOf } from '@charter/sql/store'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { databases } from './testing/databases.ts'
import { told, type Versions, versions } from './testing/versions.ts'

const body = (more = '') => `  Line:
    readOnly: true
    fields: { text: { type: text, length: 1..40 }${more} }
    allow: { owner: { do: [list] } }
`

describe.each(databases)('rows without a key, on %s', (database) => {
  let at: Versions
  beforeEach(async () => {
    at = await versions(database)
  })
  afterEach(() => at.close())

  test('a table of ours without a key is made, read, and brought to another charter', async () => {
    const service = await at.serve(at.derivedOf(body()))
    expect(await told(service, 'Line.list', {})).toEqual({ items: [], next: null })
    const table = database === 'postgresql' ? '"public"."line"' : '"line"'
    await databaseOf(service.store).transaction((on) =>
      on.run(`INSERT INTO ${table} ("text") VALUES ('as it was')`, []),
    )
    await at.stop(service)
    const after = at.derivedOf(body(', rank: { type: int32, default: 3 }'))
    expect(await at.migrate(after)).toMatchObject({ blocked: [] })
    const now = await at.serve(after)
    expect(await told(now, 'Line.list', {})).toEqual({ items: [{ text: 'as it was', rank: 3 }], next: null })
    await at.stop(now)
  })
})
