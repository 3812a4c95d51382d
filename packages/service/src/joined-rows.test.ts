import type { Outcome, Principal, Selection } from '@charter/runtime'
import { databaseOf } from '@charter/sql/store'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bodyOf, call, codeOf, type Opened, open } from './testing/clinic.ts'
import { databases } from './testing/databases.ts'

const text = (database: string): string => `
charter: 1
name: wards
serves: [rest]
sources: { main: { own: ${database} } }
access:
  accepts: [oauth2]
  roles: [admin, nurse, desk]
  principal: { ward: { type: text, claim: ward, required: true } }
  tenancy: { field: tenantId, claim: tenant }
entities:
  Patient:
    key: id
    fields: { id: { type: uuid, default: generated }, tenantId: { type: text, default: tenant }, name: { type: text, length: 1..40 } }
    relations: { clinics: { many: Clinic, through: Admission } }
    allow: { admin: { do: [create, read, list] }, nurse: { do: [read, list] }, desk: { do: [read, list] } }
  Clinic:
    key: id
    shared: true
    fields: { id: { type: uuid, default: generated }, title: { type: text, length: 1..40 } }
    allow: { admin: { do: [create, read, list] }, nurse: { do: [read, list] }, desk: { do: [read, list] } }
  Admission:
    key: id
    softDelete: leftAt
    fields: { id: { type: uuid, default: generated }, tenantId: { type: text, default: tenant }, ward: { type: text, length: 1..40 }, leftAt: { type: instant, optional: true } }
    relations: { patient: { one: Patient }, clinic: { one: Clinic } }
    allow:
      admin: { do: [create, read, list, delete] }
      nurse: { do: [list], when: 'resource.ward == principal.ward && resource.patient.name like "A*"' }
`

const someone = (role: string, tenant = 'a'): Principal => ({
  id: role,
  roles: [role],
  attributes: { ward: 'north' },
  tenant,
  credential: 'oauth2',
})

describe.each(databases)('many-to-many on %s', (database) => {
  let opened: Opened
  let patient: string
  const run = (...given: Parameters<typeof call>) => opened.service.execute(call(...given))
  const make = async (entity: string, value: object, tenant = 'a'): Promise<string> =>
    String(bodyOf(await run(`${entity}.create`, someone('admin', tenant), { value: value as never })).id)
  const clinics = (role: Principal, select: Selection = {}): Promise<Outcome> =>
    opened.service.execute({
      ...call('Patient.list', role),
      select: { include: { clinics: { sort: [{ field: 'title' }], count: true, ...select } } },
    })
  const titles = async (...given: Parameters<typeof clinics>): Promise<unknown> => {
    const { items } = bodyOf(await clinics(...given)) as { items: { clinics: never }[] }
    const page = items[0]?.clinics as { items: { title: string }[]; count: { value: number } } | undefined
    return [page?.items.map(({ title }) => title), page?.count.value]
  }
  beforeAll(async () => {
    opened = await open({ text: text(database) })
    patient = await make('Patient', { name: 'Ada' })
    const clinic = async (title: string) => make('Clinic', { title })
    await make('Admission', { ward: 'north', patientId: patient, clinicId: await clinic('Cardiology') })
    await make('Admission', { ward: 'south', patientId: patient, clinicId: await clinic('Psychiatry') })
    const left = await make('Admission', { ward: 'north', patientId: patient, clinicId: await clinic('Oncology') })
    await run('Admission.delete', someone('admin'), { key: { id: left } })
    const elsewhere = await make('Admission', { ward: 'north', patientId: patient, clinicId: await clinic('Surgery') })
    await databaseOf(opened.service.store).transaction((on) =>
      on.run(
        `UPDATE ${database === 'postgresql' ? 'public."admission"' : '"admission"'} SET "tenantId" = ? WHERE "id" = ?`,
        ['b', elsewhere],
      ),
    )
  })
  afterAll(() => opened.close())

  test('rows belong together only where the row in between may be listed: its rule, tenant and soft delete hold', async () => {
    expect(await titles(someone('admin'))).toEqual([['Cardiology', 'Psychiatry'], 2])
    expect(await titles(someone('nurse'))).toEqual([['Cardiology'], 1])
    expect(await titles(someone('nurse'), { fields: ['title'], limit: 1 })).toEqual([['Cardiology'], 1])
  })

  test('who may list no row in between is refused', async () => {
    expect(await clinics(someone('desk'))).toMatchObject({
      problem: { code: 'forbidden', detail: expect.stringContaining('Admission') },
    })
  })

  test('the entity in between needs its own scope', async () => {
    const scopes = ['Patient:read', 'Clinic:read']
    expect(codeOf(await clinics({ ...someone('admin'), scopes }))).toBe('forbidden')
    expect(codeOf(await clinics({ ...someone('admin'), scopes: [...scopes, 'Admission:read'] }))).toBe('ok')
  })
})
