import type { JsonObject, Principal } from '@charter/runtime'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bodyOf, call, type Opened, open } from './testing/clinic.ts'
import { databases } from './testing/databases.ts'

const text = (database: string): string => `
charter: 1
name: wards
serves: [rest]
sources: { main: { own: ${database} } }
access: { roles: [chief, clerk] }
entities:
  Nurse:
    key: id
    fields: { id: { type: uuid, default: generated } }
    relations: { beds: { many: Bed, inverse: nurse } }
    allow: { chief: { do: [create, read, list, delete] }, clerk: { do: [read, delete] } }
  Bed:
    key: [nurseId, number]
    fields: { nurseId: { type: uuid }, number: { type: int32 } }
    relations: { nurse: { one: Nurse } }
    allow: { chief: { do: [create, read, list, delete] } }
  Tag:
    key: id
    fields: { id: { type: uuid, default: generated } }
    relations: { bed: { one: Bed } }
    allow: { chief: { do: [create, list] } }
  Shift:
    key: id
    fields: { id: { type: uuid, default: generated } }
    relations: { nurse: { one: Nurse }, second: { one: Nurse, optional: true } }
    allow: { chief: { do: [create, list] } }
  Note:
    key: id
    fields: { id: { type: uuid, default: generated } }
    relations: { about: { one: Nurse } }
    allow: { clerk: { do: [create, list] } }
`

const as = (role: string): Principal => ({ id: role, roles: [role], attributes: {}, credential: 'jwt' })

describe.each(databases)('a row that others refer to, on %s', (database) => {
  let opened: Opened
  beforeAll(async () => {
    opened = await open({ text: text(database) })
  })
  afterAll(() => opened.close())
  const run = (operation: string, role: string, input: { key?: JsonObject; value?: JsonObject }) =>
    opened.service.execute(call(operation, as(role), input))

  test('is kept, and what keeps it is told as far as its caller may see that', async () => {
    const id = String(bodyOf(await run('Nurse.create', 'chief', { value: {} })).id)
    await run('Shift.create', 'chief', { value: { nurseId: id } })
    const gone = async (role: string) => {
      const outcome = await run('Nurse.delete', role, { key: { id } })
      return outcome.kind === 'problem' ? [outcome.problem.code, outcome.problem.detail] : outcome.kind
    }
    expect(await gone('chief')).toEqual(['referenced', 'Other records refer to this one. Among them: Shift (nurse).'])
    expect(await gone('clerk')).toEqual(['referenced', 'Other records refer to this one.'])
  })

  test('is not referred to by what has it among its many', async () => {
    const nurseId = String(bodyOf(await run('Nurse.create', 'chief', { value: {} })).id)
    const key = { nurseId, number: 1 }
    await run('Bed.create', 'chief', { value: key })
    const tag = await run('Tag.create', 'chief', { value: { bedNurseId: nurseId, bedNumber: 1 } })
    expect(tag).toMatchObject({ kind: 'value' })
    expect(await run('Bed.delete', 'chief', { key })).toMatchObject({
      problem: { code: 'referenced', detail: 'Other records refer to this one. Among them: Tag (bed).' },
    })
  })
})
