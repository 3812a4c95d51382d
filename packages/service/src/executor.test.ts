import type { Json } from '@charter/runtime'
import { databaseOf } from '@charter/sql/store'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  ada,
  amoxicillin,
  auditor,
  bodyOf,
  call,
  clinician,
  codeOf,
  meiLing,
  type Opened,
  open,
  pharmacist,
} from './testing/clinic.ts'

let opened: Opened
beforeEach(async () => {
  opened = await open()
})
afterEach(() => opened.close())

const patient = { name: 'New Person', birthDate: '1990-01-01', ward: 'north' }
const run = (...given: Parameters<typeof call>) => opened.service.execute(call(...given))
const stored = (sql: string) => databaseOf(opened.service.store).all(sql, [])
const patients = async (): Promise<number> => Number((await stored('SELECT count(*) FROM "patient"'))[0]?.[0])
const audited = async () =>
  (await opened.service.state.recentAudit(1000, 0)).map(({ operation, outcome }) => `${operation} ${outcome}`)

test('what is asked first decides: sign-in, then the rule, then the input, then the row, then the precondition', async () => {
  const bad = { name: '', nothing: 1 }
  expect(codeOf(await run('Patient.update', null, { key: { id: ada }, value: bad }))).toBe('unauthenticated')
  expect(codeOf(await run('Patient.update', pharmacist, { key: { id: ada }, value: bad }))).toBe('forbidden')
  expect(codeOf(await run('Patient.update', clinician, { key: { id: meiLing }, value: bad, ifMatch: ['no'] }))).toBe(
    'invalid-input',
  )
  expect(
    codeOf(await run('Patient.update', clinician, { key: { id: meiLing }, value: { name: 'x' }, ifMatch: ['no'] })),
  ).toBe('not-found')
  expect(
    codeOf(
      await run('Patient.update', clinician, { key: { id: ada }, value: { ssn: '457-55-5462' }, ifMatch: ['no'] }),
    ),
  ).toBe('precondition-failed')
  expect(codeOf(await run('Patient.update', clinician, { key: { id: ada }, value: { ssn: '457-55-5462' } }))).toBe(
    'conflict',
  )
})

test('a row that may be read and not changed is forbidden; one that may not be read is not found', async () => {
  const stopped = { key: { id: amoxicillin }, value: { state: 'stopped' } }
  expect(codeOf(await run('Prescription.update', clinician, stopped))).toBe('ok')
  expect(
    codeOf(await run('Prescription.update', pharmacist, { key: { id: amoxicillin }, value: { state: 'written' } })),
  ).toBe('not-found')
  expect(codeOf(await run('Patient.read', clinician, { key: { id: meiLing } }))).toBe('not-found')
})

test('a call on a row that names none is told so, and finds nothing by accident', async () => {
  for (const action of ['read', 'update', 'delete', 'audit'])
    for (const input of [{ value: {} }, { key: {}, value: {} }]) {
      const outcome = await run(`Patient.${action}`, action === 'audit' ? auditor : clinician, input)
      // Who may not do it learns nothing of the input.
      if (codeOf(outcome) === 'forbidden') continue
      expect(outcome).toMatchObject({
        problem: { code: 'invalid-input', errors: [{ path: '/key/id', code: 'required' }] },
      })
    }
})

test('a create is judged on the row that it proposes', async () => {
  expect(codeOf(await run('Patient.create', clinician, { value: patient }))).toBe('ok')
  expect(codeOf(await run('Patient.create', clinician, { value: { ...patient, ward: 'south' } }))).toBe('forbidden')
  const prescription = { drug: 'X', dose: '1.00', startsOn: '2026-01-01' }
  expect(codeOf(await run('Prescription.create', clinician, { value: { ...prescription, patientId: ada } }))).toBe('ok')
  expect(
    codeOf(await run('Prescription.create', clinician, { value: { ...prescription, patientId: meiLing } })),
  ).toMatch(/forbidden|invalid-input/)
})

test('an update is judged on the stored row and on the one that would come of it', async () => {
  expect(codeOf(await run('Patient.update', clinician, { key: { id: ada }, value: { ward: 'south' } }))).toBe(
    'forbidden',
  )
  expect(
    codeOf(
      await run(
        'Patient.update',
        { ...clinician, attributes: { ward: 'south' } },
        { key: { id: ada }, value: { ward: 'south' } },
      ),
    ),
  ).toBe('not-found')
  expect(bodyOf(await run('Patient.read', clinician, { key: { id: ada } })).ward).toBe('north')
})

test('what may not be revealed is masked in the answer, and cannot be written', async () => {
  expect(bodyOf(await run('Patient.read', pharmacist, { key: { id: ada } })).ssn).toBe('*******9999')
  expect(bodyOf(await run('Patient.read', clinician, { key: { id: ada } })).ssn).toBe('219-09-9999')
})

test('a write and its entry are one transaction: undone together', async () => {
  const before = await audited()
  const outcome = await run('Prescription.create', clinician, {
    value: { patientId: ada, drug: 'X', dose: '1.00', startsOn: '2026-02-01', endsOn: '2026-01-01' },
  })
  expect(codeOf(outcome)).toBe('invalid-input')
  expect((await audited()).length).toBe(before.length)
  expect(codeOf(await run('Patient.create', clinician, { value: patient }))).toBe('ok')
  expect((await audited())[0]).toBe('Patient.create ok')
})

test('when the entry cannot be written, neither is the row', async () => {
  const before = await patients()
  const [[table] = []] = await stored("SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE '%audit%'")
  await databaseOf(opened.service.store).transaction((transaction) =>
    transaction.run(
      `CREATE TRIGGER refuse BEFORE INSERT ON "${table}" BEGIN SELECT RAISE(ABORT, 'the record is full'); END`,
      [],
    ),
  )
  const outcome = await run('Patient.create', clinician, { value: patient })
  expect(outcome.kind).toBe('problem')
  expect(await patients()).toBe(before)
  await databaseOf(opened.service.store).transaction((transaction) => transaction.run('DROP TRIGGER refuse', []))
  await opened.close().catch(() => {})
  opened = await open()
})

test('a denial is on record, with who, what and nothing of the values', async () => {
  await run('Patient.create', pharmacist, { value: { ...patient, name: 'CANARY-7' } })
  const [entry] = await opened.service.state.recentAudit(1, 0)
  expect(entry).toMatchObject({ operation: 'Patient.create', outcome: 'forbidden', principal: 'p1', mode: 'durable' })
  expect(JSON.stringify(entry)).not.toContain('CANARY')
})

test('the same key and body give the same answer once; another body is a mismatch; another principal is another key', async () => {
  const before = await patients()
  const asked = { value: patient, idempotencyKey: 'k1' }
  const first = await run('Patient.create', clinician, asked)
  const second = await run('Patient.create', clinician, asked)
  expect(bodyOf(second)).toEqual(bodyOf(first))
  expect(second).toMatchObject({ isReplayed: true })
  expect((await audited()).filter((line) => line === 'Patient.create ok')).toHaveLength(2)
  expect(codeOf(await run('Patient.create', clinician, { ...asked, value: { ...patient, name: 'Other' } }))).toBe(
    'idempotency-mismatch',
  )
  expect(codeOf(await run('Patient.create', { ...clinician, id: 'c2' }, asked))).toBe('ok')
  expect(await patients()).toBe(before + 2)
})

test('twins that arrive at once make one row and have one answer', async () => {
  const before = await patients()
  const asked = { value: patient, idempotencyKey: 'k2' }
  const outcomes = await Promise.all(Array.from({ length: 8 }, () => run('Patient.create', clinician, asked)))
  const done = outcomes.filter((outcome) => outcome.kind === 'value')
  expect(
    outcomes.filter((outcome) => outcome.kind === 'problem').every((outcome) => codeOf(outcome) === 'in-progress'),
  ).toBe(true)
  expect(new Set(done.map((outcome) => bodyOf(outcome).id)).size).toBe(1)
  expect(await patients()).toBe(before + 1)
})

test('an atomic batch is all or nothing, and the refusal goes on record although it was undone', async () => {
  const before = await patients()
  const calls = [
    call('Patient.create', clinician, { value: patient }),
    call('Patient.create', clinician, { value: { ...patient, ward: 'south' } }),
    call('Patient.create', clinician, { value: patient }),
  ]
  expect((await opened.service.executeBatch(calls, { atomic: true })).map(codeOf)).toEqual([
    'operation-failed',
    'forbidden',
    'operation-failed',
  ])
  expect(await patients()).toBe(before)
  expect((await audited())[0]).toBe('Patient.create forbidden')
  expect((await opened.service.executeBatch(calls, { atomic: false })).map(codeOf)).toEqual(['ok', 'forbidden', 'ok'])
  expect(await patients()).toBe(before + 2)
})

test('of many writers who have read the same version, one wins', async () => {
  const read = await run('Patient.read', clinician, { key: { id: ada } })
  const version = read.kind === 'value' ? (read.version ?? '') : ''
  const outcomes = await Promise.all(
    Array.from({ length: 6 }, (_, at) =>
      run('Patient.update', clinician, { key: { id: ada }, value: { name: `Name ${at}` }, ifMatch: [version] }),
    ),
  )
  expect(outcomes.map(codeOf).toSorted()).toEqual(['ok', ...Array.from({ length: 5 }, () => 'precondition-failed')])
})

test('a trail is for whoever may audit, and shows the row’s calls, newest first', async () => {
  await run('Patient.update', clinician, { key: { id: ada }, value: { name: 'Ada B' } })
  await run('Patient.read', clinician, { key: { id: ada } })
  await opened.service.audit.flush()
  const trail = bodyOf(await run('Patient.audit', auditor, { key: { id: ada } })).items as { operation: string }[]
  expect(trail.map(({ operation }) => operation)).toEqual(['Patient.read', 'Patient.update'])
  expect(codeOf(await run('Patient.audit', pharmacist, { key: { id: ada } }))).toBe('forbidden')
})

test('an operation without a body is not implemented; its body runs in the call’s transaction', async () => {
  expect(
    codeOf(await run('dischargePatient', clinician, { key: { id: ada }, value: { at: '2026-01-01T00:00:00Z' } })),
  ).toBe('not-implemented')
  const own = await open({
    operations: {
      dischargePatient: async ({ row, value }, { rows, fail }) => {
        const changed = await rows.update('Patient', { id: String(row?.id) }, { name: 'Gone' })
        return row?.name === 'Gone' ? fail('already-discharged') : { ...changed, name: String(value.at) }
      },
    },
  })
  const discharge = call('dischargePatient', clinician, { key: { id: ada }, value: { at: '2026-01-01T00:00:00Z' } })
  expect(codeOf(await own.service.execute(discharge))).toBe('ok')
  expect(await own.service.execute(discharge)).toMatchObject({
    problem: { code: 'operation-failed', reason: 'already-discharged' },
  })
  await own.close()
})

test('a body that fails with what its operation does not declare has a bug, and no reason of its own', async () => {
  const own = await open({ operations: { dischargePatient: async (_, { fail }) => fail('never-declared') } })
  const discharge = call('dischargePatient', clinician, { key: { id: ada }, value: { at: '2026-01-01T00:00:00Z' } })
  expect(codeOf(await own.service.execute(discharge))).toBe('internal')
  await expect(own.close()).rejects.toThrow('the service met bugs')
})

test('a write that nobody waits for any more is not made', async () => {
  const before = await patients()
  expect(codeOf(await run('Patient.create', clinician, { value: patient, abort: AbortSignal.abort() }))).toBe(
    'cancelled',
  )
  expect(await patients()).toBe(before)
})

test('a body is not begun for a call whose time is over', async () => {
  const begun: unknown[] = []
  const own = await open({
    text: `charter: 1
name: bell
access: { roles: [owner] }
entities: {}
operations: { ring: { effect: read } }
policies: |
  permit(principal, action == Action::"ring", resource);
`,
    operations: { ring: async () => begun.push(null) },
  })
  const owner = { ...clinician, roles: ['owner'] }
  expect(codeOf(await own.service.execute(call('ring', owner)))).toBe('ok')
  expect(codeOf(await own.service.execute(call('ring', owner, { deadlineMs: Date.now() - 10_000 })))).toBe('timeout')
  expect(begun).toHaveLength(1)
  await own.close()
})

const names = ['constructor', 'toString', 'valueOf', 'hasOwnProperty']
const odd = `charter: 1
name: odd
access: { roles: [owner], principal: { constructor: { type: text, claim: c } } }
entities:
  Object:
    key: id
    fields: { id: { type: uuid, default: generated }, ${names.map((name) => `${name}: { type: text, optional: true }`).join(', ')} }
    allow: { owner: { do: [create, read, update, list], when: 'resource.id != "x"' } }
`

test('fields may be called what every object has of itself', async () => {
  const own = await open({ text: odd })
  const owner = { id: 'o', roles: ['owner'], attributes: {}, credential: 'jwt' as const }
  const made = bodyOf(await own.service.execute(call('Object.create', owner, { value: { constructor: 'a' } as Json })))
  expect(Object.entries(made).filter(([name]) => name !== 'id')).toEqual(
    names.map((name) => [name, name === 'constructor' ? 'a' : null]),
  )
  const changed = await own.service.execute(
    call('Object.update', owner, { key: { id: String(made.id) }, value: { valueOf: 'b' } as unknown as Json }),
  )
  expect(bodyOf(changed).valueOf).toBe('b')
  await own.close()
})

test('why a call is refused is told to development tokens alone', async () => {
  const refused = await run('Patient.delete', pharmacist, { key: { id: ada } })
  expect(refused).toMatchObject({ problem: { code: 'forbidden' } })
  expect(JSON.stringify(refused)).not.toMatch(/why|charter\.yaml|allow/)
  const developing = { ...pharmacist, credential: 'development' as const }
  const told = await run('Patient.delete', developing, { key: { id: ada } })
  expect(told).toMatchObject({ problem: { code: 'forbidden', why: { rule: { file: 'charter.yaml' } } } })
})

const guarded = `
charter: 1
name: guarded
serves: [rest]
access: { roles: [clerk, auditor] }
entities:
  Paper:
    key: id
    fields: { id: { type: int64 }, writer: { type: text }, sealed: { type: boolean } }
    allow:
      clerk: { do: [create, read, update], when: resource.writer == principal.id }
      auditor: { do: [create, read, update] }
policies: |
  forbid(principal, action == Action::"Paper.update", resource is Paper) when { resource.sealed };
`

test('which line decided on a row is told to development tokens alone', async () => {
  const own = await open({ text: guarded })
  const asking = (role: string, credential: 'jwt' | 'development') => ({
    id: role,
    roles: [role],
    attributes: {},
    credential,
  })
  const [clerk, auditor] = [asking('clerk', 'development'), asking('auditor', 'development')]
  const paper = (writer: string, sealed: boolean, id: string): Json => ({ id, writer, sealed })
  const whyOf = async (...asked: Parameters<typeof call>) => (await own.service.execute(call(...asked))) as object
  await whyOf('Paper.create', auditor, { value: paper('clerk', true, '1') })
  expect(await whyOf('Paper.create', clerk, { value: paper('someone', false, '2') })).toMatchObject({
    problem: {
      code: 'forbidden',
      why: { sentence: 'The condition of the rule that allows it does not hold.', rule: { line: 11 } },
    },
  })
  expect(await whyOf('Paper.update', auditor, { key: { id: '1' }, value: { writer: 'x' } })).toMatchObject({
    problem: {
      why: { sentence: 'The condition of a rule that forbids it holds, or cannot be decided.', rule: { line: 14 } },
    },
  })
  expect(await whyOf('Paper.update', clerk, { key: { id: '1' }, value: { sealed: true } })).toMatchObject({
    problem: {
      why: {
        sentence: 'The condition of the rule that allows it does not hold, or that of a rule that forbids it does.',
        rule: { line: 11 },
      },
    },
  })
  const other = await whyOf('Paper.update', asking('auditor', 'jwt'), { key: { id: '1' }, value: { writer: 'x' } })
  expect(JSON.stringify(other)).toMatch(/forbidden/)
  expect(JSON.stringify(other)).not.toMatch(/why|sealed/)
  await own.close()
})
