// Generated from the charter "clinic". What you change here is merged when generating again.

import { deepEqual } from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { type Method, type Row, type Running, startService } from './support.ts'

describe('EhrRecord', () => {
  let service: Running
  beforeEach(async () => {
    service = await startService()
  })
  afterEach(() => service.close())

  test('nobody reads without a token', async () => {
    const answer = await service.ask('GET', '/api/ehr-records/0190f5c6-7b1e-7c3a-9a55-000000000001')
    deepEqual([answer.status, answer.body.code], [401, 'unauthenticated'])
  })

  test('pharmacist may not read', async () => {
    const answer = await service.ask('GET', '/api/ehr-records/0190f5c6-7b1e-7c3a-9a55-000000000001', {
      role: 'pharmacist',
    })
    deepEqual([answer.status, answer.body.code], [403, 'forbidden'])
  })

  test('auditor may not read', async () => {
    const answer = await service.ask('GET', '/api/ehr-records/0190f5c6-7b1e-7c3a-9a55-000000000001', {
      role: 'auditor',
    })
    deepEqual([answer.status, answer.body.code], [403, 'forbidden'])
  })

  test('clinician reads a row as it is stored', async () => {
    const answer = await service.ask('GET', '/api/ehr-records/0190f5c6-7b1e-7c3a-9a55-000000000001', {
      role: 'clinician',
    })
    deepEqual(answer.status, 200)
    const expected = {
      id: '0190f5c6-7b1e-7c3a-9a55-000000000001',
      kind: 'note',
      title: 'title 1',
      body: 'body 1',
      recordedAt: '2025-03-01T09:00:00Z',
      patientId: '0190f5c6-7b1e-7c3a-9a55-000000000001',
    }
    for (const [name, value] of Object.entries(expected)) deepEqual([name, answer.body[name]], [name, value])
  })

  test('clinician does not find a row that is not there', async () => {
    const answer = await service.ask('GET', '/api/ehr-records/0190f5c6-7b1e-7c3a-9a55-ffffffffffff', {
      role: 'clinician',
    })
    deepEqual([answer.status, answer.body.code], [404, 'not-found'])
  })

  test('clinician reads a row with what is related to it', async () => {
    const answer = await service.ask('GET', '/api/ehr-records/0190f5c6-7b1e-7c3a-9a55-000000000001?include=patient', {
      role: 'clinician',
    })
    deepEqual(answer.body.patient.id, '0190f5c6-7b1e-7c3a-9a55-000000000001')
  })

  test('pharmacist may not list', async () => {
    const answer = await service.ask('GET', '/api/ehr-records', { role: 'pharmacist' })
    deepEqual([answer.status, answer.body.code], [403, 'forbidden'])
  })

  test('auditor may not list', async () => {
    const answer = await service.ask('GET', '/api/ehr-records', { role: 'auditor' })
    deepEqual([answer.status, answer.body.code], [403, 'forbidden'])
  })

  test('clinician walks every page and sees each of its rows once', async () => {
    const seen = new Set<string>()
    let path: string | null = '/api/ehr-records?limit=1'
    for (let pages = 0; path !== null && pages < 10; pages++) {
      const answer = await service.ask('GET', path, { role: 'clinician' })
      deepEqual(answer.status, 200)
      for (const item of answer.body.items) seen.add(JSON.stringify([item.id]))
      path = answer.body.next === null ? null : `/api/ehr-records?limit=1&after=${answer.body.next}`
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
      [{ field: 'kind', op: 'eq', value: 'note' }, 1],
      [{ field: 'kind', op: 'ne', value: 'note' }, 2],
      [{ field: 'kind', op: 'in', value: ['note'] }, 1],
      [{ field: 'kind', op: 'isNull', value: true }, 0],
      [{ field: 'kind', op: 'isNull', value: false }, 3],
      [{ field: 'title', op: 'eq', value: 'title 1' }, 1],
      [{ field: 'title', op: 'ne', value: 'title 1' }, 2],
      [{ field: 'title', op: 'lt', value: 'title 1' }, 0],
      [{ field: 'title', op: 'le', value: 'title 1' }, 1],
      [{ field: 'title', op: 'gt', value: 'title 1' }, 2],
      [{ field: 'title', op: 'ge', value: 'title 1' }, 3],
      [{ field: 'title', op: 'in', value: ['title 1'] }, 1],
      [{ field: 'title', op: 'like', value: '%title 1' }, 1],
      [{ field: 'title', op: 'startsWith', value: 'ti' }, 3],
      [{ field: 'title', op: 'isNull', value: true }, 0],
      [{ field: 'title', op: 'isNull', value: false }, 3],
      [{ field: 'body', op: 'eq', value: 'body 1' }, 1],
      [{ field: 'body', op: 'ne', value: 'body 1' }, 2],
      [{ field: 'body', op: 'lt', value: 'body 1' }, 0],
      [{ field: 'body', op: 'le', value: 'body 1' }, 1],
      [{ field: 'body', op: 'gt', value: 'body 1' }, 2],
      [{ field: 'body', op: 'ge', value: 'body 1' }, 3],
      [{ field: 'body', op: 'in', value: ['body 1'] }, 1],
      [{ field: 'body', op: 'like', value: '%body 1' }, 1],
      [{ field: 'body', op: 'startsWith', value: 'bo' }, 3],
      [{ field: 'body', op: 'isNull', value: true }, 0],
      [{ field: 'body', op: 'isNull', value: false }, 3],
      [{ field: 'recordedAt', op: 'eq', value: '2025-03-01T09:00:00Z' }, 1],
      [{ field: 'recordedAt', op: 'ne', value: '2025-03-01T09:00:00Z' }, 2],
      [{ field: 'recordedAt', op: 'lt', value: '2025-03-01T09:00:00Z' }, 0],
      [{ field: 'recordedAt', op: 'le', value: '2025-03-01T09:00:00Z' }, 1],
      [{ field: 'recordedAt', op: 'gt', value: '2025-03-01T09:00:00Z' }, 2],
      [{ field: 'recordedAt', op: 'ge', value: '2025-03-01T09:00:00Z' }, 3],
      [{ field: 'recordedAt', op: 'in', value: ['2025-03-01T09:00:00Z'] }, 1],
      [{ field: 'recordedAt', op: 'isNull', value: true }, 0],
      [{ field: 'recordedAt', op: 'isNull', value: false }, 3],
      [{ field: 'patientId', op: 'eq', value: '0190f5c6-7b1e-7c3a-9a55-000000000001' }, 1],
      [{ field: 'patientId', op: 'ne', value: '0190f5c6-7b1e-7c3a-9a55-000000000001' }, 2],
      [{ field: 'patientId', op: 'in', value: ['0190f5c6-7b1e-7c3a-9a55-000000000001'] }, 1],
      [{ field: 'patientId', op: 'isNull', value: true }, 0],
      [{ field: 'patientId', op: 'isNull', value: false }, 3],
    ]
    for (const [filter, found] of filters) {
      const answer = await service.ask('POST', '/api/ehr-records/search', {
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
        'kind',
        [
          ['0190f5c6-7b1e-7c3a-9a55-000000000002'],
          ['0190f5c6-7b1e-7c3a-9a55-000000000001'],
          ['0190f5c6-7b1e-7c3a-9a55-000000000003'],
        ],
      ],
      [
        '-kind',
        [
          ['0190f5c6-7b1e-7c3a-9a55-000000000003'],
          ['0190f5c6-7b1e-7c3a-9a55-000000000001'],
          ['0190f5c6-7b1e-7c3a-9a55-000000000002'],
        ],
      ],
      [
        'title',
        [
          ['0190f5c6-7b1e-7c3a-9a55-000000000001'],
          ['0190f5c6-7b1e-7c3a-9a55-000000000002'],
          ['0190f5c6-7b1e-7c3a-9a55-000000000003'],
        ],
      ],
      [
        '-title',
        [
          ['0190f5c6-7b1e-7c3a-9a55-000000000003'],
          ['0190f5c6-7b1e-7c3a-9a55-000000000002'],
          ['0190f5c6-7b1e-7c3a-9a55-000000000001'],
        ],
      ],
      [
        'body',
        [
          ['0190f5c6-7b1e-7c3a-9a55-000000000001'],
          ['0190f5c6-7b1e-7c3a-9a55-000000000002'],
          ['0190f5c6-7b1e-7c3a-9a55-000000000003'],
        ],
      ],
      [
        '-body',
        [
          ['0190f5c6-7b1e-7c3a-9a55-000000000003'],
          ['0190f5c6-7b1e-7c3a-9a55-000000000002'],
          ['0190f5c6-7b1e-7c3a-9a55-000000000001'],
        ],
      ],
      [
        'recordedAt',
        [
          ['0190f5c6-7b1e-7c3a-9a55-000000000001'],
          ['0190f5c6-7b1e-7c3a-9a55-000000000002'],
          ['0190f5c6-7b1e-7c3a-9a55-000000000003'],
        ],
      ],
      [
        '-recordedAt',
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
      const answer = await service.ask('POST', '/api/ehr-records/search', {
        role: 'clinician',
        body: { sort: [sort], limit: 3 },
      })
      deepEqual([sort, answer.body.items.map((item: Row) => [item.id])], [sort, keys])
    }
  })

  test('clinician is told the least and the greatest of its rows', async () => {
    const fields = ['title', 'body', 'recordedAt']
    const answer = await service.aggregate('EhrRecord', 'clinician', { min: fields, max: fields })
    deepEqual(answer, {
      groups: [
        {
          key: {},
          count: 3,
          sum: {},
          average: {},
          min: { title: 'title 1', body: 'body 1', recordedAt: '2025-03-01T09:00:00Z' },
          max: { title: 'title 3', body: 'body 3', recordedAt: '2025-03-03T09:02:00Z' },
        },
      ],
      isComplete: true,
    })
  })

  test('each role does what a rule allows it', async () => {
    const allowed: readonly (readonly [string, Method, string])[] = [
      ['clinician', 'GET', '/api/ehr-records/0190f5c6-7b1e-7c3a-9a55-000000000001'],
      ['clinician', 'PATCH', '/api/ehr-records/0190f5c6-7b1e-7c3a-9a55-000000000001'],
      ['clinician', 'GET', '/api/ehr-records'],
      ['clinician', 'GET', '/api/ehr-records/0190f5c6-7b1e-7c3a-9a55-000000000001/audit'],
      ['auditor', 'GET', '/api/ehr-records/0190f5c6-7b1e-7c3a-9a55-000000000001/audit'],
    ]
    for (const [role, method, path] of allowed) {
      const answer = await service.ask(method, path, { role, ...(method === 'PATCH' && { body: {} }) })
      deepEqual([role, method, path, answer.status], [role, method, path, 200])
    }
  })

  test('each role is refused what no rule allows it, and told the nearest line of the charter', async () => {
    const lines: { readonly [rule: string]: string } = {
      'EhrRecord.clinician':
        'clinician: { do: [create, read, update, list, audit], when: resource.patient.ward == principal.ward, reveal: [clinical] }',
      'EhrRecord.auditor': 'auditor: { do: [audit] }',
    }
    const refused: readonly (readonly [string, Method, string, string | null])[] = [
      ['pharmacist', 'POST', '/api/ehr-records', 'EhrRecord.clinician'],
      ['auditor', 'POST', '/api/ehr-records', 'EhrRecord.clinician'],
      ['pharmacist', 'GET', '/api/ehr-records/0190f5c6-7b1e-7c3a-9a55-000000000001', 'EhrRecord.clinician'],
      ['auditor', 'GET', '/api/ehr-records/0190f5c6-7b1e-7c3a-9a55-000000000001', 'EhrRecord.clinician'],
      ['pharmacist', 'PUT', '/api/ehr-records/0190f5c6-7b1e-7c3a-9a55-000000000001', 'EhrRecord.clinician'],
      ['auditor', 'PUT', '/api/ehr-records/0190f5c6-7b1e-7c3a-9a55-000000000001', 'EhrRecord.clinician'],
      ['pharmacist', 'PATCH', '/api/ehr-records/0190f5c6-7b1e-7c3a-9a55-000000000001', 'EhrRecord.clinician'],
      ['auditor', 'PATCH', '/api/ehr-records/0190f5c6-7b1e-7c3a-9a55-000000000001', 'EhrRecord.clinician'],
      ['clinician', 'DELETE', '/api/ehr-records/0190f5c6-7b1e-7c3a-9a55-000000000001', 'EhrRecord.clinician'],
      ['pharmacist', 'DELETE', '/api/ehr-records/0190f5c6-7b1e-7c3a-9a55-000000000001', null],
      ['auditor', 'DELETE', '/api/ehr-records/0190f5c6-7b1e-7c3a-9a55-000000000001', 'EhrRecord.auditor'],
      ['pharmacist', 'GET', '/api/ehr-records', 'EhrRecord.clinician'],
      ['auditor', 'GET', '/api/ehr-records', 'EhrRecord.clinician'],
      ['pharmacist', 'GET', '/api/ehr-records/0190f5c6-7b1e-7c3a-9a55-000000000001/audit', 'EhrRecord.clinician'],
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
      kind: 'note',
      title: 'title 1',
      body: 'body 1',
      recordedAt: '2025-03-01T09:00:00Z',
      patientId: '0190f5c6-7b1e-7c3a-9a55-000000000001',
    }
    const made = await service.ask('POST', '/api/ehr-records', { role: 'clinician', body })
    deepEqual(made.status, 201)
    const answer = await service.ask('GET', String(made.headers.location), { role: 'clinician' })
    for (const [name, value] of Object.entries(body)) deepEqual([name, answer.body[name]], [name, value])
  })

  test('clinician cannot send a field that is not there', async () => {
    const answer = await service.ask('POST', '/api/ehr-records', {
      role: 'clinician',
      body: {
        ...{
          kind: 'note',
          title: 'title 1',
          body: 'body 1',
          recordedAt: '2025-03-01T09:00:00Z',
          patientId: '0190f5c6-7b1e-7c3a-9a55-000000000001',
        },
        notAField: 1,
      },
    })
    deepEqual(
      [answer.status, answer.body.errors],
      [422, [{ path: '/notAField', code: 'unknown', message: 'EhrRecord has no field "notAField".' }]],
    )
  })

  test('clinician cannot create with what a field does not take', async () => {
    const valid = {
      kind: 'note',
      title: 'title 1',
      body: 'body 1',
      recordedAt: '2025-03-01T09:00:00Z',
      patientId: '0190f5c6-7b1e-7c3a-9a55-000000000001',
    }
    const refused: readonly (readonly [string, unknown, string])[] = [
      ['kind', null, 'null'],
      ['kind', 'not one of them', 'not-in-enum'],
      ['kind', 7, 'wrong-type'],
      ['title', null, 'null'],
      ['title', 7, 'wrong-type'],
      ['title', '', 'too-short'],
      [
        'title',
        'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',
        'too-long',
      ],
      ['body', null, 'null'],
      ['body', 7, 'wrong-type'],
      ['recordedAt', null, 'null'],
      ['recordedAt', '2026-02-28T25:00:00Z', 'format'],
      ['recordedAt', 7, 'wrong-type'],
      ['recordedAt', '9999-12-31T00:00:00Z', 'too-large'],
      ['patientId', null, 'null'],
      ['patientId', 'not a uuid', 'format'],
    ]
    for (const [field, value, code] of refused) {
      const answer = await service.ask('POST', '/api/ehr-records', {
        role: 'clinician',
        body: { ...valid, [field]: value },
      })
      const errors = answer.body.errors?.map((each: Row) => [each.path, each.code])
      deepEqual([field, value, answer.status, errors], [field, value, 422, [[`/${field}`, code]]])
    }
  })

  test('pharmacist may not change a row', async () => {
    const answer = await service.ask('PATCH', '/api/ehr-records/0190f5c6-7b1e-7c3a-9a55-000000000001', {
      role: 'pharmacist',
      body: {},
    })
    deepEqual([answer.status, answer.body.code], [403, 'forbidden'])
  })

  test('auditor may not change a row', async () => {
    const answer = await service.ask('PATCH', '/api/ehr-records/0190f5c6-7b1e-7c3a-9a55-000000000001', {
      role: 'auditor',
      body: {},
    })
    deepEqual([answer.status, answer.body.code], [403, 'forbidden'])
  })

  test('clinician changes title and nothing else; a stale tag is refused', async () => {
    const before = await service.ask('GET', '/api/ehr-records/0190f5c6-7b1e-7c3a-9a55-000000000001', {
      role: 'clinician',
    })
    const body = { title: 'title 9' }
    const headers = { 'if-match': String(before.headers.etag) }
    const changed = await service.ask('PATCH', '/api/ehr-records/0190f5c6-7b1e-7c3a-9a55-000000000001', {
      role: 'clinician',
      body,
      headers,
    })
    deepEqual([changed.status, changed.body], [200, { ...before.body, ...body }])
    const stale = await service.ask('PATCH', '/api/ehr-records/0190f5c6-7b1e-7c3a-9a55-000000000001', {
      role: 'clinician',
      body,
      headers,
    })
    deepEqual([stale.status, stale.body.code], [412, 'precondition-failed'])
  })

  test('clinician may not delete', async () => {
    const answer = await service.ask('DELETE', '/api/ehr-records/0190f5c6-7b1e-7c3a-9a55-000000000001', {
      role: 'clinician',
    })
    deepEqual([answer.status, answer.body.code], [403, 'forbidden'])
  })

  test('pharmacist may not delete', async () => {
    const answer = await service.ask('DELETE', '/api/ehr-records/0190f5c6-7b1e-7c3a-9a55-000000000001', {
      role: 'pharmacist',
    })
    deepEqual([answer.status, answer.body.code], [403, 'forbidden'])
  })

  test('auditor may not delete', async () => {
    const answer = await service.ask('DELETE', '/api/ehr-records/0190f5c6-7b1e-7c3a-9a55-000000000001', {
      role: 'auditor',
    })
    deepEqual([answer.status, answer.body.code], [403, 'forbidden'])
  })
})
