// Generated from the charter "clinic". What you change here is merged when generating again.

import { deepEqual } from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { type Method, type Row, type Running, startService } from './support.ts'

describe('Patient', () => {
  let service: Running
  beforeEach(async () => {
    service = await startService()
  })
  afterEach(() => service.close())

  test('nobody reads without a token', async () => {
    const answer = await service.ask('GET', '/api/patients/0190f5c6-7b1e-7c3a-9a55-000000000001')
    deepEqual([answer.status, answer.body.code], [401, 'unauthenticated'])
  })

  test('auditor may not read', async () => {
    const answer = await service.ask('GET', '/api/patients/0190f5c6-7b1e-7c3a-9a55-000000000001', { role: 'auditor' })
    deepEqual([answer.status, answer.body.code], [403, 'forbidden'])
  })

  test('pharmacist sees no value that it may not', async () => {
    const answer = await service.ask('GET', '/api/patients/0190f5c6-7b1e-7c3a-9a55-000000000001', {
      role: 'pharmacist',
    })
    const expected = { ssn: '*******6925' }
    for (const [name, value] of Object.entries(expected)) deepEqual([name, answer.body[name]], [name, value])
  })

  test('clinician reads a row as it is stored', async () => {
    const answer = await service.ask('GET', '/api/patients/0190f5c6-7b1e-7c3a-9a55-000000000001', { role: 'clinician' })
    deepEqual(answer.status, 200)
    const expected = {
      id: '0190f5c6-7b1e-7c3a-9a55-000000000001',
      name: 'name 1',
      birthDate: '2025-03-01',
      ssn: '147-03-6925',
      email: 'person1@example.org',
      ward: 'ward 1',
      dischargedAt: '2025-03-01T09:00:00Z',
      createdAt: '2025-03-01T09:00:00Z',
    }
    for (const [name, value] of Object.entries(expected)) deepEqual([name, answer.body[name]], [name, value])
  })

  test('clinician does not find a row that is not there', async () => {
    const answer = await service.ask('GET', '/api/patients/0190f5c6-7b1e-7c3a-9a55-ffffffffffff', { role: 'clinician' })
    deepEqual([answer.status, answer.body.code], [404, 'not-found'])
  })

  test('clinician reads a row with what is related to it', async () => {
    const answer = await service.ask(
      'GET',
      '/api/patients/0190f5c6-7b1e-7c3a-9a55-000000000001?include=prescriptions,records,labResults',
      { role: 'clinician' },
    )
    deepEqual(
      answer.body.prescriptions.items.map((item: Row) => item.id),
      ['0190f5c6-7b1e-7c3a-9a55-000000000001'],
    )
    deepEqual(
      answer.body.records.items.map((item: Row) => item.id),
      ['0190f5c6-7b1e-7c3a-9a55-000000000001'],
    )
    deepEqual(
      answer.body.labResults.items.map((item: Row) => item.id),
      ['0190f5c6-7b1e-7c3a-9a55-000000000001'],
    )
  })

  test('pharmacist may not list', async () => {
    const answer = await service.ask('GET', '/api/patients', { role: 'pharmacist' })
    deepEqual([answer.status, answer.body.code], [403, 'forbidden'])
  })

  test('auditor may not list', async () => {
    const answer = await service.ask('GET', '/api/patients', { role: 'auditor' })
    deepEqual([answer.status, answer.body.code], [403, 'forbidden'])
  })

  test('clinician walks every page and sees each of its rows once', async () => {
    const seen = new Set<string>()
    let path: string | null = '/api/patients?limit=1'
    for (let pages = 0; path !== null && pages < 10; pages++) {
      const answer = await service.ask('GET', path, { role: 'clinician' })
      deepEqual(answer.status, 200)
      for (const item of answer.body.items) seen.add(JSON.stringify([item.id]))
      path = answer.body.next === null ? null : `/api/patients?limit=1&after=${answer.body.next}`
    }
    deepEqual([seen.size, path], [3, null])
  })

  test('clinician finds rows by every filter', async () => {
    const filters = [
      [{ field: 'id', op: 'eq', value: '0190f5c6-7b1e-7c3a-9a55-000000000001' }, 1],
      [{ field: 'id', op: 'ne', value: '0190f5c6-7b1e-7c3a-9a55-000000000001' }, 2],
      [{ field: 'id', op: 'in', value: ['0190f5c6-7b1e-7c3a-9a55-000000000001'] }, 1],
      [{ field: 'id', op: 'isNull', value: true }, 0],
      [{ field: 'id', op: 'isNull', value: false }, 3],
      [{ field: 'name', op: 'eq', value: 'name 1' }, 1],
      [{ field: 'name', op: 'ne', value: 'name 1' }, 2],
      [{ field: 'name', op: 'lt', value: 'name 1' }, 0],
      [{ field: 'name', op: 'le', value: 'name 1' }, 1],
      [{ field: 'name', op: 'gt', value: 'name 1' }, 2],
      [{ field: 'name', op: 'ge', value: 'name 1' }, 3],
      [{ field: 'name', op: 'in', value: ['name 1'] }, 1],
      [{ field: 'name', op: 'like', value: '%name 1' }, 1],
      [{ field: 'name', op: 'startsWith', value: 'na' }, 3],
      [{ field: 'name', op: 'isNull', value: true }, 0],
      [{ field: 'name', op: 'isNull', value: false }, 3],
      [{ field: 'birthDate', op: 'eq', value: '2025-03-01' }, 1],
      [{ field: 'birthDate', op: 'ne', value: '2025-03-01' }, 2],
      [{ field: 'birthDate', op: 'lt', value: '2025-03-01' }, 0],
      [{ field: 'birthDate', op: 'le', value: '2025-03-01' }, 1],
      [{ field: 'birthDate', op: 'gt', value: '2025-03-01' }, 2],
      [{ field: 'birthDate', op: 'ge', value: '2025-03-01' }, 3],
      [{ field: 'birthDate', op: 'in', value: ['2025-03-01'] }, 1],
      [{ field: 'birthDate', op: 'isNull', value: true }, 0],
      [{ field: 'birthDate', op: 'isNull', value: false }, 3],
      [{ field: 'ssn', op: 'eq', value: '147-03-6925' }, 1],
      [{ field: 'ssn', op: 'ne', value: '147-03-6925' }, 2],
      [{ field: 'ssn', op: 'lt', value: '147-03-6925' }, 0],
      [{ field: 'ssn', op: 'le', value: '147-03-6925' }, 1],
      [{ field: 'ssn', op: 'gt', value: '147-03-6925' }, 2],
      [{ field: 'ssn', op: 'ge', value: '147-03-6925' }, 3],
      [{ field: 'ssn', op: 'in', value: ['147-03-6925'] }, 1],
      [{ field: 'ssn', op: 'like', value: '%147-03-6925' }, 1],
      [{ field: 'ssn', op: 'startsWith', value: '14' }, 1],
      [{ field: 'ssn', op: 'isNull', value: true }, 0],
      [{ field: 'ssn', op: 'isNull', value: false }, 3],
      [{ field: 'email', op: 'eq', value: 'person1@example.org' }, 1],
      [{ field: 'email', op: 'ne', value: 'person1@example.org' }, 2],
      [{ field: 'email', op: 'lt', value: 'person1@example.org' }, 0],
      [{ field: 'email', op: 'le', value: 'person1@example.org' }, 1],
      [{ field: 'email', op: 'gt', value: 'person1@example.org' }, 2],
      [{ field: 'email', op: 'ge', value: 'person1@example.org' }, 3],
      [{ field: 'email', op: 'in', value: ['person1@example.org'] }, 1],
      [{ field: 'email', op: 'like', value: '%person1@example.org' }, 1],
      [{ field: 'email', op: 'startsWith', value: 'pe' }, 3],
      [{ field: 'email', op: 'isNull', value: true }, 0],
      [{ field: 'email', op: 'isNull', value: false }, 3],
      [{ field: 'ward', op: 'eq', value: 'ward 1' }, 3],
      [{ field: 'ward', op: 'ne', value: 'ward 1' }, 0],
      [{ field: 'ward', op: 'lt', value: 'ward 1' }, 0],
      [{ field: 'ward', op: 'le', value: 'ward 1' }, 3],
      [{ field: 'ward', op: 'gt', value: 'ward 1' }, 0],
      [{ field: 'ward', op: 'ge', value: 'ward 1' }, 3],
      [{ field: 'ward', op: 'in', value: ['ward 1'] }, 3],
      [{ field: 'ward', op: 'like', value: '%ward 1' }, 3],
      [{ field: 'ward', op: 'startsWith', value: 'wa' }, 3],
      [{ field: 'ward', op: 'isNull', value: true }, 0],
      [{ field: 'ward', op: 'isNull', value: false }, 3],
      [{ field: 'dischargedAt', op: 'eq', value: '2025-03-01T09:00:00Z' }, 1],
      [{ field: 'dischargedAt', op: 'ne', value: '2025-03-01T09:00:00Z' }, 2],
      [{ field: 'dischargedAt', op: 'lt', value: '2025-03-01T09:00:00Z' }, 0],
      [{ field: 'dischargedAt', op: 'le', value: '2025-03-01T09:00:00Z' }, 1],
      [{ field: 'dischargedAt', op: 'gt', value: '2025-03-01T09:00:00Z' }, 2],
      [{ field: 'dischargedAt', op: 'ge', value: '2025-03-01T09:00:00Z' }, 3],
      [{ field: 'dischargedAt', op: 'in', value: ['2025-03-01T09:00:00Z'] }, 1],
      [{ field: 'dischargedAt', op: 'isNull', value: true }, 0],
      [{ field: 'dischargedAt', op: 'isNull', value: false }, 3],
      [{ field: 'createdAt', op: 'eq', value: '2025-03-01T09:00:00Z' }, 1],
      [{ field: 'createdAt', op: 'ne', value: '2025-03-01T09:00:00Z' }, 2],
      [{ field: 'createdAt', op: 'lt', value: '2025-03-01T09:00:00Z' }, 0],
      [{ field: 'createdAt', op: 'le', value: '2025-03-01T09:00:00Z' }, 1],
      [{ field: 'createdAt', op: 'gt', value: '2025-03-01T09:00:00Z' }, 2],
      [{ field: 'createdAt', op: 'ge', value: '2025-03-01T09:00:00Z' }, 3],
      [{ field: 'createdAt', op: 'in', value: ['2025-03-01T09:00:00Z'] }, 1],
      [{ field: 'createdAt', op: 'isNull', value: true }, 0],
      [{ field: 'createdAt', op: 'isNull', value: false }, 3],
    ]
    for (const [filter, found] of filters) {
      const answer = await service.ask('POST', '/api/patients/search', {
        role: 'clinician',
        body: { filter, limit: 3 },
      })
      deepEqual([filter, answer.status, answer.body.items?.length], [filter, 200, found])
    }
  })

  test('clinician gets rows in every order', async () => {
    const orders = [
      [
        'id',
        [
          ['0190f5c6-7b1e-7c3a-9a55-000000000001'],
          ['0190f5c6-7b1e-7c3a-9a55-000000000002'],
          ['0190f5c6-7b1e-7c3a-9a55-000000000003'],
        ],
      ],
      [
        '-id',
        [
          ['0190f5c6-7b1e-7c3a-9a55-000000000003'],
          ['0190f5c6-7b1e-7c3a-9a55-000000000002'],
          ['0190f5c6-7b1e-7c3a-9a55-000000000001'],
        ],
      ],
      [
        'name',
        [
          ['0190f5c6-7b1e-7c3a-9a55-000000000001'],
          ['0190f5c6-7b1e-7c3a-9a55-000000000002'],
          ['0190f5c6-7b1e-7c3a-9a55-000000000003'],
        ],
      ],
      [
        '-name',
        [
          ['0190f5c6-7b1e-7c3a-9a55-000000000003'],
          ['0190f5c6-7b1e-7c3a-9a55-000000000002'],
          ['0190f5c6-7b1e-7c3a-9a55-000000000001'],
        ],
      ],
      [
        'birthDate',
        [
          ['0190f5c6-7b1e-7c3a-9a55-000000000001'],
          ['0190f5c6-7b1e-7c3a-9a55-000000000002'],
          ['0190f5c6-7b1e-7c3a-9a55-000000000003'],
        ],
      ],
      [
        '-birthDate',
        [
          ['0190f5c6-7b1e-7c3a-9a55-000000000003'],
          ['0190f5c6-7b1e-7c3a-9a55-000000000002'],
          ['0190f5c6-7b1e-7c3a-9a55-000000000001'],
        ],
      ],
      [
        'ssn',
        [
          ['0190f5c6-7b1e-7c3a-9a55-000000000001'],
          ['0190f5c6-7b1e-7c3a-9a55-000000000003'],
          ['0190f5c6-7b1e-7c3a-9a55-000000000002'],
        ],
      ],
      [
        '-ssn',
        [
          ['0190f5c6-7b1e-7c3a-9a55-000000000002'],
          ['0190f5c6-7b1e-7c3a-9a55-000000000003'],
          ['0190f5c6-7b1e-7c3a-9a55-000000000001'],
        ],
      ],
      [
        'email',
        [
          ['0190f5c6-7b1e-7c3a-9a55-000000000001'],
          ['0190f5c6-7b1e-7c3a-9a55-000000000002'],
          ['0190f5c6-7b1e-7c3a-9a55-000000000003'],
        ],
      ],
      [
        '-email',
        [
          ['0190f5c6-7b1e-7c3a-9a55-000000000003'],
          ['0190f5c6-7b1e-7c3a-9a55-000000000002'],
          ['0190f5c6-7b1e-7c3a-9a55-000000000001'],
        ],
      ],
      [
        'ward',
        [
          ['0190f5c6-7b1e-7c3a-9a55-000000000001'],
          ['0190f5c6-7b1e-7c3a-9a55-000000000002'],
          ['0190f5c6-7b1e-7c3a-9a55-000000000003'],
        ],
      ],
      [
        '-ward',
        [
          ['0190f5c6-7b1e-7c3a-9a55-000000000001'],
          ['0190f5c6-7b1e-7c3a-9a55-000000000002'],
          ['0190f5c6-7b1e-7c3a-9a55-000000000003'],
        ],
      ],
      [
        'dischargedAt',
        [
          ['0190f5c6-7b1e-7c3a-9a55-000000000001'],
          ['0190f5c6-7b1e-7c3a-9a55-000000000002'],
          ['0190f5c6-7b1e-7c3a-9a55-000000000003'],
        ],
      ],
      [
        '-dischargedAt',
        [
          ['0190f5c6-7b1e-7c3a-9a55-000000000003'],
          ['0190f5c6-7b1e-7c3a-9a55-000000000002'],
          ['0190f5c6-7b1e-7c3a-9a55-000000000001'],
        ],
      ],
      [
        'createdAt',
        [
          ['0190f5c6-7b1e-7c3a-9a55-000000000001'],
          ['0190f5c6-7b1e-7c3a-9a55-000000000002'],
          ['0190f5c6-7b1e-7c3a-9a55-000000000003'],
        ],
      ],
      [
        '-createdAt',
        [
          ['0190f5c6-7b1e-7c3a-9a55-000000000003'],
          ['0190f5c6-7b1e-7c3a-9a55-000000000002'],
          ['0190f5c6-7b1e-7c3a-9a55-000000000001'],
        ],
      ],
    ]
    for (const [sort, keys] of orders) {
      const answer = await service.ask('POST', '/api/patients/search', {
        role: 'clinician',
        body: { sort: [sort], limit: 3 },
      })
      deepEqual([sort, answer.body.items.map((item: Row) => [item.id])], [sort, keys])
    }
  })

  test('clinician is told the least and the greatest of its rows', async () => {
    const fields = ['name', 'birthDate', 'ssn', 'email', 'ward', 'dischargedAt', 'createdAt']
    const answer = await service.aggregate('Patient', 'clinician', { min: fields, max: fields })
    deepEqual(answer, {
      groups: [
        {
          key: {},
          count: 3,
          sum: {},
          average: {},
          min: {
            name: 'name 1',
            birthDate: '2025-03-01',
            ssn: '147-03-6925',
            email: 'person1@example.org',
            ward: 'ward 1',
            dischargedAt: '2025-03-01T09:00:00Z',
            createdAt: '2025-03-01T09:00:00Z',
          },
          max: {
            name: 'name 3',
            birthDate: '2025-03-03',
            ssn: '814-70-3692',
            email: 'person3@example.org',
            ward: 'ward 1',
            dischargedAt: '2025-03-03T09:02:00Z',
            createdAt: '2025-03-03T09:02:00Z',
          },
        },
      ],
      isComplete: true,
    })
  })

  test('each role does what a rule allows it', async () => {
    const allowed: readonly (readonly [string, Method, string])[] = [
      ['clinician', 'GET', '/api/patients/0190f5c6-7b1e-7c3a-9a55-000000000001'],
      ['pharmacist', 'GET', '/api/patients/0190f5c6-7b1e-7c3a-9a55-000000000001'],
      ['clinician', 'PATCH', '/api/patients/0190f5c6-7b1e-7c3a-9a55-000000000001'],
      ['clinician', 'GET', '/api/patients'],
      ['clinician', 'GET', '/api/patients/0190f5c6-7b1e-7c3a-9a55-000000000001/audit'],
      ['auditor', 'GET', '/api/patients/0190f5c6-7b1e-7c3a-9a55-000000000001/audit'],
    ]
    for (const [role, method, path] of allowed) {
      const answer = await service.ask(method, path, { role, ...(method === 'PATCH' && { body: {} }) })
      deepEqual([role, method, path, answer.status], [role, method, path, 200])
    }
  })

  test('each role is refused what no rule allows it, and told the nearest line of the charter', async () => {
    const lines: { readonly [rule: string]: string } = {
      'Patient.clinician':
        'clinician: { do: [create, read, update, list, audit, dischargePatient], when: resource.ward == principal.ward, reveal: [clinical] }',
      'Patient.pharmacist': 'pharmacist: { do: [read] }',
      'Patient.auditor': 'auditor: { do: [audit] }',
    }
    const refused: readonly (readonly [string, Method, string, string | null])[] = [
      ['pharmacist', 'POST', '/api/patients', 'Patient.clinician'],
      ['auditor', 'POST', '/api/patients', 'Patient.clinician'],
      ['auditor', 'GET', '/api/patients/0190f5c6-7b1e-7c3a-9a55-000000000001', 'Patient.clinician'],
      ['pharmacist', 'PUT', '/api/patients/0190f5c6-7b1e-7c3a-9a55-000000000001', 'Patient.clinician'],
      ['auditor', 'PUT', '/api/patients/0190f5c6-7b1e-7c3a-9a55-000000000001', 'Patient.clinician'],
      ['pharmacist', 'PATCH', '/api/patients/0190f5c6-7b1e-7c3a-9a55-000000000001', 'Patient.clinician'],
      ['auditor', 'PATCH', '/api/patients/0190f5c6-7b1e-7c3a-9a55-000000000001', 'Patient.clinician'],
      ['clinician', 'DELETE', '/api/patients/0190f5c6-7b1e-7c3a-9a55-000000000001', 'Patient.clinician'],
      ['pharmacist', 'DELETE', '/api/patients/0190f5c6-7b1e-7c3a-9a55-000000000001', 'Patient.pharmacist'],
      ['auditor', 'DELETE', '/api/patients/0190f5c6-7b1e-7c3a-9a55-000000000001', 'Patient.auditor'],
      ['pharmacist', 'GET', '/api/patients', 'Patient.clinician'],
      ['auditor', 'GET', '/api/patients', 'Patient.clinician'],
      ['pharmacist', 'GET', '/api/patients/0190f5c6-7b1e-7c3a-9a55-000000000001/audit', 'Patient.clinician'],
    ]
    for (const [role, method, path, rule] of refused) {
      const answer = await service.ask(method, path, {
        role,
        ...(method !== 'GET' && method !== 'DELETE' && { body: {} }),
      })
      deepEqual([role, method, path, answer.status, answer.body.code], [role, method, path, 403, 'forbidden'])
      deepEqual([answer.body.why.rule?.id ?? null, answer.body.why.rule?.text], [rule, lines[rule ?? '']])
    }
  })

  test('pharmacist may not do dischargePatient', async () => {
    const answer = await service.ask('POST', '/api/patients/0190f5c6-7b1e-7c3a-9a55-000000000001/discharge', {
      role: 'pharmacist',
      body: {},
    })
    deepEqual([answer.status, answer.body.code], [403, 'forbidden'])
  })

  test('auditor may not do dischargePatient', async () => {
    const answer = await service.ask('POST', '/api/patients/0190f5c6-7b1e-7c3a-9a55-000000000001/discharge', {
      role: 'auditor',
      body: {},
    })
    deepEqual([answer.status, answer.body.code], [403, 'forbidden'])
  })

  test('dischargePatient refuses what it does not take', async () => {
    const answer = await service.ask('POST', '/api/patients/0190f5c6-7b1e-7c3a-9a55-000000000001/discharge', {
      role: 'clinician',
      body: { notTaken: 1 },
    })
    deepEqual([answer.status, answer.body.code], [422, 'invalid-input'])
  })

  test('dischargePatient refuses what an input does not take', async () => {
    const refused: readonly (readonly [string, unknown, string])[] = [
      ['at', null, 'null'],
      ['at', '2026-02-28T25:00:00Z', 'format'],
      ['at', 7, 'wrong-type'],
      ['at', '9999-12-31T00:00:00Z', 'too-large'],
    ]
    for (const [field, value, code] of refused) {
      const answer = await service.ask('POST', '/api/patients/0190f5c6-7b1e-7c3a-9a55-000000000001/discharge', {
        role: 'clinician',
        body: { ...{ at: '2025-03-01T09:00:00Z' }, [field]: value },
      })
      const errors = answer.body.errors?.map((each: Row) => [each.path, each.code])
      deepEqual([field, value, answer.status, errors], [field, value, 422, [[`/${field}`, code]]])
    }
  })

  test('what clinician creates reads back as it was sent', async () => {
    const body = {
      name: 'name 1',
      birthDate: '2025-03-01',
      ssn: '703-69-2581',
      email: 'person1@example.org',
      ward: 'ward 1',
    }
    const made = await service.ask('POST', '/api/patients', { role: 'clinician', body })
    deepEqual(made.status, 201)
    const answer = await service.ask('GET', String(made.headers.location), { role: 'clinician' })
    for (const [name, value] of Object.entries(body)) deepEqual([name, answer.body[name]], [name, value])
  })

  test('what clinician leaves out is as the charter presets it', async () => {
    const made = await service.ask('POST', '/api/patients', {
      role: 'clinician',
      body: { name: 'name 1', birthDate: '2025-03-01', ward: 'ward 1' },
    })
    deepEqual(made.status, 201)
    const expected = { ssn: null, email: null }
    for (const [name, value] of Object.entries(expected)) deepEqual([name, made.body[name]], [name, value])
  })

  test('clinician cannot send a field that is not there', async () => {
    const answer = await service.ask('POST', '/api/patients', {
      role: 'clinician',
      body: {
        ...{
          name: 'name 1',
          birthDate: '2025-03-01',
          ssn: '703-69-2581',
          email: 'person1@example.org',
          ward: 'ward 1',
        },
        notAField: 1,
      },
    })
    deepEqual(
      [answer.status, answer.body.errors],
      [422, [{ path: '/notAField', code: 'unknown', message: 'Patient has no field "notAField".' }]],
    )
  })

  test('clinician cannot create with what a field does not take', async () => {
    const valid = {
      name: 'name 1',
      birthDate: '2025-03-01',
      ssn: '703-69-2581',
      email: 'person1@example.org',
      ward: 'ward 1',
    }
    const refused: readonly (readonly [string, unknown, string])[] = [
      ['name', null, 'null'],
      ['name', 7, 'wrong-type'],
      ['name', '', 'too-short'],
      [
        'name',
        'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',
        'too-long',
      ],
      ['birthDate', null, 'null'],
      ['birthDate', '2026-02-30', 'format'],
      ['birthDate', 7, 'wrong-type'],
      ['birthDate', '9999-12-31', 'too-large'],
      ['ssn', 7, 'wrong-type'],
      ['ssn', '¡', 'pattern'],
      ['email', 7, 'wrong-type'],
      [
        'email',
        'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',
        'too-long',
      ],
      ['email', 'not one', 'format'],
      ['ward', null, 'null'],
      ['ward', 7, 'wrong-type'],
      ['ward', '', 'too-short'],
      ['ward', 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx', 'too-long'],
    ]
    for (const [field, value, code] of refused) {
      const answer = await service.ask('POST', '/api/patients', {
        role: 'clinician',
        body: { ...valid, [field]: value },
      })
      const errors = answer.body.errors?.map((each: Row) => [each.path, each.code])
      deepEqual([field, value, answer.status, errors], [field, value, 422, [[`/${field}`, code]]])
    }
  })

  test('pharmacist may not change a row', async () => {
    const answer = await service.ask('PATCH', '/api/patients/0190f5c6-7b1e-7c3a-9a55-000000000001', {
      role: 'pharmacist',
      body: {},
    })
    deepEqual([answer.status, answer.body.code], [403, 'forbidden'])
  })

  test('auditor may not change a row', async () => {
    const answer = await service.ask('PATCH', '/api/patients/0190f5c6-7b1e-7c3a-9a55-000000000001', {
      role: 'auditor',
      body: {},
    })
    deepEqual([answer.status, answer.body.code], [403, 'forbidden'])
  })

  test('clinician may not delete', async () => {
    const answer = await service.ask('DELETE', '/api/patients/0190f5c6-7b1e-7c3a-9a55-000000000001', {
      role: 'clinician',
    })
    deepEqual([answer.status, answer.body.code], [403, 'forbidden'])
  })

  test('pharmacist may not delete', async () => {
    const answer = await service.ask('DELETE', '/api/patients/0190f5c6-7b1e-7c3a-9a55-000000000001', {
      role: 'pharmacist',
    })
    deepEqual([answer.status, answer.body.code], [403, 'forbidden'])
  })

  test('auditor may not delete', async () => {
    const answer = await service.ask('DELETE', '/api/patients/0190f5c6-7b1e-7c3a-9a55-000000000001', {
      role: 'auditor',
    })
    deepEqual([answer.status, answer.body.code], [403, 'forbidden'])
  })
})
