import type { Json, JsonObject, Selection } from '@charter/runtime'
import type { Service } from '@charter/runtime/service'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { databases } from './testing/databases.ts'
import { told, type Versions, versions } from './testing/versions.ts'

const body = `  Shelf:
    key: id
    fields: { id: int32 }
    relations: { books: { many: Book, inverse: shelf } }
    allow: { owner: { do: [create, list] } }
  Book:
    key: id
    fields: { id: int32, rank: { type: int32, optional: true }, name: { type: text, length: 0..3 } }
    relations: { shelf: { one: Shelf } }
    allow: { owner: { do: [create, list] } }
`

interface Page {
  readonly items: readonly JsonObject[]
  readonly next: string | null
  readonly cursors?: readonly string[]
}

const ranks = [3, null, 1, null, 3, 2, null, 1]
const orders = [[], ['rank'], ['-rank'], ['rank', '-name'], ['-name', 'rank'], ['-id']]
const sortOf = (names: readonly string[]) =>
  names.map((name) => ({ field: name.replace('-', ''), isDescending: name.startsWith('-') }))
const idsOf = (items: readonly JsonObject[]): readonly Json[] => items.map(({ id }) => id ?? null)

describe.each(databases)('a list read from its end, on %s', (database) => {
  let at: Versions
  let service: Service
  beforeEach(async () => {
    at = await versions(database)
    service = await at.serve(at.derivedOf(body))
    await told(service, 'Shelf.create', { value: { id: 1 } })
    for (const [id, rank] of ranks.entries())
      await told(service, 'Book.create', { value: { id, rank, name: 'abc'.slice(id % 3), shelfId: 1 } })
  })
  afterEach(() => at.close())

  const books = async (select: Selection): Promise<Page> =>
    (await told(service, 'Book.list', {}, select)) as unknown as Page
  const onShelf = async (select: Selection): Promise<Page> => {
    const page = (await told(service, 'Shelf.list', {}, { include: { books: select } })) as unknown as Page
    return page.items[0]?.books as unknown as Page
  }

  test.each(orders.map((names) => ({ names })))(
    '$names: pages from the end are those from the beginning',
    async ({ names }) => {
      for (const list of [books, onShelf]) {
        const sort = sortOf(names)
        const { items, cursors = [] } = await list({ sort, cursors: 'all' })
        const ids = idsOf(items)
        expect(cursors.length).toBe(ids.length)
        const back: Json[] = []
        let after: string | undefined
        do {
          const page: Page = await list({ sort, limit: 3, isBackward: true, ...(after !== undefined && { after }) })
          back.unshift(...idsOf(page.items))
          after = page.next ?? undefined
        } while (after !== undefined)
        expect(back).toEqual(ids)
        for (const [place, cursor] of cursors.entries()) {
          expect(idsOf((await list({ sort, after: cursor })).items)).toEqual(ids.slice(place + 1))
          expect(idsOf((await list({ sort, after: cursor, isBackward: true })).items)).toEqual(ids.slice(0, place))
        }
        const ends = await list({ sort, limit: 3, cursors: 'ends' })
        const [first = '', last = ''] = ends.cursors ?? []
        expect(last).toBe(ends.next)
        expect(idsOf((await list({ sort, after: first, limit: 2 })).items)).toEqual(ids.slice(1, 3))
      }
    },
  )
})
