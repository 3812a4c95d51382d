import type { Principal } from '@charter/runtime'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bodyOf, call, codeOf, type Opened, open } from './testing/clinic.ts'
import { databases } from './testing/databases.ts'

const text = (database: string): string => `
charter: 1
name: desk
serves: [rest]
sources: { main: { own: ${database} } }
access: { roles: [staff, boss] }
entities:
  Client:
    key: id
    fields:
      id: { type: uuid, default: generated }
      name: { type: text, length: 1..40 }
      state: { type: text, length: 1..20, default: pending, reveal: state }
      score: { type: int32, optional: true, reveal: state }
    relations: { notes: { many: Note, owned: true } }
    allow: { staff: { do: [create, read, list, update] }, boss: { do: [create, read, list, update], reveal: [state] } }
  Note:
    key: id
    fields:
      id: { type: uuid, default: generated }
      isFlagged: { type: boolean, default: true, reveal: flag, optional: true }
      grade: { type: int32, reveal: flag }
    relations: { client: { one: Client } }
    allow: { staff: { do: [create, read, list] }, boss: { do: [create, read, list], reveal: [flag] } }
`

const someone = (role: string): Principal => ({ id: role, roles: [role], attributes: {}, credential: 'jwt' })
const [staff, boss] = [someone('staff'), someone('boss')]

describe.each(databases)('fields that their writer may not see, on %s', (database) => {
  let opened: Opened
  const run = (...given: Parameters<typeof call>) => opened.service.execute(call(...given))
  beforeAll(async () => {
    opened = await open({ text: text(database) })
  })
  afterAll(() => opened.close())

  test('a new row has the default of a field that its writer may not see', async () => {
    const { id } = bodyOf(await run('Client.create', staff, { value: { name: 'Ada' } }))
    const key = { id: String(id) }
    expect(bodyOf(await run('Client.read', boss, { key }))).toMatchObject({ state: 'pending', score: null })
    await run('Client.update', boss, { key, value: { state: 'closed', score: 3 } })
    await run('Client.replace', staff, { key, value: { name: 'Bob' } })
    expect(bodyOf(await run('Client.read', boss, { key }))).toMatchObject({ name: 'Bob', state: 'closed', score: 3 })
  })

  test('what is hidden, required and without a default is asked for as before; given, it is refused once', async () => {
    const value = { name: 'Ada', notes: [{}] }
    const missing = await run('Client.create', staff, { value })
    expect(codeOf(missing)).toBe('invalid-input')
    expect(JSON.stringify(missing)).toContain('"/notes/0/grade"')
    const given = await run('Client.create', staff, { value: { name: 'Ada', notes: [{ grade: 1 }] } })
    expect(JSON.stringify(given)).toContain('not-writable')
    expect(JSON.stringify(given)).not.toContain('"required"')
  })
})
