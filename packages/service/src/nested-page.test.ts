import type { JsonObject, Outcome, Selection } from '@charter/runtime'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { call, clinician, codeOf, type Opened, open } from './testing/clinic.ts'
import { databases } from './testing/databases.ts'

const text = (database: string): string => `
charter: 1
name: library
serves: [rest]
sources: { main: { own: ${database} } }
access: { roles: [clinician] }
entities:
  Shelf:
    key: id
    fields: { id: { type: uuid, default: generated }, name: { type: text, length: 1..40 } }
    relations:
      books: { many: Book, inverse: shelf }
      subjects: { many: Subject, through: Placing }
    allow: { clinician: { do: [create, read, list] } }
  Book:
    key: id
    fields: { id: { type: uuid, default: generated }, title: { type: text, length: 1..40 } }
    relations: { shelf: { one: Shelf } }
    allow: { clinician: { do: [create, read, list] } }
  Subject:
    key: id
    fields: { id: { type: uuid, default: generated }, title: { type: text, length: 1..40 } }
    allow: { clinician: { do: [create, read, list] } }
  Placing:
    key: id
    fields: { id: { type: uuid, default: generated } }
    relations: { shelf: { one: Shelf }, subject: { one: Subject } }
    allow: { clinician: { do: [create, read, list] } }
`

describe.each(databases)('pages below a row, on %s', (database) => {
  let opened: Opened
  const shelves: string[] = []
  const make = async (entity: string, value: JsonObject): Promise<string> => {
    const made = await opened.service.execute(call(`${entity}.create`, clinician, { value }))
    if (made.kind !== 'value') throw new Error(JSON.stringify(made))
    return String((made.value as JsonObject).id)
  }
  beforeAll(async () => {
    opened = await open({ text: text(database) })
    for (const name of ['a', 'b']) shelves.push(await make('Shelf', { name }))
    for (const title of ['v', 'w', 'x', 'y', 'z'])
      for (const shelfId of shelves) {
        await make('Book', { title, shelfId })
        await make('Placing', { shelfId, subjectId: await make('Subject', { title }) })
      }
  })
  afterAll(() => opened.close())

  const read = (id: string, include: Record<string, Selection>): Promise<Outcome> =>
    opened.service.execute({ ...call('Shelf.read', clinician, { key: { id } }), select: { fields: ['name'], include } })
  const valueIn = (
    outcome: Outcome,
  ): Record<string, { items: { title: string }[]; next: string | null; count?: unknown }> => {
    if (outcome.kind !== 'value') throw new Error(JSON.stringify(outcome))
    return outcome.value as never
  }

  test.each(['books', 'subjects'])(
    'of %s go on to the end, each row once, and say how many there are',
    async (relation) => {
      const titles: string[] = []
      let after: string | null = null
      do {
        const select: Selection = {
          sort: [{ field: 'title', isDescending: true }],
          limit: 2,
          count: true,
          ...(after && { after }),
        }
        const page = valueIn(await read(shelves[0] ?? '', { [relation]: select }))[relation]
        titles.push(...(page?.items ?? []).map(({ title }) => title))
        expect(page?.count).toEqual({ value: 5, isExact: true })
        after = page?.next ?? null
      } while (after !== null)
      expect(titles).toEqual(['z', 'y', 'x', 'w', 'v'])
    },
  )

  test('a cursor is of one row’s page: not of another row’s, and not of many rows at once', async () => {
    const select: Selection = { sort: [{ field: 'title' }], limit: 2 }
    const first = valueIn(await read(shelves[0] ?? '', { books: select })).books?.next ?? ''
    expect(codeOf(await read(shelves[1] ?? '', { books: { ...select, after: first } }))).toBe('stale-cursor')
    const many = { ...call('Shelf.list', clinician), select: { include: { books: { ...select, after: first } } } }
    expect(codeOf(await opened.service.execute(many))).toBe('invalid-input')
  })

  test('what was asked without cursors is asked with them next, and goes on from the middle', async () => {
    const select: Selection = { fields: ['title'], sort: [{ field: 'title' }], limit: 4 }
    await read(shelves[0] ?? '', { books: select })
    const page = valueIn(await read(shelves[0] ?? '', { books: { ...select, cursors: 'all' } })).books
    const cursors = (page as unknown as { cursors: readonly string[] }).cursors
    const rest = valueIn(await read(shelves[0] ?? '', { books: { ...select, after: cursors[1] ?? '' } })).books
    expect(rest?.items.map(({ title }) => title)).toEqual(['x', 'y', 'z'])
  })

  test('one relation may be asked for twice, under two names', async () => {
    const limit = 1
    const asked = valueIn(
      await read(shelves[0] ?? '', {
        first: { relation: 'books', sort: [{ field: 'title' }], limit },
        last: { relation: 'books', sort: [{ field: 'title', isDescending: true }], limit },
      }),
    )
    expect([asked.first?.items[0]?.title, asked.last?.items[0]?.title]).toEqual(['v', 'z'])
  })
})
