import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { emptyLock, formatLock, parseCharter, updateLock } from '@charter/charter'
import { connectors } from '@charter/connectors'
import type { JsonObject, Outcome, Principal } from '@charter/runtime'
import { type JobBody, readConfig, type Service } from '@charter/runtime/service'
import type { SqlConnector } from '@charter/sql'
import { styles } from '@charter/styles'
import { expect, vi } from 'vitest'
import { type Derived, derive } from '../derive.ts'
import { openService } from '../open-service.ts'
import { testServer } from './attached.ts'
import { bodyOf, call } from './clinic.ts'
import type { DatabaseName } from './databases.ts'

export const ann: Principal = { id: 'ann', roles: ['owner'], attributes: {}, credential: 'jwt' }

/** Of the charter's secret, which both have. */
export const secret = Buffer.alloc(32, 7)

const textOf = (database: DatabaseName, major: 1 | 2): string => `charter: 1
name: shop
version: ${major === 1 ? '1.1.0' : '2.0.0'}
serves: [rest]
sources: { main: { own: ${database} } }
access: { accepts: [jwt], roles: [owner] }
entities:
  Item:
    key: id
    fields:
      id: { type: uuid, default: generated }
      ${major === 1 ? 'name: { type: text, length: 1..80 }' : 'title: { type: text, length: 1..80, was: name }'}
      state:
        type: enum
        values: [new, old]
        states: { moves: { age: { from: new, to: old, after: 1 day, internal: true } } }
    allow: { owner: { do: [create, read, list, update, delete] } }
${
  major === 1
    ? ''
    : `  Ward:
    key: id
    fields: { id: { type: uuid, default: generated }, label: { type: text, length: 1..80 } }
    allow: { owner: { do: [create, read, list] } }
`
}operations:
  count:
    mode: job
    input: { from: { type: text, length: 1..200 }${major === 1 ? '' : ', dryRun: { type: boolean, default: false }'} }
    result: text
  tidy:
    mode: job
    rights: service
    every: 1 hour
    result: text
    input: { ${major === 1 ? 'old' : 'young'}: { type: boolean, default: false } }
policies:
  - 'permit (principal in Role::"owner", action == Action::"count", resource);'
  - 'permit (principal in Role::"owner", action in [Action::"read", Action::"list"], resource is TidyJob);'
webhooks: { of: [Item${major === 1 ? '' : ', Ward'}], roles: [owner] }
`

/** One shop at two majors, over one database, and a receiver of what both tell. */
export interface TwoMajors {
  readonly at: string
  /** The body of `count`, and that of `tidy`, by which they are done. */
  body: (major: 1 | 2, ...given: Parameters<JobBody>) => Promise<string>
  readonly received: { readonly path: string; readonly body: string }[]
  /** How far the clock of both is ahead. */
  skewMs: number
  serve(major: 1 | 2, env?: Readonly<Record<string, string>>): Promise<Service>
  stop(service: Service): Promise<void>
  run(service: Service, operation: string, more?: Parameters<typeof call>[2]): Promise<Outcome>
  /** What a call gives; a problem fails the test. */
  told(service: Service, operation: string, more?: Parameters<typeof call>[2]): Promise<JsonObject>
  /** Waits until a run is as it says. */
  settled(service: Service, entity: string, id: unknown, state: string): Promise<JsonObject>
  close(): Promise<void>
}

export const openTwoMajors = async (database: DatabaseName): Promise<TwoMajors> => {
  const connector = connectors.find(({ name }) => name === database)
  if (!connector) throw new Error(`there is no connector for ${database}`)
  const folder = mkdtempSync(join(tmpdir(), 'charter-majors-'))
  const temporary = database === 'sqlite' ? null : await connector.makeTemporary(testServer(database))
  const url = temporary?.url ?? `file:${join(folder, 'rows.db')}`
  let lock = emptyLock
  const derivedOf = (major: 1 | 2): Derived<SqlConnector> => {
    const files = { 'charter.yaml': textOf(database, major), 'charter.lock': formatLock(lock) }
    const { charter, diagnostics } = parseCharter(files, { styles })
    if (!charter) throw new Error(JSON.stringify(diagnostics))
    const derived = derive(charter, connectors, lock)
    lock = updateLock(charter, lock)
    return derived
  }
  const bugs: unknown[] = []
  const received: TwoMajors['received'] = []
  const receiver = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString()
    })
    request.on('end', () => {
      received.push({ path: request.url ?? '', body })
      response.writeHead(204).end()
    })
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  const opened = new Set<Service>()
  const open = async (derived: Derived, major: 1 | 2, more = {}): Promise<Service> => {
    const env = {
      CHARTER_MODE: 'development',
      CHARTER_DATA: folder,
      DATABASE_URL: url,
      CHARTER_SECRET: secret.toString('base64url'),
      WEBHOOKS_TO: '127.0.0.1',
      ...more,
    }
    const body: JobBody = (...given) => shop.body(major, ...given) as never
    const service = await openService(derived, {
      config: readConfig(env, { name: 'shop', databaseUrl: url }),
      env,
      nowMs: () => Date.now() + shop.skewMs,
      onBug: (error) => bugs.push(error),
      operations: { count: body, tidy: body } as never,
    })
    opened.add(service)
    return service
  }
  const stop = async (service: Service): Promise<void> => {
    opened.delete(service)
    await service.close()
  }
  const shop: TwoMajors = {
    at: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`,
    body: async (major) => `done by ${major}`,
    received,
    skewMs: 0,
    serve: (major, env) => open(major === 1 ? one : two, major, env),
    stop,
    run: (service, operation, more = {}) => service.execute(call(operation, ann, more)),
    told: async (service, operation, more) => bodyOf(await shop.run(service, operation, more)) as JsonObject,
    settled: (service, entity, id, state) =>
      vi.waitFor(
        async () => {
          const row = await shop.told(service, `${entity}.read`, { key: { id: String(id) } })
          expect(row).toMatchObject({ state })
          return row
        },
        { timeout: 30_000, interval: 50 },
      ),
    close: async () => {
      for (const service of opened) await service.close()
      await temporary?.remove()
      receiver.closeAllConnections()
      receiver.close()
      rmSync(folder, { recursive: true, force: true })
      expect(bugs).toEqual([])
    },
  }
  const one = derivedOf(1)
  await stop(await open(one, 1, { JOBS_AT_ONCE: '0' }))
  const two = derivedOf(2)
  const migrated = await connector.migrate(url, {
    charter: two.charter,
    goal: 'expand',
    drops: [],
    expressions: {},
    isDryRun: false,
  })
  expect(migrated.state).toBe('expanded')
  return shop
}
