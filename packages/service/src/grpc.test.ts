import { readFileSync } from 'node:fs'
import type { Style } from '@charter/charter'
import { type Principal, ProblemError } from '@charter/runtime'
import { grpc } from '@charter/styles'
import { type Served, serveStyles } from '@charter/styles/serve'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ada, auditor, call, clinician, meiLing, type Opened, open, pharmacist } from './testing/clinic.ts'
import { type ReflectingClient, reflectingClient } from './testing/reflecting-client.ts'

const principals: Readonly<Record<string, Principal>> = { clinician, pharmacist, auditor }

let opened: Opened
let served: Served
let client: ReflectingClient

beforeAll(async () => {
  opened = await open({
    operations: {
      dischargePatient: async ({ row }, { fail }) =>
        row?.dischargedAt ? fail('already-discharged') : fail('already-discharged', 'Not today.'),
    },
  })
  const surface = grpc.surface(opened.derived.charter)
  const serving = {
    ...opened.service,
    authenticate: async (credential: { readonly text: string } | null) => {
      if (!credential) return null
      const found = principals[credential.text]
      if (!found) throw new ProblemError({ code: 'unauthenticated', detail: 'Unknown token.' })
      return found
    },
  }
  served = await serveStyles([{ style: grpc as Style, surface }], serving, { host: '127.0.0.1', port: 0 })
  client = reflectingClient(served.urls.grpc ?? '')
})

afterAll(async () => {
  client.close()
  await served.close()
  await opened.close()
})

const as = (role: string) => ({ authorization: `Bearer ${role}` })
const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => 'answered',
    ({ code, details }: { code: number; details: string }) => ({ code, details }),
  )

describe('a client that knows nothing but the address', () => {
  test.each(['v1', 'v1alpha'] as const)('finds services and methods by reflection %s', async (version) => {
    const other = reflectingClient(served.urls.grpc ?? '', version)
    const services = await other.services()
    expect(services).toEqual(
      expect.arrayContaining([
        'clinic.v1.PatientService',
        'clinic.v1.LabResultService',
        'grpc.health.v1.Health',
        'grpc.reflection.v1.ServerReflection',
      ]),
    )
    expect(await other.methods('clinic.v1.PatientService')).toEqual(
      expect.arrayContaining(['GetPatient', 'ListPatients', 'UpdatePatient', 'DischargePatient', 'WatchPatients']),
    )
    other.close()
  })

  test('reads a row with JSON', async () => {
    const { patient, etag } = await client.call(
      'clinic.v1.PatientService/GetPatient',
      { key: { id: ada } },
      as('clinician'),
    )
    expect(patient).toMatchObject({ id: ada, name: 'Ada Okafor', birthDate: '1962-04-17', ssn: '219-09-9999' })
    expect(etag).toMatch(/\S/)
  })

  test('lists with a typed filter, an order, a page and what belongs to a row', async () => {
    const first = await client.call(
      'clinic.v1.PrescriptionService/ListPrescriptions',
      {
        pageSize: 1,
        filter: { dose: { gt: '1' } },
        orderBy: 'drug desc',
        readMask: { paths: ['drug', 'dose'] },
        include: { patient: { readMask: { paths: ['name'] } } },
        showTotalSize: true,
      },
      as('pharmacist'),
    )
    expect(first).toMatchObject({
      prescriptions: [{ drug: 'Salbutamol', dose: '2.50', patient: { name: 'Mei-Ling Chen' } }],
      totalSize: { value: '2', exact: true },
    })
    const second = await client.call(
      'clinic.v1.PrescriptionService/ListPrescriptions',
      { pageSize: 1, pageToken: first.nextPageToken, filter: { dose: { gt: '1' } }, orderBy: 'drug desc' },
      as('pharmacist'),
    )
    expect(second).toMatchObject({ prescriptions: [{ drug: 'Amoxicillin' }] })
    expect(second.nextPageToken).toBeUndefined()
  })

  test('changes what the mask names, and what is absent of it loses its value', async () => {
    const { patient } = await client.call(
      'clinic.v1.PatientService/CreatePatient',
      { patient: { name: 'Ida Lind', birthDate: '1990-04-02', ward: 'north', email: 'ida@example.org' } },
      as('clinician'),
    )
    const { id } = patient as { id: string }
    const changed = await client.call(
      'clinic.v1.PatientService/UpdatePatient',
      { key: { id }, patient: { name: 'Ida Berg', ward: 'south' }, updateMask: { paths: ['name', 'email'] } },
      as('clinician'),
    )
    expect(changed.patient).toMatchObject({ name: 'Ida Berg', ward: 'north' })
    expect(changed.patient as object).not.toHaveProperty('email')
    const stale = client.call(
      'clinic.v1.PatientService/UpdatePatient',
      { key: { id }, patient: { name: 'X' }, etag: 'stale' },
      as('clinician'),
    )
    // ABORTED, as AIP-154 has it.
    expect(await refusal(stale)).toMatchObject({ code: 10 })
  })
})

describe('access is the executor’s', () => {
  test('nobody is told nothing, not even what is wrong', async () => {
    const asked = client.call('clinic.v1.PatientService/CreatePatient', { patient: { name: '' } })
    expect(await refusal(asked)).toMatchObject({ code: 16 })
  })
  test('a row that may not be read is not found', async () => {
    const other = client.call('clinic.v1.PatientService/GetPatient', { key: { id: meiLing } }, as('clinician'))
    const none = client.call(
      'clinic.v1.PatientService/GetPatient',
      { key: { id: ada.replace('7', '0') } },
      as('clinician'),
    )
    expect(await refusal(other)).toEqual(await refusal(none))
    expect(await refusal(other)).toMatchObject({ code: 5 })
  })
  test('what may not be revealed is masked', async () => {
    const { patient } = await client.call('clinic.v1.PatientService/GetPatient', { key: { id: ada } }, as('pharmacist'))
    expect((patient as { ssn: string }).ssn).toBe('*******9999')
  })
  test('who may not is refused as in process', async () => {
    const asked = client.call('clinic.v1.PatientService/GetPatient', { key: { id: ada } }, as('auditor'))
    const inProcess = await opened.service.execute(call('Patient.read', auditor, { key: { id: ada } }))
    expect(await refusal(asked)).toEqual({ code: 7, details: inProcess.kind === 'problem' && inProcess.problem.detail })
  })
  test('the trail names the style', async () => {
    const { auditEntries } = await client.call(
      'clinic.v1.PatientService/ListPatientAuditEntries',
      { key: { id: ada } },
      as('auditor'),
    )
    expect(auditEntries).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          operation: 'Patient.read',
          origin: expect.objectContaining({ style: 'grpc', address: '127.0.0.1' }),
        }),
      ]),
    )
  })
})

describe('docs/grpc.md', () => {
  const page = readFileSync(new URL('../../../docs/grpc.md', import.meta.url), 'utf8')
  const block = '```json\\n([^]*?)```\\n\\n'
  const examples = [...page.matchAll(new RegExp(`^\`(\\S+/\\S+)\` as (\\w+)\\n\\n${block}${block}`, 'gm'))].map(
    ([, method = '', role = '', request = '', answer = '']) => ({ method, role, request, answer }),
  )

  test('shows examples', () => expect(examples).toHaveLength(4))

  test.each(examples)('$method as $role answers as the page says', async ({ method, role, request, answer }) => {
    const answered = await client.call(method, JSON.parse(request), as(role)).catch((refused: object) => refused)
    expect(answered).toMatchObject(JSON.parse(answer))
  })
})
