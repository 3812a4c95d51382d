import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { TemporaryDatabase } from '@charter/charter'
import type { Json, JsonObject, Principal, Selection } from '@charter/runtime'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeAttached, say } from './testing/attached.ts'
import { bodyOf, call, type Opened, open } from './testing/clinic.ts'

const text = (database: string, url: string): string => `
charter: 1
name: meters
serves: [rest]
sources: { main: { url: ${JSON.stringify(url)}, database: ${database} } }
access: { roles: [reader] }
entities:
  Meter:
    table: meter
    key: id
    fields: { id: int32 }
    relations: { readings: { many: Reading, inverse: meter } }
    allow: { reader: { do: [list] } }
  Reading:
    table: reading
    readOnly: true
    fields:
      meterId: { column: meter_id, type: int32, optional: true }
      value: { type: int32, optional: true }
    relations: { meter: { one: Meter, by: meterId, optional: true } }
    allow: { reader: { do: [list] } }
`

const tables = `CREATE TABLE meter (id integer NOT NULL PRIMARY KEY);
CREATE TABLE reading (meter_id integer, value integer);
INSERT INTO meter VALUES (1), (2);
INSERT INTO reading VALUES ${[3, 1, 1, 1, 1, 1, 2, null, null, null].map((value) => `(1, ${value}), (2, ${value})`).join(', ')};`

const values: readonly Json[] = [1, 1, 1, 1, 1, 2, 3, null, null, null]
const reader: Principal = { id: 'r', roles: ['reader'], attributes: {}, credential: 'jwt' }

interface Page {
  readonly items: readonly JsonObject[]
  readonly next: string | null
  readonly cursors?: readonly string[]
}

describe.each(['sqlite', 'postgresql', 'mariadb'])('rows without a key, on %s', (database) => {
  const folder = mkdtempSync(join(tmpdir(), 'charter-keyless-'))
  let theirs: TemporaryDatabase
  let opened: Opened
  beforeAll(async () => {
    theirs = await makeAttached(database, folder)
    if (database === 'sqlite') {
      const made = new DatabaseSync(theirs.url.replace('file:', ''))
      made.exec(tables)
      made.close()
    } else await say(theirs.url, tables)
    opened = await open({ text: text(database, theirs.url), url: theirs.url })
  })
  afterAll(async () => {
    await opened.close()
    await theirs.remove()
    rmSync(folder, { recursive: true })
  })

  const ask = async (operation: string, select: Selection): Promise<Page> =>
    bodyOf(await opened.service.execute({ ...call(operation, reader), select })) as unknown as Page
  const filter = {
    kind: 'compare',
    op: 'eq',
    left: { kind: 'field', path: ['meterId'] },
    right: { kind: 'value', value: 1, type: { kind: 'int32' } },
  } as const
  const listed = (select: Selection) => ask('Reading.list', { filter, ...select })
  const below = async (select: Selection): Promise<Page> => {
    const one = { ...filter, left: { kind: 'field', path: ['id'] } } as const
    return (await ask('Meter.list', { filter: one, include: { readings: select } })).items[0]
      ?.readings as unknown as Page
  }
  const valuesOf = ({ items }: Page): readonly Json[] => items.map(({ value }) => value ?? null)

  test.each([1, 2, 3, 4, 7])(
    'equal rows are told as often as they are there, %i in a page, both ways',
    async (limit) => {
      for (const read of [listed, below])
        for (const isBackward of [false, true]) {
          const found: Json[] = []
          let after: string | null = null
          do {
            const page: Page = await read({ limit, isBackward, ...(after !== null && { after }) })
            found.push(...(isBackward ? valuesOf(page).toReversed() : valuesOf(page)))
            after = page.next
          } while (after !== null && found.length < 20)
          expect(isBackward ? found.toReversed() : found).toEqual(values)
        }
    },
  )

  test('what comes before a row is told from its cursor, equal rows too', async () => {
    for (const read of [listed, below]) {
      const { cursors = [] } = await read({ cursors: 'all' })
      expect(cursors).toHaveLength(values.length)
      for (const [at, after] of cursors.entries()) {
        expect(valuesOf(await read({ isBackward: true, after }))).toEqual(values.slice(0, at))
        expect(valuesOf(await read({ after }))).toEqual(values.slice(at + 1))
      }
    }
  })

  test('all of them are counted, wherever a page begins', async () => {
    const { next } = await listed({ limit: 2 })
    expect(next).not.toBeNull()
    expect(await listed({ limit: 2, count: true, ...(next !== null && { after: next }) })).toMatchObject({
      count: { value: values.length, isExact: true },
    })
  })
})
