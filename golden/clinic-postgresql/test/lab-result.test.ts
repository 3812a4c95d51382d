// Generated from the charter "clinic". What you change here is merged when generating again.

import { deepEqual } from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { type Running, startService } from './support.ts'

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
      path = answer.body.next === null ? null : '/api/labs/results?limit=1&after=' + answer.body.next
    }
    deepEqual([seen.size, path], [1, null])
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

  test('test refuses what is wrong-type', async () => {
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
        test: 7,
      },
    })
    deepEqual(answer.status, 422)
    deepEqual(
      answer.body.errors.map((each: { path: string; code: string }) => [each.path, each.code]),
      [['/test', 'wrong-type']],
    )
  })

  test('test refuses what is too-short', async () => {
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
        test: '',
      },
    })
    deepEqual(answer.status, 422)
    deepEqual(
      answer.body.errors.map((each: { path: string; code: string }) => [each.path, each.code]),
      [['/test', 'too-short']],
    )
  })

  test('test refuses what is too-long', async () => {
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
        test: 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',
      },
    })
    deepEqual(answer.status, 422)
    deepEqual(
      answer.body.errors.map((each: { path: string; code: string }) => [each.path, each.code]),
      [['/test', 'too-long']],
    )
  })

  test('value refuses what is wrong-type', async () => {
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
        value: 7,
      },
    })
    deepEqual(answer.status, 422)
    deepEqual(
      answer.body.errors.map((each: { path: string; code: string }) => [each.path, each.code]),
      [['/value', 'wrong-type']],
    )
  })

  test('value refuses what is format', async () => {
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
        value: 'seven',
      },
    })
    deepEqual(answer.status, 422)
    deepEqual(
      answer.body.errors.map((each: { path: string; code: string }) => [each.path, each.code]),
      [['/value', 'format']],
    )
  })

  test('value refuses what is digits', async () => {
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
        value: '0.1111',
      },
    })
    deepEqual(answer.status, 422)
    deepEqual(
      answer.body.errors.map((each: { path: string; code: string }) => [each.path, each.code]),
      [['/value', 'digits']],
    )
  })

  test('unit refuses what is wrong-type', async () => {
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
        unit: 7,
      },
    })
    deepEqual(answer.status, 422)
    deepEqual(
      answer.body.errors.map((each: { path: string; code: string }) => [each.path, each.code]),
      [['/unit', 'wrong-type']],
    )
  })

  test('unit refuses what is too-short', async () => {
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
        unit: '',
      },
    })
    deepEqual(answer.status, 422)
    deepEqual(
      answer.body.errors.map((each: { path: string; code: string }) => [each.path, each.code]),
      [['/unit', 'too-short']],
    )
  })

  test('unit refuses what is too-long', async () => {
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
        unit: 'xxxxxxxxxxxxxxxxxxxxx',
      },
    })
    deepEqual(answer.status, 422)
    deepEqual(
      answer.body.errors.map((each: { path: string; code: string }) => [each.path, each.code]),
      [['/unit', 'too-long']],
    )
  })

  test('isAbnormal refuses what is wrong-type', async () => {
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
        isAbnormal: 'true',
      },
    })
    deepEqual(answer.status, 422)
    deepEqual(
      answer.body.errors.map((each: { path: string; code: string }) => [each.path, each.code]),
      [['/isAbnormal', 'wrong-type']],
    )
  })

  test('takenAt refuses what is format', async () => {
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
        takenAt: '2026-02-28T25:00:00Z',
      },
    })
    deepEqual(answer.status, 422)
    deepEqual(
      answer.body.errors.map((each: { path: string; code: string }) => [each.path, each.code]),
      [['/takenAt', 'format']],
    )
  })

  test('takenAt refuses what is wrong-type', async () => {
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
        takenAt: 7,
      },
    })
    deepEqual(answer.status, 422)
    deepEqual(
      answer.body.errors.map((each: { path: string; code: string }) => [each.path, each.code]),
      [['/takenAt', 'wrong-type']],
    )
  })

  test('takenAt refuses what is too-large', async () => {
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
        takenAt: '9999-12-31T00:00:00Z',
      },
    })
    deepEqual(answer.status, 422)
    deepEqual(
      answer.body.errors.map((each: { path: string; code: string }) => [each.path, each.code]),
      [['/takenAt', 'too-large']],
    )
  })

  test('patientId refuses what is format', async () => {
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
        patientId: 'not a uuid',
      },
    })
    deepEqual(answer.status, 422)
    deepEqual(
      answer.body.errors.map((each: { path: string; code: string }) => [each.path, each.code]),
      [['/patientId', 'format']],
    )
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
