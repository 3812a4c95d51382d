import type { Principal } from '@charter/runtime'
import { afterEach, describe, expect, test } from 'vitest'
import { bodyOf, call, codeOf, type Opened, open } from './testing/clinic.ts'
import { databases } from './testing/databases.ts'

const text = (database: string): string => `
charter: 1
name: purchases
serves: [rest]
sources: { main: { own: ${database} } }
access: { roles: [manager] }
entities:
  Purchase:
    key: id
    fields:
      id: { type: uuid, default: generated }
      title: { type: text, length: 1..40 }
      requestedBy: { type: uuid, default: principal, readOnly: true }
    allow:
      manager: [{ do: [create, read] }, { do: [update], when: principal.id != resource.requestedBy }]
`

const tenanted = (database: string): string =>
  text(database)
    .replace('roles: [manager]', 'roles: [manager], tenancy: { field: office, claim: office }')
    .replace('      title:', '      office: { type: uuid, default: tenant }\n      title:')

describe.each(databases)('who made a row, on %s', (database) => {
  let opened: Opened
  afterEach(() => opened.close())
  const manager = (id: string): Principal => ({ id, roles: ['manager'], attributes: {}, credential: 'jwt' })
  const run = (operation: string, who: string, more: Parameters<typeof call>[2]) =>
    opened.service.execute(call(operation, manager(who), more))

  test('is so in a field of a named type as well', async () => {
    const named = text(database).replace('entities:', 'types: { PersonId: { type: uuid } }\nentities:')
    opened = await open({ text: named.replace('requestedBy: { type: uuid', 'requestedBy: { type: PersonId') })
    const id = '3f2504e0-4f89-41d3-9a0c-0305e82c3301'
    const make = (who: string) => run('Purchase.create', who, { value: { title: 'one' } })
    expect(bodyOf(await make(id)).requestedBy).toBe(id)
    expect(codeOf(await make(id.toUpperCase()))).toBe('forbidden')
  })

  test('is kept as their sign-in spells them, so that they are known for the same, or refused', async () => {
    opened = await open({ text: text(database) })
    const id = '3f2504e0-4f89-41d3-9a0c-0305e82c3301'
    const made = bodyOf(await run('Purchase.create', id, { value: { title: 'one' } }))
    expect(made.requestedBy).toBe(id)
    const key = { id: String(made.id) }
    expect(codeOf(await run('Purchase.update', id, { key, value: { title: 'two' } }))).toBe('forbidden')
    // A column of uuid would give it back in small letters, as somebody else.
    for (const other of [id.toUpperCase(), 'ann'])
      expect(codeOf(await run('Purchase.create', other, { value: { title: 'one' } }))).toBe('forbidden')
  })

  test('so is the tenant that it is of', async () => {
    opened = await open({ text: tenanted(database) })
    const id = '3f2504e0-4f89-41d3-9a0c-0305e82c3301'
    const make = (tenant: string) =>
      opened.service.execute(call('Purchase.create', { ...manager(id), tenant }, { value: { title: 'one' } }))
    expect(bodyOf(await make(id)).office).toBe(id)
    for (const other of [id.toUpperCase(), 'north']) expect(codeOf(await make(other))).toBe('forbidden')
  })
})
