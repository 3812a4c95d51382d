import type { JsonObject, Principal } from '@charter/runtime'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bodyOf, call, codeOf, type Opened, open } from './testing/clinic.ts'
import { databases } from './testing/databases.ts'

/** Keys that the service makes are unique over all tenants: only the rule itself tells whose row a reference means. */
const text = (database: string): string => `
charter: 1
name: shop
serves: [rest]
sources: { main: { own: ${database} } }
access:
  roles: [clerk]
  principal: { desk: { type: text, claim: desk } }
  tenancy: { field: tenantId, claim: tenant }
entities:
  Case:
    key: id
    fields: { id: { type: uuid, default: generated }, tenantId: { type: text, default: tenant }, desk: { type: text, length: 1..10 } }
    allow: { clerk: { do: [create, read] } }
  Note:
    key: id
    fields: { id: { type: uuid, default: generated }, tenantId: { type: text, default: tenant } }
    relations: { case: { one: Case } }
    allow: { clerk: { do: [create, read], when: resource.case.desk == principal.desk } }
`

const clerk = (tenant: string): Principal => ({
  id: tenant,
  roles: ['clerk'],
  attributes: { desk: 'left' },
  tenant,
  credential: 'jwt',
})

describe.each(databases)('rules across tenants, on %s', (database) => {
  let opened: Opened
  beforeAll(async () => {
    opened = await open({ text: text(database) })
  })
  afterAll(() => opened.close())

  test('a rule tells nothing of another tenant’s row: a reference to it is refused as one to nowhere', async () => {
    const make = (operation: string, tenant: string, value: JsonObject) =>
      opened.service.execute(call(operation, clerk(tenant), { value }))
    const { id } = bodyOf(await make('Case.create', 'a', { desk: 'left' })) as { id: string }
    const nowhere = '0190f5c6-7b1e-7c3a-9a55-ffffffffffff'
    expect(codeOf(await make('Note.create', 'b', { caseId: nowhere }))).toBe('forbidden')
    expect(codeOf(await make('Note.create', 'b', { caseId: id }))).toBe('forbidden')
    expect(bodyOf(await make('Note.create', 'a', { caseId: id }))).toMatchObject({ caseId: id })
  })
})
