import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isGreen, reportLines } from './report.ts'
import { runScenarios } from './run-scenarios.ts'
import type { Scenario, Step } from './scenario.ts'
import type { Target } from './target.ts'

/** A service that keeps every rule of answers, or breaks the one that its path names. */
let server: Server
let target: Target
const resets: string[] = []

beforeAll(async () => {
  server = createServer((request, response) => {
    const broken = request.url?.slice(1)
    response.setHeader('x-request-id', '1')
    response.setHeader('vary', 'Authorization')
    response.setHeader('cache-control', broken === 'public' ? 'public' : 'private')
    if (broken === 'refused' || broken === 'unsorted' || broken === 'leak') {
      response.statusCode = 422
      response.setHeader('content-type', 'application/problem+json')
      const paths = broken === 'unsorted' ? ['/b', '/a'] : ['/a', '/b']
      const detail = broken === 'leak' ? 'SQLITE_CONSTRAINT: SELECT 1' : 'no'
      const errors = paths.map((path) => ({ path, code: 'x', message: '' }))
      response.end(JSON.stringify({ type: 't', title: 't', status: 422, detail, code: 'x', requestId: '1', errors }))
      return
    }
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ id: 7, token: request.headers.authorization ?? null }))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  target = {
    name: 'test',
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    tokenOf: async (as) => (as === 'nobody' ? null : as),
    reset: async (rows) => void resets.push(rows),
    close: async () => {},
  }
})
afterAll(() => new Promise((done) => server.close(done)))

const scenario = (id: string, steps: readonly Step[], more: Partial<Scenario> = {}): Scenario => ({
  id,
  title: id,
  cites: [],
  rows: 'any',
  writes: false,
  steps,
  ...more,
})
const get = (path: string, expectation: Step['expect'] = {}, more: Partial<Step> = {}): Step => ({
  as: 'role',
  method: 'GET',
  path,
  expect: expectation,
  ...more,
})
const run = (scenarios: readonly Scenario[], writes = true) => runScenarios(target, scenarios, { writes })

test('a scenario that holds passes, and what a step saves is filled in later', async () => {
  const report = await run([
    scenario('good', [
      get('/ok', { status: 200 }, { save: { id: '/id' } }),
      get('/ok', {
        body: [
          { at: '/id', equals: '{{id}}' },
          { at: '/token', equals: 'Bearer role' },
        ],
      }),
    ]),
  ])
  expect([report.passed, report.failed, isGreen(report)]).toEqual([1, [], true])
})

test('the first step that does not hold is the failure, with the request that showed it', async () => {
  const report = await run([
    scenario('bad', [get('/ok'), get('/ok', { status: 404, body: [{ at: '/id', equals: 8 }] })]),
  ])
  expect(report.failed.map(({ id, step, request }) => [id, step, request])).toEqual([['bad', 2, 'GET /ok as role']])
  expect(report.failed[0]?.mismatches.map(({ at }) => at)).toEqual(['status', '/id'])
  expect(reportLines(report).join('\n')).toContain('FAILED bad')
  expect(isGreen(report)).toBe(false)
})

test.each([
  ['public', 'header cache-control'],
  ['unsorted', '/errors'],
  ['leak', ''],
])('an answer that is %s fails although nothing was asked of it', async (path, at) => {
  const report = await run([scenario(path, [get(`/${path}`)])])
  expect(report.failed[0]?.mismatches.map((mismatch) => mismatch.at)).toEqual([at])
})

test('a proper refusal passes', async () => {
  expect((await run([scenario('refused', [get('/refused', { status: 422 })])])).passed).toBe(1)
})

test('what may not be run is said with its reason, and a run of nothing is not green', async () => {
  const report = await run(
    [scenario('writes', [get('/ok')], { writes: true }), scenario('tokenless', [get('/ok', {}, { as: 'nobody' })])],
    false,
  )
  expect(report.skipped.map(({ id }) => id)).toEqual(['tokenless', 'writes'])
  expect(isGreen(report)).toBe(false)
})

test('rows are put back before whoever needs them and after whoever wrote', async () => {
  resets.length = 0
  const rows = { rows: 'example' } as const
  await run([
    scenario('w1', [get('/ok')], { ...rows, writes: true }),
    scenario('r1', [get('/ok')], rows),
    scenario('r2', [get('/ok')], rows),
    scenario('w2', [get('/ok')], { rows: 'none', writes: true }),
  ])
  expect(resets).toEqual(['example', 'none'])
})

test('an address or a header with a name that no step before saved is a failure that says where, and nothing is asked', async () => {
  const { failed } = await run([
    scenario('typo', [get('/ok', {}, { save: { id: '/id' } }), get('/ok/{{idd}}')]),
    scenario('late', [get('/ok', {}, { headers: { 'if-match': '{{etag}}' }, save: { etag: 'header:etag' } })]),
  ])
  expect(failed.map(({ id, step, status, mismatches }) => [id, step, status, mismatches[0]?.at])).toEqual([
    ['typo', 2, null, '{{idd}}'],
    ['late', 1, null, '{{etag}}'],
  ])
})
