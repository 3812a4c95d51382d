// Generated from the charter "clinic". What you change here is merged when generating again.

import { deepEqual, notEqual, ok } from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { type Row, type Running, startService } from '../support.ts'

describe('record', { concurrency: true }, () => {
  let service: Running
  before(async () => {
    service = await startService()
  })
  after(() => service.close())

  /** Entries of a row with a request's id, once there is one: reads are on record within a second. */
  const entriesOf = async (trail: string, role: string, requestId: string): Promise<Row[]> => {
    for (let attempt = 0; ; attempt++) {
      const { body } = await service.ask('GET', `${trail}?limit=100`, { role })
      const found = (body.items ?? []).filter(({ origin }: Row) => origin.requestId === requestId)
      if (found.length > 0 || attempt === 60) return found
      await setTimeout(50)
    }
  }

  test('a read of Patient is on record', async () => {
    const answer = await service.ask('GET', '/api/patients/0190f5c6-7b1e-7c3a-9a55-000000000001', {
      role: 'clinician',
      headers: { 'x-request-id': 'read-Patient' },
    })
    deepEqual(answer.status, 200)
    const entries = await entriesOf(
      '/api/patients/0190f5c6-7b1e-7c3a-9a55-000000000001/audit',
      'clinician',
      'read-Patient',
    )
    deepEqual(
      entries.map(({ operation, outcome, roles, origin }) => [operation, outcome, roles, origin.style]),
      [['Patient.read', 'ok', ['clinician'], 'rest']],
    )
  })

  test('a refused change of Patient is on record before it is answered', async () => {
    const answer = await service.ask('PATCH', '/api/patients/0190f5c6-7b1e-7c3a-9a55-000000000001', {
      role: 'pharmacist',
      body: {},
      headers: { 'x-request-id': 'refused-Patient' },
    })
    deepEqual(answer.status, 403)
    const entries = await entriesOf(
      '/api/patients/0190f5c6-7b1e-7c3a-9a55-000000000001/audit',
      'clinician',
      'refused-Patient',
    )
    deepEqual(
      entries.map(({ operation, outcome, roles, origin }) => [operation, outcome, roles, origin.style]),
      [['Patient.update', 'forbidden', ['pharmacist'], 'rest']],
    )
  })

  test('a change of Patient that comes too late is on record', async () => {
    const answer = await service.ask('PATCH', '/api/patients/0190f5c6-7b1e-7c3a-9a55-000000000001', {
      role: 'clinician',
      body: {},
      headers: { 'x-request-id': 'stale-Patient', 'if-match': '"stale"' },
    })
    deepEqual(answer.status, 412)
    const entries = await entriesOf(
      '/api/patients/0190f5c6-7b1e-7c3a-9a55-000000000001/audit',
      'clinician',
      'stale-Patient',
    )
    deepEqual(
      entries.map(({ operation, outcome, roles, origin }) => [operation, outcome, roles, origin.style]),
      [['Patient.update', 'precondition-failed', ['clinician'], 'rest']],
    )
  })

  test('the record of Patient comes in pages, newest first, each entry once', async () => {
    for (const id of ['first', 'second', 'third'])
      await service.ask('GET', '/api/patients/0190f5c6-7b1e-7c3a-9a55-000000000001/audit', {
        role: 'clinician',
        headers: { 'x-request-id': id },
      })
    await entriesOf('/api/patients/0190f5c6-7b1e-7c3a-9a55-000000000001/audit', 'clinician', 'third')
    const first = await service.ask('GET', '/api/patients/0190f5c6-7b1e-7c3a-9a55-000000000001/audit?limit=1', {
      role: 'clinician',
    })
    deepEqual([first.body.items.length, typeof first.body.next], [1, 'string'])
    const second = await service.ask(
      'GET',
      '/api/patients/0190f5c6-7b1e-7c3a-9a55-000000000001/audit?limit=1&after=' + encodeURIComponent(first.body.next),
      { role: 'clinician' },
    )
    notEqual(second.body.items[0].id, first.body.items[0].id)
    for (const query of ['?limit=0', '?limit=x', '?sort=at', '?notThere=1', '?after=AAAA'])
      ok(
        [400, 422].includes(
          (
            await service.ask('GET', '/api/patients/0190f5c6-7b1e-7c3a-9a55-000000000001/audit' + query, {
              role: 'clinician',
            })
          ).status,
        ),
        query,
      )
  })

  test('a read of Prescription is on record', async () => {
    const answer = await service.ask('GET', '/api/prescriptions/0190f5c6-7b1e-7c3a-9a55-000000000001', {
      role: 'clinician',
      headers: { 'x-request-id': 'read-Prescription' },
    })
    deepEqual(answer.status, 200)
    const entries = await entriesOf(
      '/api/prescriptions/0190f5c6-7b1e-7c3a-9a55-000000000001/audit',
      'clinician',
      'read-Prescription',
    )
    deepEqual(
      entries.map(({ operation, outcome, roles, origin }) => [operation, outcome, roles, origin.style]),
      [['Prescription.read', 'ok', ['clinician'], 'rest']],
    )
  })

  test('a refused change of Prescription is on record before it is answered', async () => {
    const answer = await service.ask('PATCH', '/api/prescriptions/0190f5c6-7b1e-7c3a-9a55-000000000001', {
      role: 'auditor',
      body: {},
      headers: { 'x-request-id': 'refused-Prescription' },
    })
    deepEqual(answer.status, 403)
    const entries = await entriesOf(
      '/api/prescriptions/0190f5c6-7b1e-7c3a-9a55-000000000001/audit',
      'clinician',
      'refused-Prescription',
    )
    deepEqual(
      entries.map(({ operation, outcome, roles, origin }) => [operation, outcome, roles, origin.style]),
      [['Prescription.update', 'forbidden', ['auditor'], 'rest']],
    )
  })

  test('a change of Prescription that comes too late is on record', async () => {
    const answer = await service.ask('PATCH', '/api/prescriptions/0190f5c6-7b1e-7c3a-9a55-000000000001', {
      role: 'clinician',
      body: {},
      headers: { 'x-request-id': 'stale-Prescription', 'if-match': '"stale"' },
    })
    deepEqual(answer.status, 412)
    const entries = await entriesOf(
      '/api/prescriptions/0190f5c6-7b1e-7c3a-9a55-000000000001/audit',
      'clinician',
      'stale-Prescription',
    )
    deepEqual(
      entries.map(({ operation, outcome, roles, origin }) => [operation, outcome, roles, origin.style]),
      [['Prescription.update', 'precondition-failed', ['clinician'], 'rest']],
    )
  })

  test('the record of Prescription comes in pages, newest first, each entry once', async () => {
    for (const id of ['first', 'second', 'third'])
      await service.ask('GET', '/api/prescriptions/0190f5c6-7b1e-7c3a-9a55-000000000001/audit', {
        role: 'clinician',
        headers: { 'x-request-id': id },
      })
    await entriesOf('/api/prescriptions/0190f5c6-7b1e-7c3a-9a55-000000000001/audit', 'clinician', 'third')
    const first = await service.ask('GET', '/api/prescriptions/0190f5c6-7b1e-7c3a-9a55-000000000001/audit?limit=1', {
      role: 'clinician',
    })
    deepEqual([first.body.items.length, typeof first.body.next], [1, 'string'])
    const second = await service.ask(
      'GET',
      '/api/prescriptions/0190f5c6-7b1e-7c3a-9a55-000000000001/audit?limit=1&after=' +
        encodeURIComponent(first.body.next),
      { role: 'clinician' },
    )
    notEqual(second.body.items[0].id, first.body.items[0].id)
    for (const query of ['?limit=0', '?limit=x', '?sort=at', '?notThere=1', '?after=AAAA'])
      ok(
        [400, 422].includes(
          (
            await service.ask('GET', '/api/prescriptions/0190f5c6-7b1e-7c3a-9a55-000000000001/audit' + query, {
              role: 'clinician',
            })
          ).status,
        ),
        query,
      )
  })

  test('a read of EhrRecord is on record', async () => {
    const answer = await service.ask('GET', '/api/ehr-records/0190f5c6-7b1e-7c3a-9a55-000000000001', {
      role: 'clinician',
      headers: { 'x-request-id': 'read-EhrRecord' },
    })
    deepEqual(answer.status, 200)
    const entries = await entriesOf(
      '/api/ehr-records/0190f5c6-7b1e-7c3a-9a55-000000000001/audit',
      'clinician',
      'read-EhrRecord',
    )
    deepEqual(
      entries.map(({ operation, outcome, roles, origin }) => [operation, outcome, roles, origin.style]),
      [['EhrRecord.read', 'ok', ['clinician'], 'rest']],
    )
  })

  test('a refused change of EhrRecord is on record before it is answered', async () => {
    const answer = await service.ask('PATCH', '/api/ehr-records/0190f5c6-7b1e-7c3a-9a55-000000000001', {
      role: 'pharmacist',
      body: {},
      headers: { 'x-request-id': 'refused-EhrRecord' },
    })
    deepEqual(answer.status, 403)
    const entries = await entriesOf(
      '/api/ehr-records/0190f5c6-7b1e-7c3a-9a55-000000000001/audit',
      'clinician',
      'refused-EhrRecord',
    )
    deepEqual(
      entries.map(({ operation, outcome, roles, origin }) => [operation, outcome, roles, origin.style]),
      [['EhrRecord.update', 'forbidden', ['pharmacist'], 'rest']],
    )
  })

  test('a change of EhrRecord that comes too late is on record', async () => {
    const answer = await service.ask('PATCH', '/api/ehr-records/0190f5c6-7b1e-7c3a-9a55-000000000001', {
      role: 'clinician',
      body: {},
      headers: { 'x-request-id': 'stale-EhrRecord', 'if-match': '"stale"' },
    })
    deepEqual(answer.status, 412)
    const entries = await entriesOf(
      '/api/ehr-records/0190f5c6-7b1e-7c3a-9a55-000000000001/audit',
      'clinician',
      'stale-EhrRecord',
    )
    deepEqual(
      entries.map(({ operation, outcome, roles, origin }) => [operation, outcome, roles, origin.style]),
      [['EhrRecord.update', 'precondition-failed', ['clinician'], 'rest']],
    )
  })

  test('the record of EhrRecord comes in pages, newest first, each entry once', async () => {
    for (const id of ['first', 'second', 'third'])
      await service.ask('GET', '/api/ehr-records/0190f5c6-7b1e-7c3a-9a55-000000000001/audit', {
        role: 'clinician',
        headers: { 'x-request-id': id },
      })
    await entriesOf('/api/ehr-records/0190f5c6-7b1e-7c3a-9a55-000000000001/audit', 'clinician', 'third')
    const first = await service.ask('GET', '/api/ehr-records/0190f5c6-7b1e-7c3a-9a55-000000000001/audit?limit=1', {
      role: 'clinician',
    })
    deepEqual([first.body.items.length, typeof first.body.next], [1, 'string'])
    const second = await service.ask(
      'GET',
      '/api/ehr-records/0190f5c6-7b1e-7c3a-9a55-000000000001/audit?limit=1&after=' +
        encodeURIComponent(first.body.next),
      { role: 'clinician' },
    )
    notEqual(second.body.items[0].id, first.body.items[0].id)
    for (const query of ['?limit=0', '?limit=x', '?sort=at', '?notThere=1', '?after=AAAA'])
      ok(
        [400, 422].includes(
          (
            await service.ask('GET', '/api/ehr-records/0190f5c6-7b1e-7c3a-9a55-000000000001/audit' + query, {
              role: 'clinician',
            })
          ).status,
        ),
        query,
      )
  })

  test('a read of LabResult is on record', async () => {
    const answer = await service.ask('GET', '/api/labs/results/0190f5c6-7b1e-7c3a-9a55-000000000001', {
      role: 'clinician',
      headers: { 'x-request-id': 'read-LabResult' },
    })
    deepEqual(answer.status, 200)
    const entries = await entriesOf(
      '/api/labs/results/0190f5c6-7b1e-7c3a-9a55-000000000001/audit',
      'clinician',
      'read-LabResult',
    )
    deepEqual(
      entries.map(({ operation, outcome, roles, origin }) => [operation, outcome, roles, origin.style]),
      [['LabResult.read', 'ok', ['clinician'], 'rest']],
    )
  })

  test('a refused change of LabResult is on record before it is answered', async () => {
    const answer = await service.ask('PATCH', '/api/labs/results/0190f5c6-7b1e-7c3a-9a55-000000000001', {
      role: 'clinician',
      body: {},
      headers: { 'x-request-id': 'refused-LabResult' },
    })
    deepEqual(answer.status, 403)
    const entries = await entriesOf(
      '/api/labs/results/0190f5c6-7b1e-7c3a-9a55-000000000001/audit',
      'clinician',
      'refused-LabResult',
    )
    deepEqual(
      entries.map(({ operation, outcome, roles, origin }) => [operation, outcome, roles, origin.style]),
      [['LabResult.update', 'forbidden', ['clinician'], 'rest']],
    )
  })

  test('the record of LabResult comes in pages, newest first, each entry once', async () => {
    for (const id of ['first', 'second', 'third'])
      await service.ask('GET', '/api/labs/results/0190f5c6-7b1e-7c3a-9a55-000000000001/audit', {
        role: 'clinician',
        headers: { 'x-request-id': id },
      })
    await entriesOf('/api/labs/results/0190f5c6-7b1e-7c3a-9a55-000000000001/audit', 'clinician', 'third')
    const first = await service.ask('GET', '/api/labs/results/0190f5c6-7b1e-7c3a-9a55-000000000001/audit?limit=1', {
      role: 'clinician',
    })
    deepEqual([first.body.items.length, typeof first.body.next], [1, 'string'])
    const second = await service.ask(
      'GET',
      '/api/labs/results/0190f5c6-7b1e-7c3a-9a55-000000000001/audit?limit=1&after=' +
        encodeURIComponent(first.body.next),
      { role: 'clinician' },
    )
    notEqual(second.body.items[0].id, first.body.items[0].id)
    for (const query of ['?limit=0', '?limit=x', '?sort=at', '?notThere=1', '?after=AAAA'])
      ok(
        [400, 422].includes(
          (
            await service.ask('GET', '/api/labs/results/0190f5c6-7b1e-7c3a-9a55-000000000001/audit' + query, {
              role: 'clinician',
            })
          ).status,
        ),
        query,
      )
  })
})
