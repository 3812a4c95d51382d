import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runStep } from './run-step.ts'

/** Answers all that is asked, and says that each answer took three statements. */
const counting = createServer((request, response) => {
  const isCount = request.url === '/_charter/statements'
  if (!isCount) ran += 3
  response.setHeader('content-type', 'application/json').end(isCount ? JSON.stringify({ statements: ran }) : '{}')
})
const silent = createServer((_request, response) => {
  response.setHeader('content-type', 'application/json').end('{}')
})
let ran = 0
const opened = (server: Server): Promise<void> => new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
const urlOf = (server: Server): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`

beforeAll(async () => {
  await opened(counting)
  await opened(silent)
})
afterAll(() => {
  counting.close()
  silent.close()
})

const asked = async (statementsMax: number, url: string, countsAt?: string) => {
  const asking = { url, token: null, isRest: false, isGrpc: false, ...(countsAt !== undefined && { countsAt }) }
  const step = { as: null, method: 'GET', path: '/', expect: { status: 200, statementsMax } } as const
  return (await runStep(asking, step)).mismatches.map(({ at, actual }) => `${at}: ${actual}`)
}

test('an answer takes no more statements than it may, counted where the service is', async () => {
  expect(await asked(3, urlOf(counting))).toEqual([])
  expect(await asked(2, urlOf(counting))).toEqual(['statements: 3'])
  expect(await asked(0, urlOf(silent), urlOf(counting))).toEqual([])
})

test('where nobody counts, that is said', async () => {
  expect(await asked(9, urlOf(silent))).toEqual([expect.stringContaining('does not say how many statements it ran')])
})
