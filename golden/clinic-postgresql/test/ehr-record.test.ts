// Generated from the charter "clinic". What you change here is merged when generating again.

import { deepEqual } from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { type Running, startService } from './support.ts'

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
      path = answer.body.next === null ? null : '/api/ehr-records?limit=1&after=' + answer.body.next
    }
    deepEqual([seen.size, path], [1, null])
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

  test('kind refuses what is not-in-enum', async () => {
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
        kind: 'not one of them',
      },
    })
    deepEqual(answer.status, 422)
    deepEqual(
      answer.body.errors.map((each: { path: string; code: string }) => [each.path, each.code]),
      [['/kind', 'not-in-enum']],
    )
  })

  test('kind refuses what is wrong-type', async () => {
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
        kind: 7,
      },
    })
    deepEqual(answer.status, 422)
    deepEqual(
      answer.body.errors.map((each: { path: string; code: string }) => [each.path, each.code]),
      [['/kind', 'wrong-type']],
    )
  })

  test('title refuses what is wrong-type', async () => {
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
        title: 7,
      },
    })
    deepEqual(answer.status, 422)
    deepEqual(
      answer.body.errors.map((each: { path: string; code: string }) => [each.path, each.code]),
      [['/title', 'wrong-type']],
    )
  })

  test('title refuses what is too-short', async () => {
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
        title: '',
      },
    })
    deepEqual(answer.status, 422)
    deepEqual(
      answer.body.errors.map((each: { path: string; code: string }) => [each.path, each.code]),
      [['/title', 'too-short']],
    )
  })

  test('title refuses what is too-long', async () => {
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
        title:
          'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',
      },
    })
    deepEqual(answer.status, 422)
    deepEqual(
      answer.body.errors.map((each: { path: string; code: string }) => [each.path, each.code]),
      [['/title', 'too-long']],
    )
  })

  test('body refuses what is wrong-type', async () => {
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
        body: 7,
      },
    })
    deepEqual(answer.status, 422)
    deepEqual(
      answer.body.errors.map((each: { path: string; code: string }) => [each.path, each.code]),
      [['/body', 'wrong-type']],
    )
  })

  test('recordedAt refuses what is format', async () => {
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
        recordedAt: '2026-02-28T25:00:00Z',
      },
    })
    deepEqual(answer.status, 422)
    deepEqual(
      answer.body.errors.map((each: { path: string; code: string }) => [each.path, each.code]),
      [['/recordedAt', 'format']],
    )
  })

  test('recordedAt refuses what is wrong-type', async () => {
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
        recordedAt: 7,
      },
    })
    deepEqual(answer.status, 422)
    deepEqual(
      answer.body.errors.map((each: { path: string; code: string }) => [each.path, each.code]),
      [['/recordedAt', 'wrong-type']],
    )
  })

  test('recordedAt refuses what is too-large', async () => {
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
        recordedAt: '9999-12-31T00:00:00Z',
      },
    })
    deepEqual(answer.status, 422)
    deepEqual(
      answer.body.errors.map((each: { path: string; code: string }) => [each.path, each.code]),
      [['/recordedAt', 'too-large']],
    )
  })

  test('patientId refuses what is format', async () => {
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
        patientId: 'not a uuid',
      },
    })
    deepEqual(answer.status, 422)
    deepEqual(
      answer.body.errors.map((each: { path: string; code: string }) => [each.path, each.code]),
      [['/patientId', 'format']],
    )
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
    const body = { title: 'title 2' }
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
