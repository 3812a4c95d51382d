import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { databases } from './testing/databases.ts'
import { told, type Versions, versions } from './testing/versions.ts'

const body = (unique: string) => `  Member:
    key: id
    fields: { id: int32, mail: { type: text, length: 1..40, optional: true${unique} }, name: { type: text, length: 1..40 } }
    allow: { owner: { do: [create, read, update, list] } }
`

describe.each(databases)('values that are to be unique, on %s', (database) => {
  let at: Versions
  beforeEach(async () => {
    at = await versions(database)
  })
  afterEach(() => at.close())

  test('are looked at before anything is done: the column and how many are told, in a dry run too', async () => {
    const service = await at.serve(at.derivedOf(body('')))
    for (const [id, mail] of [
      [1, 'a'],
      [2, 'a'],
      [3, 'b'],
      [4, 'b'],
      [5, 'b'],
      [6, null],
      [7, null],
    ] as const)
      await told(service, 'Member.create', { value: { id, mail, name: 'x' } })
    await at.stop(service)
    const after = at.derivedOf(body(', unique: true'))
    const why = 'mail of member must be another in every row, and several rows share one: 2 values. Change them first.'
    expect((await at.migrate(after, { isDryRun: true })).blocked).toEqual([
      `member: no two rows have the same mail: ${why}`,
    ])
    await expect(at.migrate(after)).rejects.toMatchObject({
      problem: { cause: { message: expect.stringContaining(why) } },
    })
    const before = await at.serve(at.derivedOf(body('')))
    for (const [id, mail] of [
      [2, 'c'],
      [4, 'd'],
      [5, null],
    ] as const)
      await told(before, 'Member.update', { key: { id }, value: { mail } })
    await at.stop(before)
    expect(await at.migrate(after)).toMatchObject({ blocked: [], state: 'expanded' })
    await at.stop(await at.serve(after))
  })
})
