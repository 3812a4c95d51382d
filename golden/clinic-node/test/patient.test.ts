// Generated from the charter "clinic". What you change here is merged when generating again.

import { deepEqual } from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { type Running, startService } from './support.ts'

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
      path = answer.body.next === null ? null : '/api/patients?limit=1&after=' + answer.body.next
    }
    deepEqual([seen.size, path], [1, null])
  })

  test('what clinician creates reads back as it was sent', async () => {
    const body = {
      name: 'name 1',
      birthDate: '2025-03-01',
      ssn: '036-92-5814',
      email: 'person1@example.org',
      ward: 'ward 1',
    }
    const made = await service.ask('POST', '/api/patients', { role: 'clinician', body })
    deepEqual(made.status, 201)
    const answer = await service.ask('GET', String(made.headers.location), { role: 'clinician' })
    for (const [name, value] of Object.entries(body)) deepEqual([name, answer.body[name]], [name, value])
  })

  test('clinician cannot send a field that is not there', async () => {
    const answer = await service.ask('POST', '/api/patients', {
      role: 'clinician',
      body: {
        ...{
          name: 'name 1',
          birthDate: '2025-03-01',
          ssn: '036-92-5814',
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

  test('name refuses what is wrong-type', async () => {
    const answer = await service.ask('POST', '/api/patients', {
      role: 'clinician',
      body: {
        ...{
          name: 'name 1',
          birthDate: '2025-03-01',
          ssn: '036-92-5814',
          email: 'person1@example.org',
          ward: 'ward 1',
        },
        name: 7,
      },
    })
    deepEqual(answer.status, 422)
    deepEqual(
      answer.body.errors.map((each: { path: string; code: string }) => [each.path, each.code]),
      [['/name', 'wrong-type']],
    )
  })

  test('name refuses what is too-short', async () => {
    const answer = await service.ask('POST', '/api/patients', {
      role: 'clinician',
      body: {
        ...{
          name: 'name 1',
          birthDate: '2025-03-01',
          ssn: '036-92-5814',
          email: 'person1@example.org',
          ward: 'ward 1',
        },
        name: '',
      },
    })
    deepEqual(answer.status, 422)
    deepEqual(
      answer.body.errors.map((each: { path: string; code: string }) => [each.path, each.code]),
      [['/name', 'too-short']],
    )
  })

  test('name refuses what is too-long', async () => {
    const answer = await service.ask('POST', '/api/patients', {
      role: 'clinician',
      body: {
        ...{
          name: 'name 1',
          birthDate: '2025-03-01',
          ssn: '036-92-5814',
          email: 'person1@example.org',
          ward: 'ward 1',
        },
        name: 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',
      },
    })
    deepEqual(answer.status, 422)
    deepEqual(
      answer.body.errors.map((each: { path: string; code: string }) => [each.path, each.code]),
      [['/name', 'too-long']],
    )
  })

  test('birthDate refuses what is format', async () => {
    const answer = await service.ask('POST', '/api/patients', {
      role: 'clinician',
      body: {
        ...{
          name: 'name 1',
          birthDate: '2025-03-01',
          ssn: '036-92-5814',
          email: 'person1@example.org',
          ward: 'ward 1',
        },
        birthDate: '2026-02-30',
      },
    })
    deepEqual(answer.status, 422)
    deepEqual(
      answer.body.errors.map((each: { path: string; code: string }) => [each.path, each.code]),
      [['/birthDate', 'format']],
    )
  })

  test('birthDate refuses what is wrong-type', async () => {
    const answer = await service.ask('POST', '/api/patients', {
      role: 'clinician',
      body: {
        ...{
          name: 'name 1',
          birthDate: '2025-03-01',
          ssn: '036-92-5814',
          email: 'person1@example.org',
          ward: 'ward 1',
        },
        birthDate: 7,
      },
    })
    deepEqual(answer.status, 422)
    deepEqual(
      answer.body.errors.map((each: { path: string; code: string }) => [each.path, each.code]),
      [['/birthDate', 'wrong-type']],
    )
  })

  test('birthDate refuses what is too-large', async () => {
    const answer = await service.ask('POST', '/api/patients', {
      role: 'clinician',
      body: {
        ...{
          name: 'name 1',
          birthDate: '2025-03-01',
          ssn: '036-92-5814',
          email: 'person1@example.org',
          ward: 'ward 1',
        },
        birthDate: '9999-12-31',
      },
    })
    deepEqual(answer.status, 422)
    deepEqual(
      answer.body.errors.map((each: { path: string; code: string }) => [each.path, each.code]),
      [['/birthDate', 'too-large']],
    )
  })

  test('ssn refuses what is wrong-type', async () => {
    const answer = await service.ask('POST', '/api/patients', {
      role: 'clinician',
      body: {
        ...{
          name: 'name 1',
          birthDate: '2025-03-01',
          ssn: '036-92-5814',
          email: 'person1@example.org',
          ward: 'ward 1',
        },
        ssn: 7,
      },
    })
    deepEqual(answer.status, 422)
    deepEqual(
      answer.body.errors.map((each: { path: string; code: string }) => [each.path, each.code]),
      [['/ssn', 'wrong-type']],
    )
  })

  test('ssn refuses what is pattern', async () => {
    const answer = await service.ask('POST', '/api/patients', {
      role: 'clinician',
      body: {
        ...{
          name: 'name 1',
          birthDate: '2025-03-01',
          ssn: '036-92-5814',
          email: 'person1@example.org',
          ward: 'ward 1',
        },
        ssn: '¡',
      },
    })
    deepEqual(answer.status, 422)
    deepEqual(
      answer.body.errors.map((each: { path: string; code: string }) => [each.path, each.code]),
      [['/ssn', 'pattern']],
    )
  })

  test('email refuses what is wrong-type', async () => {
    const answer = await service.ask('POST', '/api/patients', {
      role: 'clinician',
      body: {
        ...{
          name: 'name 1',
          birthDate: '2025-03-01',
          ssn: '036-92-5814',
          email: 'person1@example.org',
          ward: 'ward 1',
        },
        email: 7,
      },
    })
    deepEqual(answer.status, 422)
    deepEqual(
      answer.body.errors.map((each: { path: string; code: string }) => [each.path, each.code]),
      [['/email', 'wrong-type']],
    )
  })

  test('email refuses what is format', async () => {
    const answer = await service.ask('POST', '/api/patients', {
      role: 'clinician',
      body: {
        ...{
          name: 'name 1',
          birthDate: '2025-03-01',
          ssn: '036-92-5814',
          email: 'person1@example.org',
          ward: 'ward 1',
        },
        email: 'not one',
      },
    })
    deepEqual(answer.status, 422)
    deepEqual(
      answer.body.errors.map((each: { path: string; code: string }) => [each.path, each.code]),
      [['/email', 'format']],
    )
  })

  test('ward refuses what is wrong-type', async () => {
    const answer = await service.ask('POST', '/api/patients', {
      role: 'clinician',
      body: {
        ...{
          name: 'name 1',
          birthDate: '2025-03-01',
          ssn: '036-92-5814',
          email: 'person1@example.org',
          ward: 'ward 1',
        },
        ward: 7,
      },
    })
    deepEqual(answer.status, 422)
    deepEqual(
      answer.body.errors.map((each: { path: string; code: string }) => [each.path, each.code]),
      [['/ward', 'wrong-type']],
    )
  })

  test('ward refuses what is too-short', async () => {
    const answer = await service.ask('POST', '/api/patients', {
      role: 'clinician',
      body: {
        ...{
          name: 'name 1',
          birthDate: '2025-03-01',
          ssn: '036-92-5814',
          email: 'person1@example.org',
          ward: 'ward 1',
        },
        ward: '',
      },
    })
    deepEqual(answer.status, 422)
    deepEqual(
      answer.body.errors.map((each: { path: string; code: string }) => [each.path, each.code]),
      [['/ward', 'too-short']],
    )
  })

  test('ward refuses what is too-long', async () => {
    const answer = await service.ask('POST', '/api/patients', {
      role: 'clinician',
      body: {
        ...{
          name: 'name 1',
          birthDate: '2025-03-01',
          ssn: '036-92-5814',
          email: 'person1@example.org',
          ward: 'ward 1',
        },
        ward: 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',
      },
    })
    deepEqual(answer.status, 422)
    deepEqual(
      answer.body.errors.map((each: { path: string; code: string }) => [each.path, each.code]),
      [['/ward', 'too-long']],
    )
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
