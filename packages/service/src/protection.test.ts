import type { Predicate } from '@charter/runtime'
import type { EntitySql } from '@charter/sql/store'
import { databaseOf } from '@charter/sql/store'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { bodyOf, call, codeOf, type Opened, open } from './testing/clinic.ts'
import {
  auditorA,
  clinicianA,
  clinicianB,
  deskA,
  onMariadb,
  onPostgresql,
  protectedClinic,
} from './testing/protected-clinic.ts'

const databases = [
  { database: 'SQLite', text: protectedClinic, records: '"_charter_idempotency"' },
  { database: 'PostgreSQL', text: onPostgresql(protectedClinic), records: '"charter_state"."idempotency"' },
  { database: 'MariaDB', text: onMariadb(protectedClinic), records: '"_charter_idempotency"' },
]

describe.each(databases)('protected fields on $database', ({ text, records }) => {
  let opened: Opened
  const patients = () => String(sqlOf().from.replace(/ AS t$/, ''))
  const sqlOf = () => opened.derived.plans.find(({ entity }) => entity === 'Patient') ?? ({} as EntitySql)
  beforeEach(async () => {
    opened = await open({
      text,
      operations: {
        remember: async ({ row, value }, { rows }) => {
          seen = row
          return rows.update('Patient', { id: row?.id ?? null }, { notes: `${row?.notes} ${value.note}` })
        },
      },
    })
  })
  afterEach(() => opened.close())
  let seen: unknown

  const run = (...given: Parameters<typeof call>) => opened.service.execute(call(...given))
  const stored = async (column: string) =>
    (await databaseOf(opened.service.store).all(`SELECT "${column}" FROM ${patients()} ORDER BY "id"`, [])).map(
      ([value]) => value,
    )

  const person = {
    name: 'Ada Okafor',
    birthDate: '1962-04-17',
    ssn: '219-09-9999',
    notes: 'allergic',
    insurance: 'K-1',
    phone: '555 0199',
    income: '41000',
    ward: 'north',
  }
  const create = async (value: object = person, as = clinicianA) =>
    bodyOf(await run('Patient.create', as, { value: value as never })) as { id: string } & Record<string, unknown>
  const where = (field: string, value: string): Predicate => ({
    kind: 'compare',
    op: 'eq',
    left: { kind: 'field', path: [field] },
    right: { kind: 'value', value, type: { kind: 'text' } },
  })
  const list = (as = clinicianA, filter?: Predicate, include?: object) =>
    opened.service.execute({
      ...call('Patient.list', as),
      select: { ...(filter && { filter }), ...(include && { include: include as never }) },
    })
  const names = async (...given: Parameters<typeof list>) =>
    (bodyOf(await list(...given)).items as { name: string }[]).map(({ name }) => name)

  test('columns hold ciphertexts and tokens; who may reveal sees the values, others masks, nulls and tokens', async () => {
    const made = await create()
    expect(made).toMatchObject(person)
    expect((await stored('birthDate'))[0]).toMatch(/^c1\.d1-[0-9a-f]{12}\.[\w-]+$/)
    expect((await stored('ssn'))[0]).toMatch(/^tok_[\w-]{32}$/)
    expect((await stored('name_index'))[0]).toMatch(/^i1-[0-9a-f]{12}\.[\w-]{32}$/)
    const seenBy = bodyOf(await run('Patient.read', deskA, { key: { id: made.id } }))
    const [[ssn] = []] = await databaseOf(opened.service.store).all(`SELECT "ssn" FROM ${patients()}`, [])
    expect(seenBy).toMatchObject({
      name: 'Ada Okafor',
      birthDate: '1962-01-01',
      ssn,
      notes: expect.stringMatching(/^tok_/),
      insurance: null,
      phone: '******99',
      income: '41000',
    })
    const elsewhere = await create({ ...person, ssn: null, insurance: null, ward: 'south' })
    expect(bodyOf(await run('Patient.read', deskA, { key: { id: elsewhere.id } })).income).toBeNull()
  })

  test('equality finds values by their keyed index, within the tenant; nothing else does', async () => {
    await create()
    await create({ ...person, name: 'Jonas', ssn: '457-55-5462', insurance: 'K-2' })
    await create({ ...person, name: 'Other tenant' }, clinicianB)
    expect(await names(clinicianA, where('name', 'Jonas'))).toEqual(['Jonas'])
    expect(await names(clinicianA, where('ssn', '219-09-9999'))).toEqual(['Ada Okafor'])
    expect(await names(clinicianA, where('insurance', 'K-2'))).toEqual(['Jonas'])
    expect(await names(clinicianA, where('insurance', 'nobody'))).toEqual([])
    expect(await names(clinicianA, { kind: 'not', of: where('ssn', '111-11-1111') })).toHaveLength(2)
    expect(await names(clinicianB, where('ssn', '219-09-9999'))).toEqual(['Other tenant'])
    expect(await names(deskA, where('name', 'Jonas'))).toEqual(['Jonas'])
    for (const kind of ['lt', 'ne'] as const)
      expect(codeOf(await list(clinicianA, { ...where('name', 'J'), op: kind } as Predicate))).toBe('invalid-input')
    expect(codeOf(await list(clinicianA, where('notes', 'allergic')))).toBe('invalid-input')
    expect(codeOf(await list(deskA, where('ssn', '219-09-9999')))).toBe('forbidden')
    const sorted = { ...call('Patient.list', clinicianA), select: { sort: [{ field: 'name' }] } }
    expect(codeOf(await opened.service.execute(sorted))).toBe('invalid-input')
  })

  test('a value has one token in its field and tenant where it can be searched, else a new one each time', async () => {
    await create({ ...person, ssn: null, insurance: null })
    await create({ ...person, ssn: null, insurance: null })
    expect(new Set(await stored('notes')).size).toBe(2)
    const ssn = '219-09-9999'
    await create({ ...person, insurance: null }, clinicianA)
    await create({ ...person, insurance: null }, clinicianB)
    expect(new Set((await stored('ssn')).filter(Boolean)).size).toBe(2)
    expect(codeOf(await run('Patient.create', clinicianA, { value: { ...person, ssn, insurance: null } }))).toBe(
      'conflict',
    )
  })

  test('what must be unique is, and a conflict names the field, not the column of its index', async () => {
    await create()
    const twin = await run('Patient.create', clinicianA, { value: { ...person, ssn: null } })
    expect(twin).toMatchObject({
      problem: { code: 'conflict', errors: [expect.objectContaining({ path: '/insurance' })] },
    })
  })

  test('a token is never taken for a value', async () => {
    const { id } = await create()
    const token = String((await stored('ssn'))[0])
    const refused = await run('Patient.update', clinicianA, { key: { id }, value: { ssn: token, notes: token } })
    expect(refused).toMatchObject({
      problem: { code: 'invalid-input', errors: expect.arrayContaining([expect.objectContaining({ path: '/notes' })]) },
    })
    expect(codeOf(await list(clinicianA, where('ssn', token)))).toBe('invalid-input')
  })

  test('who may not reveal a field cannot write it, and a write that leaves it alone keeps its ciphertext byte for byte', async () => {
    const { id } = await create()
    const before = await Promise.all(['birthDate', 'ssn', 'insurance', 'insurance_index', 'name'].map(stored))
    expect(codeOf(await run('Patient.update', deskA, { key: { id }, value: { insurance: 'K-9' } }))).toBe(
      'invalid-input',
    )
    expect(codeOf(await run('Patient.update', deskA, { key: { id }, value: { ward: 'east' } }))).toBe('ok')
    expect(await Promise.all(['birthDate', 'ssn', 'insurance', 'insurance_index', 'name'].map(stored))).toEqual(before)
    expect(codeOf(await run('Patient.replace', deskA, { key: { id }, value: { ward: 'west', name: 'Ada' } }))).toBe(
      'ok',
    )
    expect(bodyOf(await run('Patient.read', clinicianA, { key: { id } }))).toMatchObject({
      ...person,
      ward: 'west',
      name: 'Ada',
    })
  })

  test('a ciphertext moved to another row, field or tenant does not open', async () => {
    const [one, two] = [
      await create(),
      await create({ ...person, ssn: null, insurance: null, birthDate: '2000-01-01' }),
    ]
    await databaseOf(opened.service.store).transaction((on) =>
      on.run(
        `UPDATE ${patients()} SET "birthDate" = (SELECT "birthDate" FROM ${patients()} WHERE "id" = ?) WHERE "id" = ?`,
        [one.id, two.id],
      ),
    )
    expect(codeOf(await run('Patient.read', clinicianA, { key: { id: two.id } }))).toBe('internal')
    expect(codeOf(await run('Patient.read', clinicianA, { key: { id: one.id } }))).toBe('ok')
    await opened.close().catch(({ cause }: Error) => expect(String(cause)).toContain('Patient.birthDate'))
    opened = await open({ text })
  })

  test('the columns themselves take no value in the clear', async () => {
    await create()
    for (const column of ['name', 'ssn'])
      await expect(
        databaseOf(opened.service.store).transaction((on) =>
          on.run(`UPDATE ${patients()} SET "${column}" = ?`, ['Ada Okafor']),
        ),
      ).rejects.toMatchObject({ problem: { code: 'invalid-input' } })
  })

  test('seeing protected values is on record before the answer leaves, with the names of what was shown', async () => {
    const { id } = await create()
    await run('Visit.create', clinicianA, { value: { patientId: id, reason: 'cough' } })
    await run('Patient.read', clinicianA, { key: { id } })
    const entry = async () => (await opened.service.state.recentAudit(1, 0))[0]
    const shown = ['name', 'birthDate', 'ssn', 'notes', 'insurance', 'phone', 'income']
    expect(await entry()).toMatchObject({ operation: 'Patient.read', mode: 'durable', fields: shown })
    await list(clinicianA, undefined, { visits: {} })
    expect(await entry()).toMatchObject({
      operation: 'Patient.list',
      mode: 'durable',
      rows: 1,
      fields: [...shown, 'visits.reason'],
    })
    await run('Patient.read', deskA, { key: { id } })
    expect(await entry()).toMatchObject({ principal: 'd1', fields: ['name', 'income'] })
    expect(codeOf(await run('Patient.audit', auditorA, { key: { id } }))).toBe('ok')
  })

  test('a replayed answer is the same, and its record holds no value', async () => {
    const asked = { value: person, idempotencyKey: 'k' }
    const first = await run('Patient.create', clinicianA, asked)
    const second = await run('Patient.create', clinicianA, asked)
    expect(second).toMatchObject({ isReplayed: true })
    expect(bodyOf(second)).toEqual(bodyOf(first))
    expect((await opened.service.state.recentAudit(1, 0))[0]).toMatchObject({
      mode: 'durable',
      fields: ['name', 'birthDate', 'ssn', 'notes', 'insurance', 'phone', 'income'],
    })
    const [[value] = []] = await databaseOf(opened.service.store).all(`SELECT "value" FROM ${records}`, [])
    expect(JSON.parse(String(value))).toMatch(/^c1\./)
  })

  test('what is included beside the row is not kept with its answer', async () => {
    await opened.close()
    opened = await open({ text: text.replace('length: 1..200, protect: encrypt', 'length: 1..200') })
    const made = bodyOf(await run('Patient.create', clinicianA, { value: person }))
    const asked = call('Visit.create', clinicianA, {
      value: { reason: 'x', patientId: made.id },
      idempotencyKey: 'k',
    } as never)
    const select = { include: { x: { relation: 'patient', fields: ['notes'] } } }
    expect(bodyOf(await opened.service.execute({ ...asked, select }))).toMatchObject({ x: { notes: 'allergic' } })
    const [[value] = []] = await databaseOf(opened.service.store).all(`SELECT "value" FROM ${records}`, [])
    expect(JSON.parse(String(value))).toMatchObject({ value: { reason: 'x', patientId: made.id } })
    expect(String(value)).not.toContain('"x":')
  })

  test('a custom operation sees and writes values, never ciphertexts', async () => {
    const { id } = await create()
    const outcome = await run('remember', clinicianA, { key: { id }, value: { note: 'pollen' } })
    expect(bodyOf(outcome).notes).toBe('allergic pollen')
    expect(seen).toEqual({ id, tenantId: 'a', ...person })
  })

  test('reads and writes of what is not protected ask for no key', async () => {
    await opened.close()
    const keys = { name: 'down', wrap: fail, unwrap: fail, describe: () => 'down' }
    opened = await open({ text, keys })
    expect(codeOf(await run('Patient.create', clinicianA, { value: person }))).toBe('unavailable')
    expect(codeOf(await run('Room.create', clinicianA, { value: { title: 'One' }, idempotencyKey: 'r' }))).toBe('ok')
    expect(codeOf(await opened.service.execute(call('Room.list', clinicianA)))).toBe('ok')
  })

  const fail = async (): Promise<never> => {
    throw new Error('down')
  }

  test('an atomic batch writes and reads protected values in its own transaction', async () => {
    const outcomes = await opened.service.executeBatch(
      [
        call('Patient.create', clinicianA, { value: person }),
        call('Patient.create', clinicianA, { value: { ...person, ssn: null, insurance: 'K-2' } }),
      ],
      { atomic: true },
    )
    expect(outcomes.map(codeOf)).toEqual(['ok', 'ok'])
    expect(bodyOf(outcomes[0] as never)).toMatchObject(person)
  })
})
