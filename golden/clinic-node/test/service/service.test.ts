// Generated from the charter "clinic". What you change here is merged when generating again.

import { deepEqual } from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { type Running, startService } from '../support.ts'

describe('clinic', () => {
  let service: Running
  beforeEach(async () => {
    service = await startService()
  })
  afterEach(() => service.close())

  test('it is alive and ready, and counts what it is asked', async () => {
    for (const path of ['/healthz', '/readyz', '/metrics'])
      deepEqual([path, (await service.ask('GET', path)).status], [path, 200])
  })

  test('schema.graphql is published in development', async () => {
    const answer = await service.ask('GET', '/schema.graphql')
    const published = readFileSync(new URL('../../schema.graphql', import.meta.url), 'utf8')
    deepEqual(answer.body, typeof answer.body === 'string' ? published : JSON.parse(published))
  })

  test('proto/clinic/v1/clinic.proto is published in development', async () => {
    const answer = await service.ask('GET', '/proto/clinic/v1/clinic.proto')
    const published = readFileSync(new URL('../../proto/clinic/v1/clinic.proto', import.meta.url), 'utf8')
    deepEqual(answer.body, typeof answer.body === 'string' ? published : JSON.parse(published))
  })

  test('mcp.json is published in development', async () => {
    const answer = await service.ask('GET', '/mcp.json')
    const published = readFileSync(new URL('../../mcp.json', import.meta.url), 'utf8')
    deepEqual(answer.body, typeof answer.body === 'string' ? published : JSON.parse(published))
  })

  test('openapi.json is published in development', async () => {
    const answer = await service.ask('GET', '/openapi.json')
    const published = readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8')
    deepEqual(answer.body, typeof answer.body === 'string' ? published : JSON.parse(published))
  })

  test('clinic.wsdl is published in development', async () => {
    const answer = await service.ask('GET', '/clinic.wsdl')
    const published = readFileSync(new URL('../../clinic.wsdl', import.meta.url), 'utf8')
    deepEqual(answer.body, typeof answer.body === 'string' ? published : JSON.parse(published))
  })

  test('the development page has what was written with it', async () => {
    const answer = await service.ask('GET', '/_charter/page.json')
    deepEqual([answer.status, answer.body.name, answer.body.version], [200, 'clinic', '1.0.0'])
  })
})
