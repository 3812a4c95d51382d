// Generated from the charter "clinic". What you change here is merged when generating again.

import { deepEqual } from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { type Method, type Row, type Running, startService } from './support.ts'

describe('Prescription', () => {
  let service: Running
  beforeEach(async () => {
    service = await startService()
  })
  afterEach(() => service.close())

  test('nobody reads without a token', async () => {
    const answer = await service.ask('GET', '/api/prescriptions/0190f5c6-7b1e-7c3a-9a55-000000000001')
    deepEqual([answer.status, answer.body.code], [401, 'unauthenticated'])
  })

  test('auditor may not read', async () => {
    const answer = await service.ask('GET', '/api/prescriptions/0190f5c6-7b1e-7c3a-9a55-000000000001', {
      role: 'auditor',
    })
    deepEqual([answer.status, answer.body.code], [403, 'forbidden'])
  })

  test('clinician reads a row as it is stored', async () => {
    const answer = await service.ask('GET', '/api/prescriptions/0190f5c6-7b1e-7c3a-9a55-000000000001', {
      role: 'clinician',
    })
    deepEqual(answer.status, 200)
    const expected = {
      id: '0190f5c6-7b1e-7c3a-9a55-000000000001',
      drug: 'drug 1',
      dose: '2.50',
      unit: 'mg',
      state: 'written',
      startsOn: '2025-03-01',
      endsOn: '2025-03-01',
      patientId: '0190f5c6-7b1e-7c3a-9a55-000000000001',
    }
    for (const [name, value] of Object.entries(expected)) deepEqual([name, answer.body[name]], [name, value])
  })

  test('clinician does not find a row that is not there', async () => {
    const answer = await service.ask('GET', '/api/prescriptions/0190f5c6-7b1e-7c3a-9a55-ffffffffffff', {
      role: 'clinician',
    })
    deepEqual([answer.status, answer.body.code], [404, 'not-found'])
  })

  test('clinician reads a row with what is related to it', async () => {
    const answer = await service.ask('GET', '/api/prescriptions/0190f5c6-7b1e-7c3a-9a55-000000000001?include=patient', {
      role: 'clinician',
    })
    deepEqual(answer.body.patient.id, '0190f5c6-7b1e-7c3a-9a55-000000000001')
  })

  test('auditor may not list', async () => {
    const answer = await service.ask('GET', '/api/prescriptions', { role: 'auditor' })
    deepEqual([answer.status, answer.body.code], [403, 'forbidden'])
  })

  test('clinician walks every page and sees each of its rows once', async () => {
    const seen = new Set<string>()
    let path: string | null = '/api/prescriptions?limit=1'
    for (let pages = 0; path !== null && pages < 10; pages++) {
      const answer = await service.ask('GET', path, { role: 'clinician' })
      deepEqual(answer.status, 200)
      for (const item of answer.body.items) seen.add(JSON.stringify([item.id]))
      path = answer.body.next === null ? null : `/api/prescriptions?limit=1&after=${answer.body.next}`
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
      [{ field: 'drug', op: 'eq', value: 'drug 1' }, 1],
      [{ field: 'drug', op: 'ne', value: 'drug 1' }, 2],
      [{ field: 'drug', op: 'lt', value: 'drug 1' }, 0],
      [{ field: 'drug', op: 'le', value: 'drug 1' }, 1],
      [{ field: 'drug', op: 'gt', value: 'drug 1' }, 2],
      [{ field: 'drug', op: 'ge', value: 'drug 1' }, 3],
      [{ field: 'drug', op: 'in', value: ['drug 1'] }, 1],
      [{ field: 'drug', op: 'like', value: '%drug 1' }, 1],
      [{ field: 'drug', op: 'startsWith', value: 'dr' }, 3],
      [{ field: 'drug', op: 'isNull', value: true }, 0],
      [{ field: 'drug', op: 'isNull', value: false }, 3],
      [{ field: 'dose', op: 'eq', value: '2.50' }, 1],
      [{ field: 'dose', op: 'ne', value: '2.50' }, 2],
      [{ field: 'dose', op: 'lt', value: '2.50' }, 0],
      [{ field: 'dose', op: 'le', value: '2.50' }, 1],
      [{ field: 'dose', op: 'gt', value: '2.50' }, 2],
      [{ field: 'dose', op: 'ge', value: '2.50' }, 3],
      [{ field: 'dose', op: 'in', value: ['2.50'] }, 1],
      [{ field: 'dose', op: 'isNull', value: true }, 0],
      [{ field: 'dose', op: 'isNull', value: false }, 3],
      [{ field: 'unit', op: 'eq', value: 'mg' }, 1],
      [{ field: 'unit', op: 'ne', value: 'mg' }, 2],
      [{ field: 'unit', op: 'in', value: ['mg'] }, 1],
      [{ field: 'unit', op: 'isNull', value: true }, 0],
      [{ field: 'unit', op: 'isNull', value: false }, 3],
      [{ field: 'state', op: 'eq', value: 'written' }, 2],
      [{ field: 'state', op: 'ne', value: 'written' }, 1],
      [{ field: 'state', op: 'in', value: ['written'] }, 2],
      [{ field: 'state', op: 'isNull', value: true }, 0],
      [{ field: 'state', op: 'isNull', value: false }, 3],
      [{ field: 'startsOn', op: 'eq', value: '2025-03-01' }, 1],
      [{ field: 'startsOn', op: 'ne', value: '2025-03-01' }, 2],
      [{ field: 'startsOn', op: 'lt', value: '2025-03-01' }, 0],
      [{ field: 'startsOn', op: 'le', value: '2025-03-01' }, 1],
      [{ field: 'startsOn', op: 'gt', value: '2025-03-01' }, 2],
      [{ field: 'startsOn', op: 'ge', value: '2025-03-01' }, 3],
      [{ field: 'startsOn', op: 'in', value: ['2025-03-01'] }, 1],
      [{ field: 'startsOn', op: 'isNull', value: true }, 0],
      [{ field: 'startsOn', op: 'isNull', value: false }, 3],
      [{ field: 'endsOn', op: 'eq', value: '2025-03-01' }, 1],
      [{ field: 'endsOn', op: 'ne', value: '2025-03-01' }, 2],
      [{ field: 'endsOn', op: 'lt', value: '2025-03-01' }, 0],
      [{ field: 'endsOn', op: 'le', value: '2025-03-01' }, 1],
      [{ field: 'endsOn', op: 'gt', value: '2025-03-01' }, 2],
      [{ field: 'endsOn', op: 'ge', value: '2025-03-01' }, 3],
      [{ field: 'endsOn', op: 'in', value: ['2025-03-01'] }, 1],
      [{ field: 'endsOn', op: 'isNull', value: true }, 0],
      [{ field: 'endsOn', op: 'isNull', value: false }, 3],
      [{ field: 'patientId', op: 'eq', value: '0190f5c6-7b1e-7c3a-9a55-000000000001' }, 1],
      [{ field: 'patientId', op: 'ne', value: '0190f5c6-7b1e-7c3a-9a55-000000000001' }, 2],
      [{ field: 'patientId', op: 'in', value: ['0190f5c6-7b1e-7c3a-9a55-000000000001'] }, 1],
      [{ field: 'patientId', op: 'isNull', value: true }, 0],
      [{ field: 'patientId', op: 'isNull', value: false }, 3],
    ]
    for (const [filter, found] of filters) {
      const answer = await service.ask('POST', '/api/prescriptions/search', {
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
        'drug',
        [
          ['0190f5c6-7b1e-7c3a-9a55-000000000001'],
          ['0190f5c6-7b1e-7c3a-9a55-000000000002'],
          ['0190f5c6-7b1e-7c3a-9a55-000000000003'],
        ],
      ],
      [
        '-drug',
        [
          ['0190f5c6-7b1e-7c3a-9a55-000000000003'],
          ['0190f5c6-7b1e-7c3a-9a55-000000000002'],
          ['0190f5c6-7b1e-7c3a-9a55-000000000001'],
        ],
      ],
      [
        'dose',
        [
          ['0190f5c6-7b1e-7c3a-9a55-000000000001'],
          ['0190f5c6-7b1e-7c3a-9a55-000000000002'],
          ['0190f5c6-7b1e-7c3a-9a55-000000000003'],
        ],
      ],
      [
        '-dose',
        [
          ['0190f5c6-7b1e-7c3a-9a55-000000000003'],
          ['0190f5c6-7b1e-7c3a-9a55-000000000002'],
          ['0190f5c6-7b1e-7c3a-9a55-000000000001'],
        ],
      ],
      [
        'unit',
        [
          ['0190f5c6-7b1e-7c3a-9a55-000000000001'],
          ['0190f5c6-7b1e-7c3a-9a55-000000000002'],
          ['0190f5c6-7b1e-7c3a-9a55-000000000003'],
        ],
      ],
      [
        '-unit',
        [
          ['0190f5c6-7b1e-7c3a-9a55-000000000003'],
          ['0190f5c6-7b1e-7c3a-9a55-000000000002'],
          ['0190f5c6-7b1e-7c3a-9a55-000000000001'],
        ],
      ],
      [
        'state',
        [
          ['0190f5c6-7b1e-7c3a-9a55-000000000002'],
          ['0190f5c6-7b1e-7c3a-9a55-000000000001'],
          ['0190f5c6-7b1e-7c3a-9a55-000000000003'],
        ],
      ],
      [
        '-state',
        [
          ['0190f5c6-7b1e-7c3a-9a55-000000000001'],
          ['0190f5c6-7b1e-7c3a-9a55-000000000003'],
          ['0190f5c6-7b1e-7c3a-9a55-000000000002'],
        ],
      ],
      [
        'startsOn',
        [
          ['0190f5c6-7b1e-7c3a-9a55-000000000001'],
          ['0190f5c6-7b1e-7c3a-9a55-000000000002'],
          ['0190f5c6-7b1e-7c3a-9a55-000000000003'],
        ],
      ],
      [
        '-startsOn',
        [
          ['0190f5c6-7b1e-7c3a-9a55-000000000003'],
          ['0190f5c6-7b1e-7c3a-9a55-000000000002'],
          ['0190f5c6-7b1e-7c3a-9a55-000000000001'],
        ],
      ],
      [
        'endsOn',
        [
          ['0190f5c6-7b1e-7c3a-9a55-000000000001'],
          ['0190f5c6-7b1e-7c3a-9a55-000000000002'],
          ['0190f5c6-7b1e-7c3a-9a55-000000000003'],
        ],
      ],
      [
        '-endsOn',
        [
          ['0190f5c6-7b1e-7c3a-9a55-000000000003'],
          ['0190f5c6-7b1e-7c3a-9a55-000000000002'],
          ['0190f5c6-7b1e-7c3a-9a55-000000000001'],
        ],
      ],
      [
        'patientId',
        [
          ['0190f5c6-7b1e-7c3a-9a55-000000000001'],
          ['0190f5c6-7b1e-7c3a-9a55-000000000002'],
          ['0190f5c6-7b1e-7c3a-9a55-000000000003'],
        ],
      ],
      [
        '-patientId',
        [
          ['0190f5c6-7b1e-7c3a-9a55-000000000003'],
          ['0190f5c6-7b1e-7c3a-9a55-000000000002'],
          ['0190f5c6-7b1e-7c3a-9a55-000000000001'],
        ],
      ],
    ]
    for (const [sort, keys] of orders) {
      const answer = await service.ask('POST', '/api/prescriptions/search', {
        role: 'clinician',
        body: { sort: [sort], limit: 3 },
      })
      deepEqual([sort, answer.body.items.map((item: Row) => [item.id])], [sort, keys])
    }
  })

  test('clinician is told the least and the greatest of its rows, and their sum', async () => {
    const fields = ['drug', 'dose', 'startsOn', 'endsOn']
    const answer = await service.aggregate('Prescription', 'clinician', { min: fields, max: fields, sum: ['dose'] })
    deepEqual(answer, {
      groups: [
        {
          key: {},
          count: 3,
          sum: { dose: '11.25' },
          average: {},
          min: { drug: 'drug 1', dose: '2.50', startsOn: '2025-03-01', endsOn: '2025-03-01' },
          max: { drug: 'drug 3', dose: '5.00', startsOn: '2025-03-03', endsOn: '2025-03-03' },
        },
      ],
      isComplete: true,
    })
  })

  test('each role does what a rule allows it', async () => {
    const allowed: readonly (readonly [string, Method, string])[] = [
      ['clinician', 'GET', '/api/prescriptions/0190f5c6-7b1e-7c3a-9a55-000000000001'],
      ['pharmacist', 'GET', '/api/prescriptions/0190f5c6-7b1e-7c3a-9a55-000000000001'],
      ['clinician', 'PATCH', '/api/prescriptions/0190f5c6-7b1e-7c3a-9a55-000000000001'],
      ['pharmacist', 'PATCH', '/api/prescriptions/0190f5c6-7b1e-7c3a-9a55-000000000001'],
      ['clinician', 'GET', '/api/prescriptions'],
      ['pharmacist', 'GET', '/api/prescriptions'],
      ['clinician', 'GET', '/api/prescriptions/0190f5c6-7b1e-7c3a-9a55-000000000001/audit'],
      ['auditor', 'GET', '/api/prescriptions/0190f5c6-7b1e-7c3a-9a55-000000000001/audit'],
    ]
    for (const [role, method, path] of allowed) {
      const answer = await service.ask(method, path, { role, ...(method === 'PATCH' && { body: {} }) })
      deepEqual([role, method, path, answer.status], [role, method, path, 200])
    }
  })

  test('each role is refused what no rule allows it, and told the nearest line of the charter', async () => {
    const lines: { readonly [rule: string]: string } = {
      'Prescription.clinician':
        'clinician: { do: [create, read, update, list, audit], when: resource.patient.ward == principal.ward }',
      'Prescription.pharmacist': 'pharmacist: { do: [read, list, update], when: resource.state != "stopped" }',
      'Prescription.auditor': 'auditor: { do: [audit] }',
    }
    const refused: readonly (readonly [string, Method, string, string | null])[] = [
      ['pharmacist', 'POST', '/api/prescriptions', 'Prescription.clinician'],
      ['auditor', 'POST', '/api/prescriptions', 'Prescription.clinician'],
      ['auditor', 'GET', '/api/prescriptions/0190f5c6-7b1e-7c3a-9a55-000000000001', 'Prescription.clinician'],
      ['auditor', 'PUT', '/api/prescriptions/0190f5c6-7b1e-7c3a-9a55-000000000001', 'Prescription.clinician'],
      ['auditor', 'PATCH', '/api/prescriptions/0190f5c6-7b1e-7c3a-9a55-000000000001', 'Prescription.clinician'],
      ['clinician', 'DELETE', '/api/prescriptions/0190f5c6-7b1e-7c3a-9a55-000000000001', 'Prescription.clinician'],
      ['pharmacist', 'DELETE', '/api/prescriptions/0190f5c6-7b1e-7c3a-9a55-000000000001', 'Prescription.pharmacist'],
      ['auditor', 'DELETE', '/api/prescriptions/0190f5c6-7b1e-7c3a-9a55-000000000001', 'Prescription.auditor'],
      ['auditor', 'GET', '/api/prescriptions', 'Prescription.clinician'],
      ['pharmacist', 'GET', '/api/prescriptions/0190f5c6-7b1e-7c3a-9a55-000000000001/audit', 'Prescription.clinician'],
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

  test('what clinician creates reads back as it was sent', async () => {
    const body = {
      drug: 'drug 1',
      dose: '2.50',
      unit: 'mg',
      state: 'written',
      startsOn: '2025-03-01',
      endsOn: '2025-03-01',
      patientId: '0190f5c6-7b1e-7c3a-9a55-000000000001',
    }
    const made = await service.ask('POST', '/api/prescriptions', { role: 'clinician', body })
    deepEqual(made.status, 201)
    const answer = await service.ask('GET', String(made.headers.location), { role: 'clinician' })
    for (const [name, value] of Object.entries(body)) deepEqual([name, answer.body[name]], [name, value])
  })

  test('what clinician leaves out is as the charter presets it', async () => {
    const made = await service.ask('POST', '/api/prescriptions', {
      role: 'clinician',
      body: {
        drug: 'drug 1',
        dose: '2.50',
        startsOn: '2025-03-01',
        patientId: '0190f5c6-7b1e-7c3a-9a55-000000000001',
      },
    })
    deepEqual(made.status, 201)
    const expected = { unit: 'mg', state: 'written', endsOn: null }
    for (const [name, value] of Object.entries(expected)) deepEqual([name, made.body[name]], [name, value])
  })

  test('clinician cannot send a field that is not there', async () => {
    const answer = await service.ask('POST', '/api/prescriptions', {
      role: 'clinician',
      body: {
        ...{
          drug: 'drug 1',
          dose: '2.50',
          unit: 'mg',
          state: 'written',
          startsOn: '2025-03-01',
          endsOn: '2025-03-01',
          patientId: '0190f5c6-7b1e-7c3a-9a55-000000000001',
        },
        notAField: 1,
      },
    })
    deepEqual(
      [answer.status, answer.body.errors],
      [422, [{ path: '/notAField', code: 'unknown', message: 'Prescription has no field "notAField".' }]],
    )
  })

  test('clinician cannot create what breaks endsAfterStart', async () => {
    const body = {
      drug: 'drug 1',
      dose: '2.50',
      unit: 'mg',
      state: 'written',
      startsOn: '2025-03-02',
      endsOn: '2025-03-01',
      patientId: '0190f5c6-7b1e-7c3a-9a55-000000000001',
    }
    const answer = await service.ask('POST', '/api/prescriptions', { role: 'clinician', body })
    deepEqual(
      [answer.status, answer.body.errors],
      [422, [{ path: '/startsOn', code: 'check', message: 'A prescription cannot end before it starts.' }]],
    )
  })

  test('clinician cannot create with what a field does not take', async () => {
    const valid = {
      drug: 'drug 1',
      dose: '2.50',
      unit: 'mg',
      state: 'written',
      startsOn: '2025-03-01',
      endsOn: '2025-03-01',
      patientId: '0190f5c6-7b1e-7c3a-9a55-000000000001',
    }
    const refused: readonly (readonly [string, unknown, string])[] = [
      ['drug', null, 'null'],
      ['drug', 7, 'wrong-type'],
      ['drug', '', 'too-short'],
      [
        'drug',
        'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',
        'too-long',
      ],
      ['dose', null, 'null'],
      ['dose', 'seven', 'format'],
      ['dose', '0.111', 'digits'],
      ['dose', '-999999', 'too-small'],
      ['unit', null, 'null'],
      ['unit', 'not one of them', 'not-in-enum'],
      ['unit', 7, 'wrong-type'],
      ['state', null, 'null'],
      ['state', 'not one of them', 'not-in-enum'],
      ['state', 7, 'wrong-type'],
      ['startsOn', null, 'null'],
      ['startsOn', '2026-02-30', 'format'],
      ['startsOn', 7, 'wrong-type'],
      ['endsOn', '2026-02-30', 'format'],
      ['endsOn', 7, 'wrong-type'],
      ['patientId', null, 'null'],
      ['patientId', 'not a uuid', 'format'],
    ]
    for (const [field, value, code] of refused) {
      const answer = await service.ask('POST', '/api/prescriptions', {
        role: 'clinician',
        body: { ...valid, [field]: value },
      })
      const errors = answer.body.errors?.map((each: Row) => [each.path, each.code])
      deepEqual([field, value, answer.status, errors], [field, value, 422, [[`/${field}`, code]]])
    }
  })

  test('auditor may not change a row', async () => {
    const answer = await service.ask('PATCH', '/api/prescriptions/0190f5c6-7b1e-7c3a-9a55-000000000001', {
      role: 'auditor',
      body: {},
    })
    deepEqual([answer.status, answer.body.code], [403, 'forbidden'])
  })

  test('clinician changes drug and nothing else; a stale tag is refused', async () => {
    const before = await service.ask('GET', '/api/prescriptions/0190f5c6-7b1e-7c3a-9a55-000000000001', {
      role: 'clinician',
    })
    const body = { drug: 'drug 9' }
    const headers = { 'if-match': String(before.headers.etag) }
    const changed = await service.ask('PATCH', '/api/prescriptions/0190f5c6-7b1e-7c3a-9a55-000000000001', {
      role: 'clinician',
      body,
      headers,
    })
    deepEqual([changed.status, changed.body], [200, { ...before.body, ...body }])
    const stale = await service.ask('PATCH', '/api/prescriptions/0190f5c6-7b1e-7c3a-9a55-000000000001', {
      role: 'clinician',
      body,
      headers,
    })
    deepEqual([stale.status, stale.body.code], [412, 'precondition-failed'])
  })

  test('clinician may not delete', async () => {
    const answer = await service.ask('DELETE', '/api/prescriptions/0190f5c6-7b1e-7c3a-9a55-000000000001', {
      role: 'clinician',
    })
    deepEqual([answer.status, answer.body.code], [403, 'forbidden'])
  })

  test('pharmacist may not delete', async () => {
    const answer = await service.ask('DELETE', '/api/prescriptions/0190f5c6-7b1e-7c3a-9a55-000000000001', {
      role: 'pharmacist',
    })
    deepEqual([answer.status, answer.body.code], [403, 'forbidden'])
  })

  test('auditor may not delete', async () => {
    const answer = await service.ask('DELETE', '/api/prescriptions/0190f5c6-7b1e-7c3a-9a55-000000000001', {
      role: 'auditor',
    })
    deepEqual([answer.status, answer.body.code], [403, 'forbidden'])
  })
})
