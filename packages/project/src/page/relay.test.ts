import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PageData } from '@charter/page'
import type { JsonObject } from '@charter/runtime'
import type { RelayedAnswer } from '@charter/styles/relay'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { prepareProject } from '../prepare.ts'
import { type RunningService, runService } from '../run.ts'
import { mintTokens } from '../start.ts'
import { openPage } from './open-page.ts'

describe('the generated clinic relays a gRPC call of its page', () => {
  const folder = mkdtempSync(join(tmpdir(), 'charter-relay-'))
  let service: RunningService
  let tokens: Readonly<Record<string, string>>
  let opened: Awaited<ReturnType<typeof openPage>>

  beforeAll(async () => {
    const clinic = new URL('../../../charter/examples/clinic.yaml', import.meta.url)
    const text = readFileSync(clinic, 'utf8').replace(/^serves: .*$/m, 'serves: [rest, grpc]')
    writeFileSync(join(folder, 'charter.yaml'), text)
    const prepared = await prepareProject({ input: folder, within: folder })
    tokens = await mintTokens(prepared)
    service = await runService({ folder, port: 0, databaseUrl: prepared.databaseUrl })
    opened = await openPage(service.pageUrl ?? '')
  })
  afterAll(async () => {
    await service?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  const list = '/clinic.v1.PatientService/ListPatients'
  const relay = (body: object | string, headers: Readonly<Record<string, string>> = {}): Promise<Response> =>
    fetch(`${service.url}/_charter/relay/grpc`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...opened, ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
  const as = (role: string) => ({ authorization: `Bearer ${tokens[role]}` })

  test('over a real connection: the rows that REST tells, in protobuf’s JSON and under the charter’s names', async () => {
    const answer = await relay({ path: list, metadata: as('clinician'), message: '{"pageSize":3}' })
    const told = (await answer.json()) as RelayedAnswer
    const rest = await fetch(`${service.url}/api/patients?limit=3`, { headers: as('clinician') })
    const { items } = (await rest.json()) as { readonly items: readonly JsonObject[] }
    expect(told.status).toEqual({ code: 0, name: 'OK', message: '' })
    // What has no value is absent in a message.
    const present = items.map((item) => Object.fromEntries(Object.entries(item).filter(([, value]) => value !== null)))
    expect(told.value).toMatchObject({ items: present })
    expect(told.message).toMatchObject({ patients: present })
  })

  test('a refusal with its status, its details and its problem', async () => {
    const answer = await relay({ path: list, metadata: as('pharmacist'), message: '{}' })
    const { status, value, message } = (await answer.json()) as RelayedAnswer
    expect([status.code, status.name, message]).toEqual([7, 'PERMISSION_DENIED', null])
    expect(status.details).toEqual([
      expect.objectContaining({ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'FORBIDDEN' }),
    ])
    expect(value).toMatchObject({ code: 'forbidden', detail: 'You may not list patients.' })
  })

  test('nobody’s call is refused as over gRPC itself', async () => {
    const { status } = (await (await relay({ path: list, message: '{}' })).json()) as RelayedAnswer
    expect(status.name).toBe('UNAUTHENTICATED')
  })

  test.each([
    ['a method that is none', { path: '/clinic.v1.PatientService/Nothing', message: '{}' }, 'has no method'],
    ['one that streams', { path: '/clinic.v1.PatientService/WatchPatients', message: '{}' }, 'streams'],
    ['another service', { path: '/grpc.health.v1.Health/Check', message: '{}' }, 'has no method'],
    ['a field that is none', { path: list, message: '{"nothing":1}' }, 'has no field "nothing"'],
    ['a message that is no JSON', { path: list, message: '{' }, 'the message as JSON'],
    ['junk', '[', 'the message as JSON'],
    ['nothing', 'null', 'the message as JSON'],
  ])('%s is refused in a sentence', async (_what, body, sentence) => {
    const answer = await relay(body)
    expect([answer.status, ((await answer.json()) as { detail: string }).detail]).toEqual([
      400,
      expect.stringContaining(sentence),
    ])
  })

  test('what is too large is not read', async () => {
    const answer = await relay({ path: list, message: `"${'x'.repeat(1_100_000)}"` })
    expect(answer.status).toBe(413)
  })

  test('no other site’s page, no other host, no form', async () => {
    const body = { path: list, metadata: as('clinician'), message: '{}' }
    expect((await relay(body, { origin: 'https://elsewhere.example' })).status).toBe(403)
    expect((await relay(body, { origin: 'null' })).status).toBe(403)
    expect((await relay(body, { origin: service.url })).status).toBe(200)
    expect((await relay(body, { 'content-type': 'text/plain' })).status).not.toBe(200)
    expect(await statusAs('elsewhere.example')).toBe(404)
  })

  /** fetch does not let a caller choose the host. */
  const statusAs = (host: string): Promise<number> =>
    new Promise((resolve, reject) => {
      const sent = request(`${service.url}/_charter/relay/grpc`, {
        method: 'POST',
        headers: { host, 'content-type': 'application/json', ...opened },
      })
      sent.on('response', ({ statusCode = 0 }) => resolve(statusCode)).on('error', reject)
      sent.end('{}')
    })

  test('the page is told where gRPC listens', async () => {
    const page = (await (
      await fetch(`${service.url}/_charter/page.json`, { headers: { ...opened } })
    ).json()) as PageData
    expect(page.styles.map(({ name, url }) => [name, url])).toEqual([
      ['rest', ''],
      ['grpc', service.ownUrls.grpc],
    ])
  })
})
