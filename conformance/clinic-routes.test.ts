import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { connectors } from '@charter/connectors'
import { installNodeModules, mintTokens, prepareProject, type RunningService, runService } from '@charter/project'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databases, onDatabase, onTestServer } from './charters.ts'

const golden = join(dirname(dirname(fileURLToPath(import.meta.url))), 'golden', 'clinic-node')

const body = join('src', 'operations', 'discharge-patient.ts')

interface Row {
  readonly id: string
  readonly patientId: string
  readonly [field: string]: unknown
}

/** The seven routes that the golden clinic is for, each as a role that may, as one that may not, and as nobody. */
describe.each(databases)('the clinic on %s', (database) => {
  const folder = mkdtempSync(join(tmpdir(), 'clinic-'))
  let service: RunningService | undefined
  let temporary: Awaited<ReturnType<(typeof connectors)[number]['makeTemporary']>> | undefined
  let tokens: Readonly<Record<string, string>> = {}

  const ask = async (method: string, path: string, role: string | null, body?: unknown) => {
    const headers = {
      ...(role !== null && { authorization: `Bearer ${tokens[role]}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    }
    const answer = await fetch(`${service?.url}${path}`, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return {
      status: answer.status,
      body: (await answer.json()) as {
        readonly items: readonly Row[]
        readonly code: string
        readonly why?: { readonly sentence: string }
      } & Row,
    }
  }

  beforeAll(async () => {
    // What a person wrote of it; everything else is generated for the database at hand.
    cpSync(join(golden, body), join(folder, body))
    const charter = join(folder, 'charter.yaml')
    writeFileSync(charter, onDatabase(readFileSync(join(golden, 'charter.yaml'), 'utf8'), database))
    const connector = connectors.find(({ name }) => name === database)
    onTestServer(database)
    temporary = await connector?.makeTemporary(process.env.DATABASE_URL ?? null)
    if (temporary) process.env.DATABASE_URL = temporary.url
    const prepared = await prepareProject({ input: folder, within: folder })
    await installNodeModules(folder)
    tokens = await mintTokens(prepared)
    // The clinician's own ward, as the token says it: a clinician sees no other.
    const claims = JSON.parse(Buffer.from(tokens.clinician?.split('.')[1] ?? '', 'base64url').toString())
    newPatient = { ...newPatient, ward: claims.ward }
    service = await runService({ folder, port: 0, ...(temporary && { databaseUrl: temporary.url }) })
  })

  afterAll(async () => {
    await service?.stop()
    await temporary?.remove()
    rmSync(folder, { recursive: true, force: true })
  })

  let newPatient = { name: 'Ida Lind', birthDate: '1990-04-02', ward: '' }
  const created = async (): Promise<Row> => (await ask('POST', '/api/patients', 'clinician', newPatient)).body

  const refuses = async (method: string, path: string, role: string, body?: unknown): Promise<void> => {
    const refused = await ask(method, path, role, body)
    expect([refused.status, refused.body.code]).toEqual([403, 'forbidden'])
    expect(refused.body.why?.sentence).toContain(role)
    const nobody = await ask(method, path, null, body)
    expect([nobody.status, nobody.body.code]).toEqual([401, 'unauthenticated'])
  }

  test('POST /api/patients', async () => {
    const made = await ask('POST', '/api/patients', 'clinician', newPatient)
    expect([made.status, made.body.name]).toEqual([201, 'Ida Lind'])
    await refuses('POST', '/api/patients', 'pharmacist', newPatient)
  })

  test('GET /api/patients/:id', async () => {
    const { id } = await created()
    expect((await ask('GET', `/api/patients/${id}`, 'clinician')).body).toMatchObject(newPatient)
    await refuses('GET', `/api/patients/${id}`, 'auditor')
  })

  test('PUT /api/patients/:id', async () => {
    const { id } = await created()
    const replaced = await ask('PUT', `/api/patients/${id}`, 'clinician', { ...newPatient, name: 'Ida Berg' })
    expect([replaced.status, replaced.body.name]).toEqual([200, 'Ida Berg'])
    await refuses('PUT', `/api/patients/${id}`, 'pharmacist', newPatient)
  })

  test('GET /api/patients/:id/audit', async () => {
    const { id } = await created()
    const trail = await ask('GET', `/api/patients/${id}/audit`, 'auditor')
    expect(trail.body.items.map(({ operation, outcome }) => [operation, outcome])).toEqual([['Patient.create', 'ok']])
    await refuses('GET', `/api/patients/${id}/audit`, 'pharmacist')
  })

  test('GET /api/ehr/:id/records', async () => {
    const { id } = await created()
    const record = {
      patientId: id,
      kind: 'note',
      title: 'First visit',
      body: 'Feels well.',
      recordedAt: '2026-03-02T09:15:00Z',
    }
    expect((await ask('POST', '/api/ehr-records', 'clinician', record)).status).toBe(201)
    const records = await ask('GET', `/api/ehr/${id}/records`, 'clinician')
    expect(records.body.items.map(({ title, patientId }) => [title, patientId])).toEqual([['First visit', id]])
    await refuses('GET', `/api/ehr/${id}/records`, 'pharmacist')
  })

  test('PUT /api/prescriptions/:id', async () => {
    const { id: patientId } = await created()
    const prescription = { patientId, drug: 'Amoxicillin', dose: '500.00', unit: 'mg' }
    const { body: written } = await ask('POST', '/api/prescriptions', 'clinician', prescription)
    const dispensed = await ask('PUT', `/api/prescriptions/${written.id}`, 'pharmacist', {
      ...prescription,
      state: 'dispensed',
    })
    expect([dispensed.status, dispensed.body.state]).toEqual([200, 'dispensed'])
    await refuses('PUT', `/api/prescriptions/${written.id}`, 'auditor', prescription)
  })

  test('GET /api/labs/results', async () => {
    const { id: patientId } = await created()
    const result = { patientId, test: 'Sodium', value: '140.000', unit: 'mmol/L', takenAt: '2026-03-02T08:05:00Z' }
    expect((await ask('POST', '/api/labs/results', 'clinician', result)).status).toBe(201)
    const results = await ask('GET', `/api/labs/results?filter[patientId]=${patientId}`, 'clinician')
    expect(results.body.items).toHaveLength(1)
    await refuses('GET', '/api/labs/results', 'pharmacist')
  })

  test('POST /api/patients/:id/discharge runs the body that a person wrote, once', async () => {
    const { id } = await created()
    const discharged = await ask('POST', `/api/patients/${id}/discharge`, 'clinician', { at: '2026-03-03T10:00:00Z' })
    expect([discharged.status, discharged.body.dischargedAt]).toEqual([200, '2026-03-03T10:00:00Z'])
    const again = await ask('POST', `/api/patients/${id}/discharge`, 'clinician', { at: '2026-03-04T10:00:00Z' })
    expect([again.status, again.body.code, again.body.reason]).toEqual([409, 'operation-failed', 'already-discharged'])
  })
})
