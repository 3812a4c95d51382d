// Generated from the charter "clinic". What you change here is merged when generating again.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { model } from '../src/model.ts'
import { type Aggregate, referenceOrder } from '../src/runtime/index.ts'
import { loadRows, openLog, readConfig, type Service, type ServiceConfig } from '../src/runtime/service/index.ts'
import { buildServer } from '../src/server.ts'
import { openService } from '../src/service.ts'
import { makeTemporary } from '../src/sqlite/temporary.ts'
import { rows } from './rows.ts'

/** Claims of everybody's token: the rules' conditions then give them the first row of each entity. */
export const claims = { ward: 'ward 1' }

export interface Asked {
  readonly role?: string
  /** Sent as JSON; bytes as they are. */
  readonly body?: unknown
  readonly headers?: Readonly<{ [name: string]: string }>
}

export interface Answered {
  readonly status: number
  readonly headers: Readonly<{ [name: string]: unknown }>
  // biome-ignore lint/suspicious/noExplicitAny: tests look into whatever came back.
  readonly body: any
}

export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export interface Running {
  ask(method: Method, path: string, asked?: Asked): Promise<Answered>
  /** Asks the service itself, beneath its protocols. */
  aggregate(entity: string, role: string, asked: Aggregate): Promise<unknown>
  readonly service: Service
  readonly config: ServiceConfig
  /** Listens on a port of this machine; gives its address. */
  listen(): Promise<string>
  close(): Promise<void>
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into whatever came back.
export type Row = any

/** The service on a database of its own, with `rows` in it: a file, or a new one on the server that DATABASE_URL names. */
export const startService = async (more: Readonly<{ [name: string]: string }> = {}): Promise<Running> => {
  const folder = mkdtempSync(join(tmpdir(), 'service-'))
  const database = await makeTemporary(process.env.DATABASE_URL ?? null)
  const environment = { CHARTER_MODE: 'development', CHARTER_DATA: folder, DATABASE_URL: database.url, ...more }
  const config = readConfig(environment, { name: model.name, databaseUrl: '' })
  const service = await openService(config, openLog({ level: 'error', name: 'test' }))
  await loadRows(
    service.store,
    model,
    referenceOrder(model).map((entity) => ({ entity, rows: rows[entity] ?? [] })),
    service.protection,
  )
  const app = await buildServer(service, config)
  return {
    ask: async (method, url, { role, body, headers = {} } = {}) => {
      const token = role === undefined ? undefined : await service.development?.token([role], claims)
      const answer = await app.inject({
        method,
        url,
        headers: {
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { payload: body instanceof Uint8Array ? Buffer.from(body) : JSON.stringify(body) }),
      })
      return {
        status: answer.statusCode,
        headers: answer.headers,
        body: bodyOf(answer.body, String(answer.headers['content-type'])),
      }
    },
    aggregate: async (entity, role, aggregate) => {
      const outcome = await service.execute({
        operation: `${entity}.aggregate`,
        input: {},
        select: { aggregate },
        principal: {
          id: `${role}@development`,
          roles: [role],
          credential: 'development',
          attributes: { ward: 'ward 1' },
        },
        context: { origin: { style: 'test', requestId: 'test' } },
      })
      return outcome.kind === 'value' ? outcome.value : outcome
    },
    service,
    config,
    listen: () => app.listen({ host: '127.0.0.1', port: 0 }),
    close: async () => {
      await app.close()
      await service.close()
      await database.remove()
      rmSync(folder, { recursive: true })
    },
  }
}

const bodyOf = (text: string, type: string): unknown =>
  text === '' ? null : /json/.test(type) ? JSON.parse(text) : text
