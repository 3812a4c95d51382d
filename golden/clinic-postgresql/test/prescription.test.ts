// Generated from the charter "clinic". What you change here is merged when generating again.

import { deepEqual } from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { type Running, startService } from './support.ts'

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
      path = answer.body.next === null ? null : '/api/prescriptions?limit=1&after=' + answer.body.next
    }
    deepEqual([seen.size, path], [1, null])
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

  test('drug refuses what is wrong-type', async () => {
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
        drug: 7,
      },
    })
    deepEqual(answer.status, 422)
    deepEqual(
      answer.body.errors.map((each: { path: string; code: string }) => [each.path, each.code]),
      [['/drug', 'wrong-type']],
    )
  })

  test('drug refuses what is too-short', async () => {
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
        drug: '',
      },
    })
    deepEqual(answer.status, 422)
    deepEqual(
      answer.body.errors.map((each: { path: string; code: string }) => [each.path, each.code]),
      [['/drug', 'too-short']],
    )
  })

  test('drug refuses what is too-long', async () => {
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
        drug: 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',
      },
    })
    deepEqual(answer.status, 422)
    deepEqual(
      answer.body.errors.map((each: { path: string; code: string }) => [each.path, each.code]),
      [['/drug', 'too-long']],
    )
  })

  test('dose refuses what is wrong-type', async () => {
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
        dose: 7,
      },
    })
    deepEqual(answer.status, 422)
    deepEqual(
      answer.body.errors.map((each: { path: string; code: string }) => [each.path, each.code]),
      [['/dose', 'wrong-type']],
    )
  })

  test('dose refuses what is format', async () => {
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
        dose: 'seven',
      },
    })
    deepEqual(answer.status, 422)
    deepEqual(
      answer.body.errors.map((each: { path: string; code: string }) => [each.path, each.code]),
      [['/dose', 'format']],
    )
  })

  test('dose refuses what is digits', async () => {
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
        dose: '0.111',
      },
    })
    deepEqual(answer.status, 422)
    deepEqual(
      answer.body.errors.map((each: { path: string; code: string }) => [each.path, each.code]),
      [['/dose', 'digits']],
    )
  })

  test('dose refuses what is too-small', async () => {
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
        dose: '-999999',
      },
    })
    deepEqual(answer.status, 422)
    deepEqual(
      answer.body.errors.map((each: { path: string; code: string }) => [each.path, each.code]),
      [['/dose', 'too-small']],
    )
  })

  test('unit refuses what is not-in-enum', async () => {
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
        unit: 'not one of them',
      },
    })
    deepEqual(answer.status, 422)
    deepEqual(
      answer.body.errors.map((each: { path: string; code: string }) => [each.path, each.code]),
      [['/unit', 'not-in-enum']],
    )
  })

  test('unit refuses what is wrong-type', async () => {
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
        unit: 7,
      },
    })
    deepEqual(answer.status, 422)
    deepEqual(
      answer.body.errors.map((each: { path: string; code: string }) => [each.path, each.code]),
      [['/unit', 'wrong-type']],
    )
  })

  test('state refuses what is not-in-enum', async () => {
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
        state: 'not one of them',
      },
    })
    deepEqual(answer.status, 422)
    deepEqual(
      answer.body.errors.map((each: { path: string; code: string }) => [each.path, each.code]),
      [['/state', 'not-in-enum']],
    )
  })

  test('state refuses what is wrong-type', async () => {
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
        state: 7,
      },
    })
    deepEqual(answer.status, 422)
    deepEqual(
      answer.body.errors.map((each: { path: string; code: string }) => [each.path, each.code]),
      [['/state', 'wrong-type']],
    )
  })

  test('startsOn refuses what is format', async () => {
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
        startsOn: '2026-02-30',
      },
    })
    deepEqual(answer.status, 422)
    deepEqual(
      answer.body.errors.map((each: { path: string; code: string }) => [each.path, each.code]),
      [['/startsOn', 'format']],
    )
  })

  test('startsOn refuses what is wrong-type', async () => {
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
        startsOn: 7,
      },
    })
    deepEqual(answer.status, 422)
    deepEqual(
      answer.body.errors.map((each: { path: string; code: string }) => [each.path, each.code]),
      [['/startsOn', 'wrong-type']],
    )
  })

  test('endsOn refuses what is format', async () => {
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
        endsOn: '2026-02-30',
      },
    })
    deepEqual(answer.status, 422)
    deepEqual(
      answer.body.errors.map((each: { path: string; code: string }) => [each.path, each.code]),
      [['/endsOn', 'format']],
    )
  })

  test('endsOn refuses what is wrong-type', async () => {
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
        endsOn: 7,
      },
    })
    deepEqual(answer.status, 422)
    deepEqual(
      answer.body.errors.map((each: { path: string; code: string }) => [each.path, each.code]),
      [['/endsOn', 'wrong-type']],
    )
  })

  test('patientId refuses what is format', async () => {
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
        patientId: 'not a uuid',
      },
    })
    deepEqual(answer.status, 422)
    deepEqual(
      answer.body.errors.map((each: { path: string; code: string }) => [each.path, each.code]),
      [['/patientId', 'format']],
    )
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
    const body = { drug: 'drug 2' }
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
