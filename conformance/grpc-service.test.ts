import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Caller } from '@charter/charter'
import { installNodeModules, mintTokens, prepareProject, type RunningService, runService } from '@charter/project'
import type { Call, Outcome } from '@charter/runtime'
import { grpc } from '@charter/styles'
import { credentials } from '@grpc/grpc-js'
import { GrpcReflection } from 'grpc-js-reflection-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const clinic = new URL('../packages/charter/examples/clinic.yaml', import.meta.url)
const run = promisify(execFile)

describe('the generated clinic, served as REST and gRPC', () => {
  const folder = mkdtempSync(join(tmpdir(), 'clinic-grpc-'))
  let service: RunningService | undefined
  let caller: Caller
  let ward = ''

  beforeAll(async () => {
    const text = readFileSync(clinic, 'utf8').replace(
      'serves: [rest, graphql, grpc, soap, mcp]',
      'serves: [rest, grpc]',
    )
    writeFileSync(join(folder, 'charter.yaml'), text)
    const prepared = await prepareProject({ input: folder, within: folder })
    await installNodeModules(folder, { withTools: true })
    const tokens = await mintTokens(prepared)
    ward = JSON.parse(Buffer.from(tokens.clinician?.split('.')[1] ?? '', 'base64url').toString()).ward
    service = await runService({ folder, port: 0 })
    const { charter } = prepared.loaded
    if (!charter) throw new Error('the clinic does not load')
    caller = await grpc.call(grpc.surface(charter), {
      url: service.ownUrls.grpc ?? '',
      credential: () => tokens.clinician ?? null,
      timeoutMs: 10_000,
    })
  })

  afterAll(async () => {
    await caller?.close()
    await service?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  const ask = (operation: string, more: Partial<Call> = {}): Promise<Outcome> =>
    caller.execute({
      operation,
      input: {},
      principal: null,
      context: { origin: { style: 'test', requestId: 'r1' } },
      ...more,
    })

  test('passes its own tsc and Biome', async () => {
    await run(join(folder, 'node_modules', '.bin', 'tsc'), [], { cwd: folder })
    await run(join(folder, 'node_modules', '.bin', 'biome'), ['check', '.'], { cwd: folder })
  })

  test('answers on both ports, from the same rows', async () => {
    const row = { name: 'Ida Lind', birthDate: '1990-04-02', ward }
    const made = await ask('Patient.create', { input: { value: row } })
    expect(made).toMatchObject({ kind: 'value', value: row })
    const { id } = (made.kind === 'value' ? made.value : {}) as { id: string }
    expect(await ask('Patient.read', { input: { key: { id } } })).toEqual(made)
    const nobody = await fetch(`${service?.url}/api/patients/${id}`)
    expect(nobody.status).toBe(401)
  })

  test('gives a refusal whole', async () => {
    const refused = await ask('Patient.create', { input: { value: { name: '', birthDate: 'soon', ward } } })
    expect(refused).toMatchObject({
      kind: 'problem',
      problem: {
        code: 'invalid-input',
        errors: [
          { path: '/birthDate', code: 'format' },
          { path: '/name', code: 'too-short' },
        ],
      },
    })
  })

  test('says what it offers', async () => {
    const { host } = new URL(service?.ownUrls.grpc ?? '')
    const services = await new GrpcReflection(host, credentials.createInsecure(), undefined, 'v1').listServices()
    expect(services).toContain('clinic.v1.PatientService')
  })

  test('its Dockerfile and README name the port', () => {
    expect(readFileSync(join(folder, 'Dockerfile'), 'utf8')).toMatch(/^EXPOSE 8080 50051$/m)
    expect(readFileSync(join(folder, 'README.md'), 'utf8')).toContain('| `GRPC_PORT` |')
    expect(readFileSync(join(folder, 'proto/clinic/v1/clinic.proto'), 'utf8')).toContain('service PatientService')
  })
})
