import type { JsonObject, Principal, Selection } from '@charter/runtime'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bodyOf, call, codeOf, type Opened, open } from './testing/clinic.ts'
import { databases } from './testing/databases.ts'

const text = (database: string): string => `
charter: 1
name: notes
serves: [rest]
sources: { main: { own: ${database} } }
access: { roles: [clerk] }
entities:
  Book:
    key: id
    fields: { id: { type: uuid, default: generated } }
    relations: { notes: { many: Note, inverse: book } }
    allow: { clerk: { do: [create, read, list] } }
  Note:
    key: id
    fields: { id: { type: uuid, default: generated }, body: { type: text, length: 0..30000 } }
    relations: { book: { one: Book } }
    allow: { clerk: { do: [create, read, list, update] } }
`
const clerk: Principal = { id: 'c', roles: ['clerk'], attributes: {}, credential: 'jwt' }

describe.each(databases)('a list by a long text, on %s', (database) => {
  let opened: Opened
  let bookId: string
  const notes: string[] = []
  const run = (...given: Parameters<typeof call>) => opened.service.execute(call(...given))
  const make = async (entity: string, value: JsonObject) =>
    String(bodyOf(await run(`${entity}.create`, clerk, { value })).id)
  beforeAll(async () => {
    opened = await open({ text: text(database) })
    bookId = await make('Book', {})
    for (const last of ['a', 'b', 'c', 'd'])
      notes.push(await make('Note', { bookId, body: `${'x'.repeat(20_000)}${last}` }))
  })
  afterAll(() => opened.close())

  interface Page {
    readonly items: readonly { readonly id: string }[]
    readonly next: string | null
  }
  const sort = [{ field: 'body', isDescending: true }]
  const listed = (select: Selection) => opened.service.execute({ ...call('Note.list', clerk), select })
  const below = async (select: Selection): Promise<Page> => {
    const asked = { ...call('Book.read', clerk, { key: { id: bookId } }), select: { include: { notes: select } } }
    return bodyOf(await opened.service.execute(asked)).notes as Page
  }

  test('goes on to the end with a short cursor, each row once, also below a row', async () => {
    for (const read of [async (select: Selection) => bodyOf(await listed(select)) as unknown as Page, below]) {
      const found: string[] = []
      let after: string | null = null
      do {
        const page: Page = await read({ sort, limit: 1, ...(after !== null && { after }) })
        found.push(...page.items.map(({ id }) => id))
        after = page.next
        expect((after ?? '').length).toBeLessThan(1000)
      } while (after !== null)
      expect(found).toEqual([...notes].reverse())
    }
  })

  test('is stale where the row it stopped at was changed meanwhile', async () => {
    const { next } = bodyOf(await listed({ sort, limit: 1 })) as unknown as Page
    await run('Note.update', clerk, { key: { id: notes[3] ?? '' }, value: { body: 'short' } })
    expect(codeOf(await listed({ sort, limit: 1, after: next ?? '' }))).toBe('stale-cursor')
  })
})
