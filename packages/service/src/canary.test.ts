import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inspect } from 'node:util'
import { registerDevelopment } from '@charter/page'
import { openTelemetry, registerMetrics, type Service } from '@charter/runtime/service'
import { databaseOf } from '@charter/sql/store'
import { serveStyles } from '@charter/styles/serve'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Opened, open } from './testing/clinic.ts'
import { onPostgresql, protectedClinic } from './testing/protected-clinic.ts'

/** A value in each protected field that nothing else could hold. */
const canaries = {
  name: 'CANARY "näme" 7301',
  birthDate: '1931-07-19',
  ssn: '918-27-3645',
  notes: 'CANARY/notes\\8812',
  insurance: 'CANARY-insurance-5520',
  income: '731415926535',
  reason: 'CANARY reason 6644',
} as const
/** A mask hides from who may not see; the database holds the value. */
const masked = { phone: '555 7719 4456' } as const
const person = { ...canaries, ...masked, reason: undefined, ward: 'north' }

/** Every spelling in which a value could be lying about. */
const spellings = (value: string): readonly Buffer[] => {
  const bytes = Buffer.from(value)
  const base64 = [0, 1, 2].map((shift) =>
    // Base64 at each of its three alignments, without the characters that depend on what is around.
    Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .slice(shift === 0 ? 0 : 4, -4),
  )
  return [
    value,
    JSON.stringify(value).slice(1, -1),
    encodeURIComponent(value),
    encodeURIComponent(value).replaceAll('%20', '+'),
    bytes.toString('hex'),
    bytes.toString('hex').toUpperCase(),
    ...base64,
    ...base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_')),
  ].map((text) => Buffer.from(text))
}

/** Names of the canaries that a place holds, in whatever spelling. */
const found = (where: string | Buffer, among: Readonly<Record<string, string>>): readonly string[] => {
  const bytes = Buffer.from(where)
  return Object.entries(among)
    .filter(([, value]) => spellings(value).some((spelling) => bytes.includes(spelling)))
    .map(([name]) => name)
}

const filesIn = (folder: string): readonly { readonly name: string; readonly bytes: Buffer }[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => ({ name: file.slice(folder.length), bytes: readFileSync(file) }))

const leaks = (folder: string): readonly string[] =>
  filesIn(folder).flatMap(({ name, bytes }) => found(bytes, canaries).map((canary) => `${name}: ${canary}`))

interface Lived {
  readonly folder: string
  /** What was said to whom: bodies and headers. */
  readonly answers: readonly {
    readonly to: 'clinician' | 'desk' | 'nobody'
    readonly what: string
    readonly text: string
  }[]
  readonly logs: string
  /** What a collector of traces was sent. */
  readonly traces: string
  readonly whileRunning: readonly string[]
  readonly afterwards: readonly string[]
}

/** A service's life over HTTP: everything done to protected fields that can be done, and everything kept of it. */
const live = async (text: string, server: PostgresqlServer | null = null): Promise<Lived> => {
  const folder = mkdtempSync(join(tmpdir(), 'charter-canary-'))
  mkdirSync(join(folder, 'data'))
  const collector = await collect()
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', collector.url)
  const telemetry = await openTelemetry({ name: 'clinic', version: '1.0.0', env: process.env })
  const logs: string[] = []
  const said = [process.stdout, process.stderr].map((stream) =>
    vi.spyOn(stream, 'write').mockImplementation((chunk) => {
      logs.push(String(chunk))
      return true
    }),
  )
  const opened = await open({
    text,
    folder: join(folder, 'data'),
    telemetry,
    ...(server && { url: server.url }),
    onBug: (error) => logs.push(inspect(error, { depth: 9, showHidden: true })),
  })
  const served = await serve(opened)
  const answers: Lived['answers'][number][] = []
  try {
    await act(opened, served.url, answers)
    await opened.service.audit.flush()
    answers.push({
      to: 'nobody',
      what: 'trail',
      text: JSON.stringify(await opened.service.state.recentAudit(10_000, 0)),
    })
    const whileRunning = leaks(folder)
    cpSync(join(folder, 'data'), join(folder, 'backup'), { recursive: true })
    await served.close()
    await opened.close()
    server?.shutDown()
    const afterwards = [...leaks(folder), ...(server ? leaks(server.folder) : [])]
    return { folder, answers, logs: logs.join('\n'), traces: collector.bodies.join('\n'), whileRunning, afterwards }
  } finally {
    vi.unstubAllEnvs()
    collector.close()
    for (const spy of said) spy.mockRestore()
  }
}

interface PostgresqlServer {
  readonly url: string
  readonly folder: string
  shutDown(): void
  stop(): void
}

/** A server of this test's own, whose files can be searched. Scripts belong to no package, so their types do not come along. */
const startServer = async (): Promise<PostgresqlServer> => {
  const script = new URL('../../../scripts/postgresql.ts', import.meta.url).href
  const { startPostgresql } = (await import(script)) as { startPostgresql: () => Promise<PostgresqlServer> }
  return startPostgresql()
}

/** Takes OTLP over HTTP with JSON, as a collector does. */
const collect = async () => {
  const bodies: string[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      bodies.push(Buffer.concat(chunks).toString())
      response.setHeader('content-type', 'application/json').end('{}')
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, bodies, close: () => server.close() }
}

const serve = ({ service, derived }: Opened) =>
  serveStyles(derived.styles, service, { host: '127.0.0.1', port: 0, extend: (app) => extend(app, service) })

const metricsToken = 'of the scraper of canaries'

const extend = async (app: FastifyInstance, service: Service): Promise<void> => {
  service.telemetry?.register(app)
  registerMetrics(app, { ...service, metrics: { ...service.metrics, token: metricsToken } })
  await registerDevelopment(app, {
    service,
    page: { roles: [] } as never,
    contracts: {},
    pageFolder: fileURLToPath(new URL('../../page/page', import.meta.url)),
  })
}

type AskService = (
  to: Lived['answers'][number]['to'],
  method: string,
  path: string,
  body?: unknown,
  headers?: Readonly<Record<string, string>>,
) => Promise<Record<string, never>>

const act = async ({ service, derived }: Opened, url: string, answers: Lived['answers'][number][]): Promise<void> => {
  const database = derived.connector.name
  const tokens = {
    clinician: await service.development?.token(['clinician'], { ward: 'north', tenant: 'a' }),
    desk: await service.development?.token(['desk'], { ward: 'south', tenant: 'a' }),
    nobody: await service.development?.token(['auditor'], { ward: 'north', tenant: 'a' }),
  }
  const ask: AskService = async (to, method, path, body, headers = {}) => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${tokens[to]}`,
        ...(body === undefined
          ? {}
          : { 'content-type': method === 'PATCH' ? 'application/merge-patch+json' : 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    const what = `${method} ${path.split('?')[0]} ${response.status}`
    // A refusal holds no protected value, whoever is refused.
    const about = response.ok ? to : 'nobody'
    answers.push({ to: about, what, text: `${JSON.stringify([...response.headers])}\n${text}` })
    return text.startsWith('{') ? JSON.parse(text) : {}
  }
  const made = await ask('clinician', 'POST', '/api/v1/patients', person, { 'idempotency-key': 'once' })
  await ask('clinician', 'POST', '/api/v1/patients', person, { 'idempotency-key': 'once' })
  const one = `/api/v1/patients/${made.id}`
  await ask('clinician', 'POST', '/api/v1/visits', { patientId: made.id, reason: canaries.reason })
  const filterOf = (field: string, value: string) => ({ filter: { field, op: 'eq', value } })
  for (const to of ['clinician', 'desk'] as const) {
    await ask(to, 'GET', one)
    await ask(to, 'GET', '/api/v1/patients?include=visits&limit=1&count=true')
    await ask(to, 'PATCH', one, { ward: 'north' })
    await ask(to, 'POST', '/api/v1/patients', person)
    await ask(to, 'POST', '/api/v1/patients/search', filterOf('ssn', canaries.ssn))
    await ask(to, 'POST', '/api/v1/patients/search', filterOf('notes', canaries.notes))
    await ask(to, 'POST', '/api/v1/patients/search', { sort: ['name'], ...filterOf('name', canaries.name) })
    await ask(
      to,
      'GET',
      `/api/v1/patients?filter[ssn]=${canaries.ssn}&filter[name]=${encodeURIComponent(canaries.name)}`,
    )
    await ask(to, 'PATCH', one, {
      ssn: `${canaries.ssn}x`,
      birthDate: `${canaries.birthDate}T`,
      income: canaries.insurance,
    })
    await ask(
      to,
      'POST',
      '/api/v1/patients',
      `{"name": ${JSON.stringify(canaries.name)}, "name": 1, "ssn": "${canaries.ssn}`,
    )
    await ask(to, 'POST', '/api/v1/patients', { ...person, unheardOf: canaries.notes }, { 'idempotency-key': 'once' })
    await ask(to, 'POST', '/api/v1/batch', { atomic: true, calls: [{ operation: 'Patient.create', value: person }] })
    await ask(to, 'PATCH', one, { name: canaries.name, notes: canaries.notes }, { 'if-match': '"1.x"' })
  }
  for (const to of ['clinician', 'desk'] as const) await askByAlias(service, tokens[to] ?? '', to, answers)
  await ask('nobody', 'GET', one)
  await ask('nobody', 'GET', `${one}/audit`)
  await ask('nobody', 'GET', '/metrics')
  await ask('nobody', 'GET', '/_charter/page.json')
  await ask('nobody', 'GET', '/_charter/trail')
  if (service.protection)
    await databaseOf(service.store).transaction(async (on) => {
      await on.run(
        `UPDATE ${database === 'sqlite' ? '"patient"' : 'public."patient"'} SET "birthDate" = "insurance"`,
        [],
      )
    })
  await ask('clinician', 'GET', one)
}

/** What REST has no words for: a relation under another name, in an answer that is kept for its key. */
const askByAlias = async (
  service: Opened['service'],
  token: string,
  to: 'clinician' | 'desk',
  answers: Lived['answers'][number][],
): Promise<void> => {
  const principal = await service.authenticate({ kind: 'bearer', text: token })
  const select = { include: { x: { relation: 'visits', include: { y: { relation: 'patient' } } } } }
  const context = { origin: { style: 'test', requestId: 'alias' }, idempotencyKey: 'alias' }
  const list = await service.execute({ operation: 'Patient.list', input: {}, principal, select, context })
  const value = { ward: 'north', phone: null }
  const made = await service.execute({ operation: 'Patient.create', input: { value }, principal, select, context })
  answers.push({ to, what: 'Patient.list by alias', text: JSON.stringify([list, made]) })
}

const plain = protectedClinic.replaceAll(/, (?:protect: (?:encrypt|tokenize)|search: equals)/g, '')

/** What is true of every database. */
const expectHidden = ({ folder, answers, logs, traces, whileRunning, afterwards }: Lived): void => {
  expect(whileRunning).toEqual([])
  expect(afterwards).toEqual([])
  expect(filesIn(folder).some(({ name, bytes }) => /audit/.test(name) && bytes.length > 1000)).toBe(true)
  expect(logs).toContain('does not open')
  expect(found(logs, { ...canaries, ...masked })).toEqual([])
  expect(traces).toContain('INSERT INTO')
  expect(traces).toContain('/api/v1/patients')
  expect(found(traces, { ...canaries, ...masked })).toEqual([])
  // `name` and `reason` have no reveal: every reader sees them.
  const { name: _name, reason: _reason, ...behind } = canaries
  for (const { to, what, text } of answers) {
    if (to === 'nobody') expect([what, found(text, { ...canaries, ...masked })]).toEqual([what, []])
    if (to === 'desk') expect([what, found(text, { ...behind, ...masked })]).toEqual([what, []])
  }
  const shown = answers.filter(({ to }) => to === 'clinician').map(({ text }) => text)
  for (const name of Object.keys({ ...canaries, ...masked }))
    expect([name, found(shown.join('\n'), { ...canaries, ...masked })]).toEqual([name, expect.arrayContaining([name])])
  const refused = answers
    .filter(({ what }) => /(?:400|403|409|412|422|500)$/.test(what))
    .map(({ what }) => what.slice(-3))
  expect([...new Set(refused)].sort()).toEqual(expect.arrayContaining(['400', '403', '409', '422', '500']))
}

test('canaries in every protected field are found in no file, log, trail, trace, refusal or backup, and in no answer to who may not see them', async () => {
  const lived = await live(protectedClinic)
  expectHidden(lived)
  const names = filesIn(lived.folder).map(({ name }) => name)
  expect(names.some((name) => name.startsWith('/backup/') && name.endsWith('.db'))).toBe(true)
  rmSync(lived.folder, { recursive: true })
}, 180_000)

describe('on PostgreSQL', () => {
  let server: PostgresqlServer
  beforeEach(async () => {
    server = await startServer()
  })
  afterEach(() => server.stop())

  test('nor in a table, an index, the write-ahead log or any other file of the server', async () => {
    const lived = await live(onPostgresql(protectedClinic), server)
    expectHidden(lived)
    expect(filesIn(server.folder).some(({ name, bytes }) => /pg_wal/.test(name) && bytes.length > 1000)).toBe(true)
    rmSync(lived.folder, { recursive: true })
  }, 360_000)

  test('where nothing is protected the same search finds every one of them in its tables and its log', async () => {
    const { folder, afterwards } = await live(onPostgresql(plain), server)
    const inFiles = (of: RegExp) =>
      [...new Set(afterwards.filter((line) => of.test(line)).map((line) => line.split(': ')[1]))].sort()
    // A number and a date are stored as such in a table; in text they are elsewhere.
    const texts = Object.keys(canaries).filter((name) => name !== 'income' && name !== 'birthDate')
    expect(inFiles(/pg_wal/)).toEqual(expect.arrayContaining(texts))
    expect(inFiles(/data\/base/)).toEqual(expect.arrayContaining(texts))
    rmSync(folder, { recursive: true })
  }, 360_000)
})

test('where nothing is protected the same search finds every one of them', async () => {
  const { folder, whileRunning, afterwards } = await live(plain)
  const names = (lines: readonly string[]) => [...new Set(lines.map((line) => line.split(': ')[1]))].sort()
  const expected = Object.keys(canaries).sort()
  expect(names(whileRunning)).toEqual(expected)
  expect(names(afterwards)).toEqual(expected)
  rmSync(folder, { recursive: true })
}, 180_000)

test.each(Object.entries(canaries))('the search knows %s in every spelling', (name, value) => {
  for (const lead of ['', 'x', 'xy', 'xyz']) {
    const text = `${lead}${value}, and more`
    for (const spelled of [
      text,
      JSON.stringify(text),
      encodeURIComponent(text),
      Buffer.from(text).toString('base64'),
      Buffer.from(text).toString('base64url'),
      Buffer.from(text).toString('hex'),
    ])
      expect(found(spelled, canaries)).toContain(name)
  }
})
