// Generated from the charter "clinic". What you change here is merged when generating again.

import { deepEqual } from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { makeTemporary } from '../../src/sqlite/temporary.ts'
import { type Running, startService } from '../support.ts'

describe('clinic', () => {
  let service: Running
  beforeEach(async () => {
    service = await startService()
  })
  afterEach(() => service.close())

  test('it is alive and ready, and tells its figures to nobody who was not given them', async () => {
    for (const [path, status] of [
      ['/healthz', 200],
      ['/readyz', 200],
      ['/metrics', 404],
    ] as const)
      deepEqual([path, (await service.ask('GET', path)).status], [path, status])
  })

  test('it starts as a process, says where it listens, and ends when it is told to', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'service-'))
    const database = await makeTemporary(process.env.DATABASE_URL ?? null)
    const env = {
      PATH: process.env.PATH ?? '',
      CHARTER_MODE: 'development',
      CHARTER_DATA: folder,
      DATABASE_URL: database.url,
      PORT: '0',
      GRPC_PORT: '0',
    }
    const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url))
    const running = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    try {
      const [line] = await once(running.stdout, 'data')
      const answer = await fetch(`${JSON.parse(String(line)).url}/healthz`)
      deepEqual(answer.status, 200)
      running.kill('SIGTERM')
      deepEqual(await once(running, 'close'), [0, null])
    } finally {
      running.kill('SIGKILL')
      await database.remove()
      rmSync(folder, { recursive: true, force: true })
    }
  })

  test('a port that is taken is said in a line, and it does not start', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const address = taken.address()
    const port = typeof address === 'object' ? address?.port : 0
    const folder = mkdtempSync(join(tmpdir(), 'service-'))
    const database = await makeTemporary(process.env.DATABASE_URL ?? null)
    const env = {
      PATH: process.env.PATH ?? '',
      CHARTER_MODE: 'development',
      CHARTER_DATA: folder,
      DATABASE_URL: database.url,
      PORT: '0',
      GRPC_PORT: '0',
    }
    const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url))
    try {
      for (const variable of ['PORT', 'METRICS_PORT', 'GRPC_PORT']) {
        const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main], {
          env: { ...env, [variable]: String(port) },
          stdio: ['ignore', 'ignore', 'pipe'],
        })
        const said: string[] = []
        child.stderr.on('data', (chunk) => said.push(String(chunk)))
        deepEqual(await once(child, 'close'), [1, null])
        deepEqual(said.join('').trim(), `Port ${port} is in use: set ${variable} to one that is free.`)
      }
    } finally {
      taken.close()
      await database.remove()
      rmSync(folder, { recursive: true, force: true })
    }
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

  test('the development page has what was written with it, for who has a development token', async () => {
    const answer = await service.ask('GET', '/_charter/page.json', { role: 'clinician' })
    deepEqual([answer.status, answer.body.name, answer.body.version], [200, 'clinic', '1.0.0'])
  })
})
