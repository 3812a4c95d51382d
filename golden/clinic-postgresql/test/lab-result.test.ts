// Generated from the charter "clinic". What you change here is merged when generating again.

import { deepEqual } from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { type Method, type Row, type Running, startService } from './support.ts'

describe('LabResult', () => {
  let service: Running
  beforeEach(async () => {
    service = await startService()
  })
  afterEach(() => service.close())

  test('nobody reads without a token', async () => {
    const answer = await service.ask('GET', '/api/labs/results/0190f5c6-7b1e-7c3a-9a55-000000000001')
    deepEqual([answer.status, answer.body.code], [401, 'unauthenticated'])
  })

  test('pharmacist may not read', async () => {
    const answer = await service.ask('GET', '/api/labs/results/0190f5c6-7b1e-7c3a-9a55-000000000001', {
      role: 'pharmacist',
    })
    deepEqual([answer.status, answer.body.code], [403, 'forbidden'])
  })

  test('auditor may not read', async () => {
    const answer = await service.ask('GET', '/api/labs/results/0190f5c6-7b1e-7c3a-9a55-000000000001', {
      role: 'auditor',
    })
    deepEqual([answer.status, answer.body.code], [403, 'forbidden'])
  })

  test('clinician reads a row as it is stored', async () => {
    const answer = await service.ask('GET', '/api/labs/results/0190f5c6-7b1e-7c3a-9a55-000000000001', {
      role: 'clinician',
    })
    deepEqual(answer.status, 200)
    const expected = {
      id: '0190f5c6-7b1e-7c3a-9a55-000000000001',
      test: 'test 1',
      value: '0.251',
      unit: 'unit 1',
      isAbnormal: true,
      takenAt: '2025-03-01T09:00:00Z',
      patientId: '0190f5c6-7b1e-7c3a-9a55-000000000001',
    }
    for (const [name, value] of Object.entries(expected)) deepEqual([name, answer.body[name]], [name, value])
  })

  test('clinician does not find a row that is not there', async () => {
    const answer = await service.ask('GET', '/api/labs/results/0190f5c6-7b1e-7c3a-9a55-ffffffffffff', {
      role: 'clinician',
    })
    deepEqual([answer.status, answer.body.code], [404, 'not-found'])
  })

  test('clinician reads a row with what is related to it', async () => {
    const answer = await service.ask('GET', '/api/labs/results/0190f5c6-7b1e-7c3a-9a55-000000000001?include=patient', {
      role: 'clinician',
    })
    deepEqual(answer.body.patient.id, '0190f5c6-7b1e-7c3a-9a55-000000000001')
  })

  test('pharmacist may not list', async () => {
    const answer = await service.ask('GET', '/api/labs/results', { role: 'pharmacist' })
    deepEqual([answer.status, answer.body.code], [403, 'forbidden'])
  })

  test('auditor may not list', async () => {
    const answer = await service.ask('GET', '/api/labs/results', { role: 'auditor' })
    deepEqual([answer.status, answer.body.code], [403, 'forbidden'])
  })

  test('clinician walks every page and sees each of its rows once', async () => {
    const seen = new Set<string>()
    let path: string | null = '/api/labs/results?limit=1'
    for (let pages = 0; path !== null && pages < 10; pages++) {
      const answer = await service.ask('GET', path, { role: 'clinician' })
      deepEqual(answer.status, 200)
      for (const item of answer.body.items) seen.add(JSON.stringify([item.id]))
      path = answer.body.next === null ? null : `/api/labs/results?limit=1&after=${answer.body.next}`
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
      [{ field: 'test', op: 'eq', value: 'test 1' }, 1],
      [{ field: 'test', op: 'ne', value: 'test 1' }, 2],
      [{ field: 'test', op: 'lt', value: 'test 1' }, 0],
      [{ field: 'test', op: 'le', value: 'test 1' }, 1],
      [{ field: 'test', op: 'gt', value: 'test 1' }, 2],
      [{ field: 'test', op: 'ge', value: 'test 1' }, 3],
      [{ field: 'test', op: 'in', value: ['test 1'] }, 1],
      [{ field: 'test', op: 'like', value: '%test 1' }, 1],
      [{ field: 'test', op: 'startsWith', value: 'te' }, 3],
      [{ field: 'test', op: 'isNull', value: true }, 0],
      [{ field: 'test', op: 'isNull', value: false }, 3],
      [{ field: 'value', op: 'eq', value: '0.251' }, 1],
      [{ field: 'value', op: 'ne', value: '0.251' }, 2],
      [{ field: 'value', op: 'lt', value: '0.251' }, 0],
      [{ field: 'value', op: 'le', value: '0.251' }, 1],
      [{ field: 'value', op: 'gt', value: '0.251' }, 2],
      [{ field: 'value', op: 'ge', value: '0.251' }, 3],
      [{ field: 'value', op: 'in', value: ['0.251'] }, 1],
      [{ field: 'value', op: 'isNull', value: true }, 0],
      [{ field: 'value', op: 'isNull', value: false }, 3],
      [{ field: 'unit', op: 'eq', value: 'unit 1' }, 1],
      [{ field: 'unit', op: 'ne', value: 'unit 1' }, 2],
      [{ field: 'unit', op: 'lt', value: 'unit 1' }, 0],
      [{ field: 'unit', op: 'le', value: 'unit 1' }, 1],
      [{ field: 'unit', op: 'gt', value: 'unit 1' }, 2],
      [{ field: 'unit', op: 'ge', value: 'unit 1' }, 3],
      [{ field: 'unit', op: 'in', value: ['unit 1'] }, 1],
      [{ field: 'unit', op: 'like', value: '%unit 1' }, 1],
      [{ field: 'unit', op: 'startsWith', value: 'un' }, 3],
      [{ field: 'unit', op: 'isNull', value: true }, 0],
      [{ field: 'unit', op: 'isNull', value: false }, 3],
      [{ field: 'isAbnormal', op: 'eq', value: true }, 2],
      [{ field: 'isAbnormal', op: 'ne', value: true }, 1],
      [{ field: 'isAbnormal', op: 'in', value: [true] }, 2],
      [{ field: 'isAbnormal', op: 'isNull', value: true }, 0],
      [{ field: 'isAbnormal', op: 'isNull', value: false }, 3],
      [{ field: 'takenAt', op: 'eq', value: '2025-03-01T09:00:00Z' }, 1],
      [{ field: 'takenAt', op: 'ne', value: '2025-03-01T09:00:00Z' }, 2],
      [{ field: 'takenAt', op: 'lt', value: '2025-03-01T09:00:00Z' }, 0],
      [{ field: 'takenAt', op: 'le', value: '2025-03-01T09:00:00Z' }, 1],
      [{ field: 'takenAt', op: 'gt', value: '2025-03-01T09:00:00Z' }, 2],
      [{ field: 'takenAt', op: 'ge', value: '2025-03-01T09:00:00Z' }, 3],
      [{ field: 'takenAt', op: 'in', value: ['2025-03-01T09:00:00Z'] }, 1],
      [{ field: 'takenAt', op: 'isNull', value: true }, 0],
      [{ field: 'takenAt', op: 'isNull', value: false }, 3],
      [{ field: 'patientId', op: 'eq', value: '0190f5c6-7b1e-7c3a-9a55-000000000001' }, 1],
      [{ field: 'patientId', op: 'ne', value: '0190f5c6-7b1e-7c3a-9a55-000000000001' }, 2],
      [{ field: 'patientId', op: 'in', value: ['0190f5c6-7b1e-7c3a-9a55-000000000001'] }, 1],
      [{ field: 'patientId', op: 'isNull', value: true }, 0],
      [{ field: 'patientId', op: 'isNull', value: false }, 3],
    ]
    for (const [filter, found] of filters) {
      const answer = await service.ask('POST', '/api/labs/results/search', {
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
        'test',
        [
          ['0190f5c6-7b1e-7c3a-9a55-000000000001'],
          ['0190f5c6-7b1e-7c3a-9a55-000000000002'],
          ['0190f5c6-7b1e-7c3a-9a55-000000000003'],
        ],
      ],
      [
        '-test',
        [
          ['0190f5c6-7b1e-7c3a-9a55-000000000003'],
          ['0190f5c6-7b1e-7c3a-9a55-000000000002'],
          ['0190f5c6-7b1e-7c3a-9a55-000000000001'],
        ],
      ],
      [
        'value',
        [
          ['0190f5c6-7b1e-7c3a-9a55-000000000001'],
          ['0190f5c6-7b1e-7c3a-9a55-000000000002'],
          ['0190f5c6-7b1e-7c3a-9a55-000000000003'],
        ],
      ],
      [
        '-value',
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
        'isAbnormal',
        [
          ['0190f5c6-7b1e-7c3a-9a55-000000000002'],
          ['0190f5c6-7b1e-7c3a-9a55-000000000001'],
          ['0190f5c6-7b1e-7c3a-9a55-000000000003'],
        ],
      ],
      [
        '-isAbnormal',
        [
          ['0190f5c6-7b1e-7c3a-9a55-000000000001'],
          ['0190f5c6-7b1e-7c3a-9a55-000000000003'],
          ['0190f5c6-7b1e-7c3a-9a55-000000000002'],
        ],
      ],
      [
        'takenAt',
        [
          ['0190f5c6-7b1e-7c3a-9a55-000000000001'],
          ['0190f5c6-7b1e-7c3a-9a55-000000000002'],
          ['0190f5c6-7b1e-7c3a-9a55-000000000003'],
        ],
      ],
      [
        '-takenAt',
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
      const answer = await service.ask('POST', '/api/labs/results/search', {
        role: 'clinician',
        body: { sort: [sort], limit: 3 },
      })
      deepEqual([sort, answer.body.items.map((item: Row) => [item.id])], [sort, keys])
    }
  })

  test('clinician is told the least and the greatest of its rows, and their sum', async () => {
    const fields = ['test', 'value', 'unit', 'takenAt']
    const answer = await service.aggregate('LabResult', 'clinician', { min: fields, max: fields, sum: ['value'] })
    deepEqual(answer, {
      groups: [
        {
          key: {},
          count: 3,
          sum: { value: '1.128' },
          average: {},
          min: { test: 'test 1', value: '0.251', unit: 'unit 1', takenAt: '2025-03-01T09:00:00Z' },
          max: { test: 'test 3', value: '0.501', unit: 'unit 3', takenAt: '2025-03-03T09:02:00Z' },
        },
      ],
      isComplete: true,
    })
  })

  test('each role does what a rule allows it', async () => {
    const allowed: readonly (readonly [string, Method, string])[] = [
      ['clinician', 'GET', '/api/labs/results/0190f5c6-7b1e-7c3a-9a55-000000000001'],
      ['clinician', 'GET', '/api/labs/results'],
      ['clinician', 'GET', '/api/labs/results/0190f5c6-7b1e-7c3a-9a55-000000000001/audit'],
      ['auditor', 'GET', '/api/labs/results/0190f5c6-7b1e-7c3a-9a55-000000000001/audit'],
    ]
    for (const [role, method, path] of allowed) {
      const answer = await service.ask(method, path, { role, ...(method === 'PATCH' && { body: {} }) })
      deepEqual([role, method, path, answer.status], [role, method, path, 200])
    }
  })

  test('each role is refused what no rule allows it, and told the nearest line of the charter', async () => {
    const lines: { readonly [rule: string]: string } = {
      'LabResult.clinician':
        'clinician: { do: [create, read, list, audit], when: resource.patient.ward == principal.ward }',
      'LabResult.auditor': 'auditor: { do: [audit] }',
    }
    const refused: readonly (readonly [string, Method, string, string | null])[] = [
      ['pharmacist', 'POST', '/api/labs/results', 'LabResult.clinician'],
      ['auditor', 'POST', '/api/labs/results', 'LabResult.clinician'],
      ['pharmacist', 'GET', '/api/labs/results/0190f5c6-7b1e-7c3a-9a55-000000000001', 'LabResult.clinician'],
      ['auditor', 'GET', '/api/labs/results/0190f5c6-7b1e-7c3a-9a55-000000000001', 'LabResult.clinician'],
      ['clinician', 'PUT', '/api/labs/results/0190f5c6-7b1e-7c3a-9a55-000000000001', 'LabResult.clinician'],
      ['pharmacist', 'PUT', '/api/labs/results/0190f5c6-7b1e-7c3a-9a55-000000000001', null],
      ['auditor', 'PUT', '/api/labs/results/0190f5c6-7b1e-7c3a-9a55-000000000001', 'LabResult.auditor'],
      ['clinician', 'PATCH', '/api/labs/results/0190f5c6-7b1e-7c3a-9a55-000000000001', 'LabResult.clinician'],
      ['pharmacist', 'PATCH', '/api/labs/results/0190f5c6-7b1e-7c3a-9a55-000000000001', null],
      ['auditor', 'PATCH', '/api/labs/results/0190f5c6-7b1e-7c3a-9a55-000000000001', 'LabResult.auditor'],
      ['clinician', 'DELETE', '/api/labs/results/0190f5c6-7b1e-7c3a-9a55-000000000001', 'LabResult.clinician'],
      ['pharmacist', 'DELETE', '/api/labs/results/0190f5c6-7b1e-7c3a-9a55-000000000001', null],
      ['auditor', 'DELETE', '/api/labs/results/0190f5c6-7b1e-7c3a-9a55-000000000001', 'LabResult.auditor'],
      ['pharmacist', 'GET', '/api/labs/results', 'LabResult.clinician'],
      ['auditor', 'GET', '/api/labs/results', 'LabResult.clinician'],
      ['pharmacist', 'GET', '/api/labs/results/0190f5c6-7b1e-7c3a-9a55-000000000001/audit', 'LabResult.clinician'],
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
      test: 'test 1',
      value: '0.251',
      unit: 'unit 1',
      isAbnormal: true,
      takenAt: '2025-03-01T09:00:00Z',
      patientId: '0190f5c6-7b1e-7c3a-9a55-000000000001',
    }
    const made = await service.ask('POST', '/api/labs/results', { role: 'clinician', body })
    deepEqual(made.status, 201)
    const answer = await service.ask('GET', String(made.headers.location), { role: 'clinician' })
    for (const [name, value] of Object.entries(body)) deepEqual([name, answer.body[name]], [name, value])
  })

  test('what clinician leaves out is as the charter presets it', async () => {
    const made = await service.ask('POST', '/api/labs/results', {
      role: 'clinician',
      body: {
        test: 'test 1',
        value: '0.251',
        unit: 'unit 1',
        takenAt: '2025-03-01T09:00:00Z',
        patientId: '0190f5c6-7b1e-7c3a-9a55-000000000001',
      },
    })
    deepEqual(made.status, 201)
    const expected = { isAbnormal: false }
    for (const [name, value] of Object.entries(expected)) deepEqual([name, made.body[name]], [name, value])
  })

  test('clinician cannot send a field that is not there', async () => {
    const answer = await service.ask('POST', '/api/labs/results', {
      role: 'clinician',
      body: {
        ...{
          test: 'test 1',
          value: '0.251',
          unit: 'unit 1',
          isAbnormal: true,
          takenAt: '2025-03-01T09:00:00Z',
          patientId: '0190f5c6-7b1e-7c3a-9a55-000000000001',
        },
        notAField: 1,
      },
    })
    deepEqual(
      [answer.status, answer.body.errors],
      [422, [{ path: '/notAField', code: 'unknown', message: 'LabResult has no field "notAField".' }]],
    )
  })

  test('clinician cannot create with what a field does not take', async () => {
    const valid = {
      test: 'test 1',
      value: '0.251',
      unit: 'unit 1',
      isAbnormal: true,
      takenAt: '2025-03-01T09:00:00Z',
      patientId: '0190f5c6-7b1e-7c3a-9a55-000000000001',
    }
    const refused: readonly (readonly [string, unknown, string])[] = [
      ['test', null, 'null'],
      ['test', 7, 'wrong-type'],
      ['test', '', 'too-short'],
      ['test', 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx', 'too-long'],
      ['value', null, 'null'],
      ['value', 'seven', 'format'],
      ['value', '0.1111', 'digits'],
      ['unit', null, 'null'],
      ['unit', 7, 'wrong-type'],
      ['unit', '', 'too-short'],
      ['unit', 'xxxxxxxxxxxxxxxxxxxxx', 'too-long'],
      ['isAbnormal', null, 'null'],
      ['isAbnormal', 'true', 'wrong-type'],
      ['takenAt', null, 'null'],
      ['takenAt', '2026-02-28T25:00:00Z', 'format'],
      ['takenAt', 7, 'wrong-type'],
      ['takenAt', '9999-12-31T00:00:00Z', 'too-large'],
      ['patientId', null, 'null'],
      ['patientId', 'not a uuid', 'format'],
    ]
    for (const [field, value, code] of refused) {
      const answer = await service.ask('POST', '/api/labs/results', {
        role: 'clinician',
        body: { ...valid, [field]: value },
      })
      const errors = answer.body.errors?.map((each: Row) => [each.path, each.code])
      deepEqual([field, value, answer.status, errors], [field, value, 422, [[`/${field}`, code]]])
    }
  })

  test('clinician may not change a row', async () => {
    const answer = await service.ask('PATCH', '/api/labs/results/0190f5c6-7b1e-7c3a-9a55-000000000001', {
      role: 'clinician',
      body: {},
    })
    deepEqual([answer.status, answer.body.code], [403, 'forbidden'])
  })

  test('pharmacist may not change a row', async () => {
    const answer = await service.ask('PATCH', '/api/labs/results/0190f5c6-7b1e-7c3a-9a55-000000000001', {
      role: 'pharmacist',
      body: {},
    })
    deepEqual([answer.status, answer.body.code], [403, 'forbidden'])
  })

  test('auditor may not change a row', async () => {
    const answer = await service.ask('PATCH', '/api/labs/results/0190f5c6-7b1e-7c3a-9a55-000000000001', {
      role: 'auditor',
      body: {},
    })
    deepEqual([answer.status, answer.body.code], [403, 'forbidden'])
  })

  test('clinician may not delete', async () => {
    const answer = await service.ask('DELETE', '/api/labs/results/0190f5c6-7b1e-7c3a-9a55-000000000001', {
      role: 'clinician',
    })
    deepEqual([answer.status, answer.body.code], [403, 'forbidden'])
  })

  test('pharmacist may not delete', async () => {
    const answer = await service.ask('DELETE', '/api/labs/results/0190f5c6-7b1e-7c3a-9a55-000000000001', {
      role: 'pharmacist',
    })
    deepEqual([answer.status, answer.body.code], [403, 'forbidden'])
  })

  test('auditor may not delete', async () => {
    const answer = await service.ask('DELETE', '/api/labs/results/0190f5c6-7b1e-7c3a-9a55-000000000001', {
      role: 'auditor',
    })
    deepEqual([answer.status, answer.body.code], [403, 'forbidden'])
  })
})
