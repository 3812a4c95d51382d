import type { Change, JsonObject, Principal } from '@charter/runtime'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bodyOf, call, codeOf, type Opened, open } from './testing/clinic.ts'
import { databases } from './testing/databases.ts'

const text = (database: string): string => `
charter: 1
name: files
serves: [rest]
sources: { main: { own: ${database} } }
access: { roles: [clerk, boss] }
entities:
  Client:
    key: id
    fields: { id: { type: uuid, default: generated }, name: { type: text, optional: true } }
    relations: { notes: { many: Note, owned: true }, stamps: { many: Stamp, owned: true } }
    allow: { clerk: { do: [create, read, list, update, delete] }, boss: { do: [create, read, list] } }
  Note:
    key: id
    fields: { id: { type: uuid, default: generated }, isKept: { type: boolean, default: false } }
    relations: { client: { one: Client }, lines: { many: Line, owned: true } }
    allow: { clerk: { do: [create, read, list, delete], when: resource.isKept == false }, boss: { do: [create, read, list, audit] } }
  Line:
    key: id
    fields: { id: { type: uuid, default: generated } }
    relations: { note: { one: Note } }
    allow: { clerk: { do: [create, read, list] }, boss: { do: [read, list, audit] } }
  Stamp:
    key: id
    fields: { id: { type: uuid, default: generated } }
    relations: { client: { one: Client } }
    allow: { boss: { do: [create, read, list] } }
  Folder:
    key: id
    softDelete: goneAt
    fields: { id: { type: uuid, default: generated }, goneAt: { type: instant, optional: true } }
    relations: { above: { one: Folder, optional: true }, folders: { many: Folder, inverse: above, owned: true } }
    allow: { clerk: { do: [create, read, list, update, delete] } }
policies: |
  forbid(principal in Role::"clerk", action == Action::"Stamp.delete", resource is Stamp);
`

const someone = (role: string): Principal => ({ id: role, roles: [role], attributes: {}, credential: 'jwt' })
const [clerk, boss] = [someone('clerk'), someone('boss')]

describe.each(databases)('a row that is removed with what it owns, on %s', (database) => {
  let opened: Opened
  const run = (...given: Parameters<typeof call>) => opened.service.execute(call(...given))
  const make = async (entity: string, as: Principal, value: JsonObject): Promise<string> =>
    String(bodyOf(await run(`${entity}.create`, as, { value })).id)
  const remove = (entity: string, id: string) => run(`${entity}.delete`, clerk, { key: { id } })
  const left = async (entity: string, as: Principal): Promise<number> =>
    (bodyOf(await run(`${entity}.list`, as)).items as readonly unknown[]).length
  beforeAll(async () => {
    opened = await open({ text: text(database) })
  })
  afterAll(() => opened.close())

  test('what may not be deleted keeps its parent, at any depth; nothing is gone then', async () => {
    const clientId = await make('Client', clerk, { notes: [{}] })
    const noteId = await make('Note', boss, { clientId, isKept: true })
    await make('Line', clerk, { noteId })
    expect(codeOf(await remove('Client', clientId))).toBe('forbidden')
    expect([await left('Note', boss), await left('Line', boss)]).toEqual([2, 1])
    const stamped = await make('Client', clerk, {})
    await make('Stamp', boss, { clientId: stamped })
    expect(codeOf(await remove('Client', stamped))).toBe('forbidden')
    const value = { stamps: [] }
    expect(codeOf(await run('Client.update', clerk, { key: { id: stamped }, value }))).toBe('forbidden')
  })

  test('a rule over rows that are not there keeps nothing', async () => {
    expect(codeOf(await remove('Client', await make('Client', clerk, {})))).toBe('ok')
  })

  test('what goes with its parent is told as a change and stands on its own trail', async () => {
    const clientId = await make('Client', clerk, {})
    const noteId = await make('Note', boss, { clientId })
    const lineId = await make('Line', clerk, { noteId })
    const abort = new AbortController()
    const told: JsonObject[] = []
    for (const entity of ['Note', 'Line']) {
      const outcome = await run(`${entity}.changes`, boss, { abort: abort.signal })
      if (outcome.kind !== 'stream') throw new Error(JSON.stringify(outcome))
      void (async () => {
        for await (const each of outcome.items) told.push({ entity, ...(each as unknown as Change) } as JsonObject)
      })().catch(() => {})
    }
    expect(codeOf(await remove('Client', clientId))).toBe('ok')
    // On PostgreSQL a stream also begins with what was written while an older transaction of anybody's was open.
    const deleted = () => told.filter(({ change }) => change === 'deleted')
    await expect.poll(() => deleted().length).toBe(2)
    abort.abort()
    expect(deleted()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ entity: 'Note', change: 'deleted', key: { id: noteId } }),
        expect.objectContaining({ entity: 'Line', change: 'deleted', key: { id: lineId } }),
      ]),
    )
    for (const [entity, id] of [
      ['Note', noteId],
      ['Line', lineId],
    ] as const) {
      const { items } = bodyOf(await run(`${entity}.audit`, boss, { key: { id } }))
      expect((items as readonly JsonObject[])[0]).toMatchObject({ operation: 'Client.delete', outcome: 'ok' })
    }
  })

  test('where deleting marks, all that a row owns is marked with it, in a ring too', async () => {
    const top = await make('Folder', clerk, {})
    const below = await make('Folder', clerk, { aboveId: top })
    await make('Folder', clerk, { aboveId: below })
    await run('Folder.update', clerk, { key: { id: top }, value: { aboveId: below } })
    expect(codeOf(await remove('Folder', top))).toBe('ok')
    expect(await left('Folder', clerk)).toBe(0)
  })
})
