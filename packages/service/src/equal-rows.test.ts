import type { Json, JsonObject, Principal, Selection } from '@charter/runtime'
import type { Service } from '@charter/runtime/service'
import { describe, expect, test } from 'vitest'
import { bodyOf, call } from './testing/clinic.ts'
import { databases } from './testing/databases.ts'
import { onTheirs } from './testing/theirs.ts'

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

const statements = `CREATE TABLE meter (id integer NOT NULL PRIMARY KEY);
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

const filter = {
  kind: 'compare',
  op: 'eq',
  left: { kind: 'field', path: ['meterId'] },
  right: { kind: 'value', value: 1, type: { kind: 'int32' } },
} as const

const ask = async (service: Service, operation: string, select: Selection): Promise<Page> =>
  bodyOf(await service.execute({ ...call(operation, reader), select })) as unknown as Page

/** A list with a filter, and the same rows below the one that they are of. */
const waysOf = (service: Service) => [
  (select: Selection) => ask(service, 'Reading.list', { filter, ...select }),
  async (select: Selection): Promise<Page> => {
    const one = { ...filter, left: { kind: 'field', path: ['id'] } } as const
    const page = await ask(service, 'Meter.list', { filter: one, include: { readings: select } })
    return page.items[0]?.readings as unknown as Page
  },
]
const valuesOf = ({ items }: Page): readonly Json[] => items.map(({ value }) => value ?? null)

describe.each(databases)('equal rows without a key, on %s', (database) => {
  test('they are told as often as they are there, whatever fits a page, both ways', () =>
    onTheirs({ database, statements, charter: text }, async (service) => {
      for (const read of waysOf(service))
        for (const limit of [1, 2, 3, 4, 7])
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
    }))

  test('what comes before and after a row is told from its cursor, and all are counted', () =>
    onTheirs({ database, statements, charter: text }, async (service) => {
      for (const read of waysOf(service)) {
        const { cursors = [] } = await read({ cursors: 'all' })
        expect(cursors).toHaveLength(values.length)
        for (const [at, after] of cursors.entries()) {
          expect(valuesOf(await read({ isBackward: true, after }))).toEqual(values.slice(0, at))
          expect(valuesOf(await read({ after }))).toEqual(values.slice(at + 1))
          expect(await read({ after, count: true })).toMatchObject({ count: { value: values.length } })
        }
      }
    }))
})
