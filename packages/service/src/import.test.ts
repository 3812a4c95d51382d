import type { JsonObject, Principal } from '@charter/runtime'
import { type Served, serveStyles } from '@charter/styles/serve'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { auditor, call, clinician, type Opened, open } from './testing/clinic.ts'

let opened: Opened
let served: Served
let who: Principal | null
/** Lines of each transaction. */
let atOnce: number[]
beforeEach(async () => {
  who = clinician
  opened = await open()
  const { model, execute, executeBatch, admit } = opened.service
  const limited = { ...model, limits: { ...model.limits, batchMax: 10, importLinesMax: 60, bodyBytesMax: 1000 } }
  atOnce = []
  const counted: typeof executeBatch = (calls, how) => {
    atOnce.push(calls.length)
    return executeBatch(calls, how)
  }
  const serving = { model: limited, execute, executeBatch: counted, admit, authenticate: () => who }
  served = await serveStyles(opened.derived.styles, serving, { host: '127.0.0.1', port: 0 })
})
afterEach(async () => {
  await served.close()
  await opened.close()
})

const patient = (at: number, more: JsonObject = {}): JsonObject => ({
  name: `Patient ${at}`,
  birthDate: '1980-05-17',
  ssn: `123-45-${1000 + at}`,
  email: `patient${at}@example.org`,
  ward: 'north',
  ...more,
})

const send = async (lines: readonly (JsonObject | string)[], headers: Readonly<Record<string, string>> = {}) => {
  const body = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n')
  const answer = await fetch(`${served.url}/api/patients/import`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-ndjson', ...headers },
    body,
  })
  return { status: answer.status, report: (await answer.json()) as JsonObject }
}

const count = async (): Promise<number> => {
  const page = await opened.service.execute({ ...call('Patient.list', clinician), select: { count: true, limit: 1 } })
  return ((page.kind === 'value' ? page.value : {}) as { count: { value: number } }).count.value
}

test('every line is a row, and each on record', async () => {
  const before = await count()
  const { status, report } = await send(Array.from({ length: 25 }, (_, at) => patient(at)))
  expect([status, report]).toEqual([200, { lines: 25, created: 25, failed: 0, stopped: null, failures: [] }])
  expect(await count()).toBe(before + 25)
  const trail = await opened.service.state.recentAudit(100, 0)
  expect(trail.filter(({ operation }) => operation === 'Patient.create')).toHaveLength(25)
})

test('what is wrong is told by line, and everything else is there', async () => {
  const before = await count()
  const lines = [
    patient(1),
    '{ "name": ',
    '',
    patient(4, { birthDate: 'soon' }),
    patient(5, { ward: 'south' }),
    patient(6),
  ]
  const { status, report } = await send(lines)
  expect(status).toBe(207)
  expect(report).toMatchObject({
    lines: 5,
    created: 2,
    failed: 3,
    failures: [
      { line: 2, problem: { code: 'malformed' } },
      { line: 4, problem: { code: 'invalid-input', errors: [{ path: '/birthDate' }] } },
      { line: 5, problem: { code: 'forbidden' } },
    ],
  })
  expect(await count()).toBe(before + 2)
})

test('an import that is sent again under its key makes no row twice', async () => {
  const before = await count()
  const lines = Array.from({ length: 15 }, (_, at) => patient(at))
  await send(lines.slice(0, 12), { 'idempotency-key': 'import-7' })
  const { report } = await send(lines, { 'idempotency-key': 'import-7' })
  expect(report).toMatchObject({ created: 15, failed: 0 })
  expect(await count()).toBe(before + 15)
})

test('it stops where nothing of a transaction could be made, and at its bound', async () => {
  const hopeless = await send(Array.from({ length: 30 }, (_, at) => patient(at, { birthDate: 'never' })))
  expect(hopeless.report).toMatchObject({ lines: 10, created: 0, stopped: expect.stringContaining('Not one line') })
  const long = await send(Array.from({ length: 70 }, (_, at) => patient(at)))
  expect(long.report).toMatchObject({ lines: 60, created: 60, stopped: expect.stringContaining('At most 60 lines') })
})

test('an import of which not one line may be is forbidden, not reported', async () => {
  const south = await send(Array.from({ length: 30 }, (_, at) => patient(at, { ward: 'south' })))
  expect([south.status, south.report.code]).toEqual([403, 'forbidden'])
  const some = await send([patient(1, { ward: 'south' }), patient(2)])
  expect([some.status, some.report]).toMatchObject([207, { created: 1, failed: 1 }])
  who = auditor
  const none = await send([patient(3)])
  expect([none.status, none.report.code]).toEqual([403, 'forbidden'])
})

test('of the import of who may make no row nothing is read, and the refusal is on record once', async () => {
  who = auditor
  const answer = await fetch(`${served.url}/api/patients/import`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-ndjson' },
    body: new ReadableStream({ start: (sent) => sent.enqueue(new TextEncoder().encode('{ "name"')) }),
    duplex: 'half',
  } as RequestInit)
  expect([answer.status, ((await answer.json()) as JsonObject).code]).toEqual([403, 'forbidden'])
  const trail = await opened.service.state.recentAudit(100, 0)
  expect(trail.filter(({ outcome }) => outcome === 'forbidden')).toMatchObject([{ operation: 'Patient.create' }])
})

test('lines are read as many at once as are one body together, and it stops by lines all the same', async () => {
  const long = (at: number) => JSON.stringify(patient(at, at % 5 === 0 ? { birthDate: 'never' } : {})).padEnd(300)
  const { report } = await send(Array.from({ length: 24 }, (_, at) => long(at)))
  expect(report).toMatchObject({ lines: 24, created: 19, failed: 5, stopped: null })
  expect(Math.max(...atOnce)).toBe(3)
  const hopeless = await send(Array.from({ length: 24 }, (_, at) => long(at * 5)))
  expect(hopeless.report).toMatchObject({ lines: 10, created: 0, stopped: expect.stringContaining('Not one line') })
})

test('who is not known imports nothing, and JSON by the piece is not a body elsewhere', async () => {
  who = null
  expect((await send([patient(1)])).report).toMatchObject({ code: 'unauthenticated' })
  who = clinician
  const asJson = await send([patient(1)], { 'content-type': 'application/json' })
  expect([asJson.status, asJson.report.code]).toEqual([415, 'unsupported-media-type'])
  const answer = await fetch(`${served.url}/api/patients`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-ndjson' },
    body: '{}',
  })
  expect(answer.status).toBe(415)
})
