import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { JsonObject, Outcome, Principal } from '@charter/runtime'
import { expect, vi } from 'vitest'
import { bodyOf, type ClinicOptions, call, type Opened, open } from './clinic.ts'
import type { DatabaseName } from './databases.ts'
import { orderDesk } from './order-desk.ts'

const who = (id: string, role: string, ward: string, tenant = 'one'): Principal => ({
  id,
  roles: [role],
  attributes: { ward },
  credential: 'jwt',
  tenant,
})
export const ann = who('ann', 'clerk', 'north')
export const bob = who('bob', 'clerk', 'south')
export const zoe = who('zoe', 'chief', 'north')
export const far = who('far', 'chief', 'north', 'two')

export interface Received {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export interface Told {
  readonly type: string
  readonly timestamp: string
  readonly data: {
    readonly entity: string
    readonly change: string
    readonly key: JsonObject
    readonly row: JsonObject | null
  }
}

/** A desk whose webhooks tell a receiver of its own. */
export interface WebhookDesk {
  readonly options: ClinicOptions
  opened: Opened
  /** Where the receiver is. */
  readonly at: string
  readonly received: Received[]
  /** What it answers. */
  answer: (path: string) => { readonly status: number; readonly headers?: Readonly<Record<string, string>> } | null
  /** How far the clock of the service is ahead. */
  skewMs: number
  run(operation: string, principal: Principal, more?: Parameters<typeof call>[2]): Promise<Outcome>
  subscribe(principal?: Principal, value?: JsonObject): Promise<JsonObject>
  /** Gives its id. */
  order(value?: JsonObject, principal?: Principal): Promise<string>
  told(): readonly Told[]
  /** Waits until so many came. */
  came(count: number): Promise<void>
  /** As long as it takes for what is told to be told. */
  quiet(): Promise<unknown>
  deliveries(principal?: Principal): Promise<readonly JsonObject[]>
  /** Waits until one was put off, by the clock as it is: one that is moved before would put it off from there. */
  putOff(): Promise<void>
  /** Waits until there is one delivery, and it is in this state. */
  settled(state: string): Promise<void>
  /** The same service again, with another environment or charter. */
  reopen(more?: ClinicOptions): Promise<void>
  close(): Promise<void>
}

/** `more`: another charter, or a database that is there already. */
export const openWebhookDesk = async (database: DatabaseName, more: ClinicOptions = {}): Promise<WebhookDesk> => {
  const received: Received[] = []
  const bugs: unknown[] = []
  const receiver = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString()
    })
    request.on('end', () => {
      received.push({ path: request.url ?? '', headers: request.headers, body })
      const answer = desk.answer(request.url ?? '')
      if (answer) response.writeHead(answer.status, answer.headers).end()
    })
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  const at = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
  const options: ClinicOptions = {
    text: orderDesk(database),
    ...more,
    env: { WEBHOOKS_TO: '127.0.0.1', ...more.env },
    nowMs: () => Date.now() + desk.skewMs,
    onBug: (error) => bugs.push(error),
  }
  const others: Opened[] = []
  const desk: WebhookDesk = {
    options,
    opened: null as never,
    at,
    received,
    answer: () => ({ status: 204 }),
    skewMs: 0,
    run: (operation, principal, more = {}) => desk.opened.service.execute(call(operation, principal, more)),
    subscribe: async (principal = ann, value = {}) =>
      bodyOf(
        await desk.run('Webhook.create', principal, { value: { url: `${at}/hook`, entities: ['Order'], ...value } }),
      ) as JsonObject,
    order: async (value = {}, principal = zoe) =>
      String(
        bodyOf(await desk.run('Order.create', principal, { value: { ward: 'north', title: 'a bed', ...value } })).id,
      ),
    told: () => received.map(({ body }) => JSON.parse(body) as Told),
    came: (count) =>
      vi.waitFor(() => expect(received.length).toBeGreaterThanOrEqual(count), { timeout: 30_000, interval: 20 }),
    quiet: () => new Promise((resolve) => setTimeout(resolve, 900)),
    deliveries: async (principal = ann) =>
      (bodyOf(await desk.run('WebhookDeliveryJob.list', principal)) as { items: readonly JsonObject[] }).items,
    putOff: () =>
      vi.waitFor(
        async () => {
          const waiting = (await desk.deliveries()).filter(({ state }) => state === 'queued')
          expect(waiting.map(({ problem }) => (problem as JsonObject | null)?.code)).toContain('retry')
        },
        { timeout: 30_000, interval: 20 },
      ),
    settled: (state) =>
      vi.waitFor(async () => expect((await desk.deliveries()).map((each) => each.state)).toEqual([state]), {
        timeout: 30_000,
        interval: 20,
      }),
    reopen: async (more = {}) => {
      others.push(desk.opened)
      await desk.opened.service.close()
      desk.opened = await open({ ...options, url: desk.opened.url, folder: desk.opened.folder, ...more })
    },
    close: async () => {
      await desk.opened.close()
      receiver.closeAllConnections()
      receiver.close()
      const seen = [...bugs]
      // Their services are closed already: what is left of them is a database and a folder.
      for (const each of others) await each.close().catch(() => {})
      expect(seen).toEqual([])
    },
  }
  desk.opened = await open(options)
  return desk
}
