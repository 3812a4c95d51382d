import type { Call, JsonObject, Principal } from '@charter/runtime'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bodyOf, call, codeOf, type Opened, open } from './testing/clinic.ts'

const text = (database: string): string => `
charter: 1
name: wards
serves: [rest]
sources: { main: { own: ${database} } }
access:
  roles: [clinician, desk]
  principal: { ward: { type: text, claim: ward, required: true } }
entities:
  Patient:
    key: id
    fields:
      id: { type: uuid, default: generated }
      ward: { type: text, length: 1..40 }
      ssn: { type: text, length: 1..20, optional: true, reveal: clinical, mask: { last: 4 } }
    allow:
      clinician: [{ do: [create, list, move], reveal: [clinical] }, { do: [read, update], when: resource.ward == principal.ward }]
      desk: { do: [create, read, list, move] }
  Visit:
    key: id
    fields: { id: { type: uuid, default: generated } }
    relations: { patient: { one: Patient } }
    allow: { clinician: { do: [create, read, list] }, desk: { do: [create, read, list] } }
operations:
  move: { entity: Patient, input: { to: text }, result: Patient, effect: write, mode: unary }
`

const someone = (role: string): Principal => ({
  id: 'c1',
  roles: [role],
  attributes: { ward: 'north' },
  credential: 'jwt',
})
const [clinician, desk] = [someone('clinician'), someone('desk')]

describe.each(['sqlite', 'postgresql'])('an answer that is given again, on %s', (database) => {
  let opened: Opened
  const run = (...given: Parameters<typeof call>) => opened.service.execute(call(...given))
  const patient = { ward: 'north', ssn: '219-09-9999' }
  const moved = (id: unknown, to: string) => run('move', desk, { key: { id: String(id) }, value: { to } })
  beforeAll(async () => {
    opened = await open({
      text: text(database),
      operations: {
        move: ({ value, row }, { rows }) => rows.update('Patient', { id: row?.id ?? null }, { ward: value.to ?? null }),
      },
    })
  })
  afterAll(() => opened.close())

  test('is judged by the rules of now: a row that may not be read any more is not found', async () => {
    const asked = { value: patient, idempotencyKey: 'a' }
    const first = bodyOf(await run('Patient.create', clinician, asked))
    expect(bodyOf(await run('Patient.create', clinician, asked))).toEqual(first)
    await moved(first.id, 'south')
    expect(codeOf(await run('Patient.create', clinician, asked))).toBe('not-found')
    // A selection without the key is no way around it.
    const within: Call = {
      ...call('Patient.create', clinician, { value: patient, idempotencyKey: 'b' }),
      select: { fields: ['ssn'] },
    }
    expect(bodyOf(await opened.service.execute(within))).toEqual({ ssn: '219-09-9999' })
    const { items } = bodyOf(await run('Patient.list', desk)) as { items: JsonObject[] }
    for (const { id } of items) await moved(id, 'south')
    expect(codeOf(await opened.service.execute(within))).toBe('not-found')
  })

  test('shows what was included as it is now', async () => {
    const asked = { value: patient, idempotencyKey: 'c' }
    const made = bodyOf(await run('Patient.create', clinician, asked))
    const visit: Call = {
      ...call('Visit.create', clinician, { value: { patientId: String(made.id) }, idempotencyKey: 'd' }),
      select: { include: { x: { relation: 'patient' } } },
    }
    expect(bodyOf(await opened.service.execute(visit)).x).toMatchObject({ ssn: '219-09-9999' })
    await moved(made.id, 'south')
    expect(bodyOf(await opened.service.execute(visit))).toMatchObject({ patientId: made.id, x: null })
  })

  test('masks what may not be seen any more, also where a custom operation answers with the row', async () => {
    const made = bodyOf(await run('Patient.create', clinician, { value: patient }))
    const back = { key: { id: String(made.id) }, value: { to: 'north' }, idempotencyKey: 'e' }
    expect(bodyOf(await run('move', clinician, back)).ssn).toBe('219-09-9999')
    expect(bodyOf(await run('move', desk, back)).ssn).toBe('*******9999')
    await moved(made.id, 'south')
    expect(codeOf(await run('move', clinician, back))).toBe('not-found')
  })
})
