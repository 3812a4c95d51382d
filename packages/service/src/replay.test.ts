import type { Call, JsonObject, Principal } from '@charter/runtime'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bodyOf, call, codeOf, type Opened, open } from './testing/clinic.ts'
import { databases } from './testing/databases.ts'

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
      clinician: [{ do: [create, list, move, tell, look], reveal: [clinical] }, { do: [read, update], when: resource.ward == principal.ward }]
      desk: [{ do: [create, read, list, move] }, { do: [tell, close], when: resource.ward == principal.ward }]
  Visit:
    key: id
    fields: { id: { type: uuid, default: generated } }
    relations: { patient: { one: Patient } }
    allow: { clinician: { do: [create, read, list] }, desk: { do: [create, read, list] } }
operations:
  move: { rights: service, entity: Patient, input: { to: text }, result: Patient, effect: write, mode: unary }
  tell: { rights: service, entity: Patient, result: { type: text }, effect: write, mode: unary }
  close: { rights: service, entity: Patient, effect: write, mode: unary }
  look: { rights: service, entity: Patient, key: false, input: { id: uuid }, result: { type: text }, effect: write, mode: unary }
`

const someone = (role: string): Principal => ({
  id: 'c1',
  roles: [role],
  attributes: { ward: 'north' },
  credential: 'jwt',
})
const [clinician, desk] = [someone('clinician'), someone('desk')]

describe.each(databases)('an answer that is given again, on %s', (database) => {
  let opened: Opened
  const run = (...given: Parameters<typeof call>) => opened.service.execute(call(...given))
  const patient = { ward: 'north', ssn: '219-09-9999' }
  const moved = (id: unknown, to: string) => run('move', desk, { key: { id: String(id) }, value: { to } })
  beforeAll(async () => {
    opened = await open({
      text: text(database),
      operations: {
        move: ({ value, row }, { rows }) => rows.update('Patient', { id: row?.id ?? null }, { ward: value.to ?? null }),
        tell: async ({ row }) => `in ${row?.ward}`,
        look: async ({ value }, { rows }) => (await rows.read('Patient', { id: value.id ?? null }))?.ward ?? null,
        close: async ({ row }, { rows }) => {
          await rows.update('Patient', { id: row?.id ?? null }, { ward: 'none' })
          return null
        },
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

  test('is of the selection that it was asked with, and what was included under a field’s name is none', async () => {
    const made = bodyOf(await run('Patient.create', clinician, { value: patient }))
    const visit = (member: string): Call => ({
      ...call('Visit.create', clinician, { value: { patientId: String(made.id) }, idempotencyKey: 'f' }),
      select: { fields: ['id'], include: { [member]: { relation: 'patient' } } },
    })
    const first = bodyOf(await opened.service.execute(visit('x')))
    expect(bodyOf(await opened.service.execute(visit('x')))).toEqual(first)
    expect(codeOf(await opened.service.execute({ ...visit('x'), select: {} }))).toBe('idempotency-mismatch')
    // Under a field's name, or the key's, it is still what was included.
    for (const member of ['patientId', 'id']) {
      const as = (role: string): Call => ({
        ...visit(member),
        principal: someone(role),
        context: { ...visit(member).context, idempotencyKey: member },
      })
      expect(bodyOf(await opened.service.execute(as('clinician')))[member]).toMatchObject({ ssn: '219-09-9999' })
      expect(bodyOf(await opened.service.execute(as('desk')))[member]).toMatchObject({ ssn: '*******9999' })
    }
  })

  test('of an operation that answers no row of its own is judged by the row that it is on', async () => {
    const made = bodyOf(await run('Patient.create', clinician, { value: patient }))
    const asked = { key: { id: String(made.id) }, idempotencyKey: 'h' }
    for (const who of [desk, clinician]) expect(bodyOf(await run('tell', who, asked))).toBe('in north')
    await moved(made.id, 'south')
    expect(codeOf(await run('tell', desk, asked))).toBe('forbidden')
    expect(codeOf(await run('tell', clinician, asked))).toBe('not-found')
    // One that answers nothing shows nothing, though its own rule would not let it begin again.
    const closing = { key: { id: String(made.id) }, idempotencyKey: 'i' }
    await moved(made.id, 'north')
    expect(codeOf(await run('close', desk, closing))).toBe('ok')
    expect(await run('close', desk, closing)).toMatchObject({ value: null, isReplayed: true })
  })

  test('says again on record what its body was given of protected fields', async () => {
    const made = bodyOf(await run('Patient.create', clinician, { value: patient }))
    const id = String(made.id)
    for (let time = 0; time < 2; time++) {
      expect(bodyOf(await run('tell', clinician, { key: { id }, idempotencyKey: 'j' }))).toBe('in north')
      expect((await opened.service.state.recentAudit(1, 0))[0]).toMatchObject({ mode: 'durable', fields: ['ssn'] })
      expect(bodyOf(await run('look', clinician, { value: { id }, idempotencyKey: 'k' }))).toBe('north')
      expect((await opened.service.state.recentAudit(1, 0))[0]).toMatchObject({ fields: ['id', 'Patient.ssn'] })
    }
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
