// Generated from the charter "clinic". What you change here is merged when generating again.

import { deepEqual, ok } from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { type Asked, type Method, type Row, type Running, startService } from '../support.ts'

interface Call extends Asked {
  readonly operation: string
  readonly outcome: string
  readonly role: string
  readonly status: number
  readonly method: Method
}

interface Recorded {
  readonly entity: string
  readonly row: string
  readonly trail: string
  readonly auditor: string
  readonly asked: readonly Call[]
}

/** Rows whose record may be seen: where it is, by whom, and what is asked of the row. */
const recorded: readonly Recorded[] = [
  {
    entity: 'Patient',
    row: '/api/patients/0190f5c6-7b1e-7c3a-9a55-000000000001',
    trail: '/api/patients/0190f5c6-7b1e-7c3a-9a55-000000000001/audit',
    auditor: 'clinician',
    asked: [
      { operation: 'Patient.read', outcome: 'ok', role: 'clinician', status: 200, method: 'GET' },
      { operation: 'Patient.update', outcome: 'forbidden', role: 'pharmacist', status: 403, method: 'PATCH', body: {} },
      {
        operation: 'Patient.update',
        outcome: 'precondition-failed',
        role: 'clinician',
        status: 412,
        method: 'PATCH',
        body: {},
        headers: { 'if-match': '"stale"' },
      },
    ],
  },
  {
    entity: 'Prescription',
    row: '/api/prescriptions/0190f5c6-7b1e-7c3a-9a55-000000000001',
    trail: '/api/prescriptions/0190f5c6-7b1e-7c3a-9a55-000000000001/audit',
    auditor: 'clinician',
    asked: [
      { operation: 'Prescription.read', outcome: 'ok', role: 'clinician', status: 200, method: 'GET' },
      {
        operation: 'Prescription.update',
        outcome: 'forbidden',
        role: 'auditor',
        status: 403,
        method: 'PATCH',
        body: {},
      },
      {
        operation: 'Prescription.update',
        outcome: 'precondition-failed',
        role: 'clinician',
        status: 412,
        method: 'PATCH',
        body: {},
        headers: { 'if-match': '"stale"' },
      },
    ],
  },
  {
    entity: 'EhrRecord',
    row: '/api/ehr-records/0190f5c6-7b1e-7c3a-9a55-000000000001',
    trail: '/api/ehr-records/0190f5c6-7b1e-7c3a-9a55-000000000001/audit',
    auditor: 'clinician',
    asked: [
      { operation: 'EhrRecord.read', outcome: 'ok', role: 'clinician', status: 200, method: 'GET' },
      {
        operation: 'EhrRecord.update',
        outcome: 'forbidden',
        role: 'pharmacist',
        status: 403,
        method: 'PATCH',
        body: {},
      },
      {
        operation: 'EhrRecord.update',
        outcome: 'precondition-failed',
        role: 'clinician',
        status: 412,
        method: 'PATCH',
        body: {},
        headers: { 'if-match': '"stale"' },
      },
    ],
  },
  {
    entity: 'LabResult',
    row: '/api/labs/results/0190f5c6-7b1e-7c3a-9a55-000000000001',
    trail: '/api/labs/results/0190f5c6-7b1e-7c3a-9a55-000000000001/audit',
    auditor: 'clinician',
    asked: [
      { operation: 'LabResult.read', outcome: 'ok', role: 'clinician', status: 200, method: 'GET' },
      {
        operation: 'LabResult.update',
        outcome: 'forbidden',
        role: 'clinician',
        status: 403,
        method: 'PATCH',
        body: {},
      },
    ],
  },
]

describe('record', { concurrency: true }, () => {
  let service: Running
  before(async () => {
    service = await startService()
  })
  after(() => service.close())

  /** Entries of a row with a request's id, once there is one: reads are on record within a second. */
  const entriesOf = async (trail: string, role: string, requestId: string): Promise<Row[]> => {
    for (let attempt = 0; ; attempt++) {
      const items: Row[] = []
      for (let after: string | null = ''; after !== null; ) {
        const { body } = await service.ask(
          'GET',
          `${trail}?limit=${Math.min(100, service.service.model.limits.pageSizeMax)}${after}`,
          { role },
        )
        items.push(...(body.items ?? []))
        after = (body.next ?? null) === null ? null : `&after=${encodeURIComponent(body.next)}`
      }
      const found = items.filter(({ origin }: Row) => origin.requestId === requestId)
      if (found.length > 0 || attempt === 60) return found
      await setTimeout(50)
    }
  }

  for (const { entity, row, trail, auditor, asked } of recorded) {
    for (const { operation, outcome, role, status, method, ...more } of asked)
      test(`${operation} by ${role} is on record: ${outcome}`, async () => {
        const requestId = `${operation}-${outcome}`
        const answer = await service.ask(method, row, {
          role,
          ...more,
          headers: { ...more.headers, 'x-request-id': requestId },
        })
        deepEqual(answer.status, status)
        const entries = await entriesOf(trail, auditor, requestId)
        deepEqual(
          entries.map((entry) => [entry.operation, entry.outcome, entry.roles, entry.origin.style]),
          [[operation, outcome, [role], 'rest']],
        )
      })

    test(`the record of ${entity} comes in pages, newest first, each entry once`, async () => {
      const ask = (query: string, headers = {}) => service.ask('GET', trail + query, { role: auditor, headers })
      for (const id of ['first', 'second', 'third']) await ask('', { 'x-request-id': id })
      await entriesOf(trail, auditor, 'third')
      const walked: Row[] = []
      for (let after: string | null = ''; after !== null && walked.length < 500; ) {
        const { body } = await ask(`?limit=${Math.min(2, service.service.model.limits.pageSizeMax)}${after}`)
        walked.push(...body.items)
        after = body.next === null ? null : `&after=${encodeURIComponent(body.next)}`
      }
      deepEqual(new Set(walked.map(({ id }) => id)).size, walked.length)
      const asked = walked
        .map(({ origin }) => origin.requestId)
        .filter((id) => ['first', 'second', 'third'].includes(id))
      deepEqual(asked, ['third', 'second', 'first'])
      for (const query of ['?limit=0', '?limit=x', '?sort=at', '?notThere=1', '?after=AAAA'])
        ok([400, 422].includes((await ask(query)).status), query)
    })
  }
})
