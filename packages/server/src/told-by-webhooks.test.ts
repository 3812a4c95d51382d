import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Answer, type Desk, idOf, openDesk } from './testing/desk.ts'

interface Received {
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

let desk: Desk
let server: Server
let received: Received[]
beforeEach(async () => {
  desk = await openDesk()
  received = []
  server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    received.push({ headers: request.headers, text })
    response.writeHead(204).end()
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
})
afterEach(async () => {
  server.close()
  await desk.close()
})

const told = (): readonly Answer['body'][] => received.map(({ text }) => JSON.parse(text))

test('who subscribed is told that a deployment waits to be let, signed with their secret; another organisation is told nothing', async () => {
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}/deployments`
  const eve = desk.as('eve')
  idOf(await eve('POST organisations', { id: 'rival', name: 'Rival' }))
  idOf(await eve('POST webhooks', { url: `${url}/of-eve`, entities: ['Deployment', 'Release'] }))
  const webhook = idOf(await desk.carl('POST webhooks', { url, entities: ['Deployment'], changes: ['created'] }))
  expect((await desk.olga(`GET webhooks/${webhook}`)).status).toBe(404)
  const { secret } = (await desk.carl(`POST webhooks/${webhook}/show-webhook-secret`)).body
  const environment = await desk.environment('production')
  const deployment = await desk.deploy(await desk.release('One'), environment)
  await expect.poll(() => told().length, { timeout: 30_000 }).toBe(1)
  expect(told()[0]).toMatchObject({
    type: 'Deployment.created',
    data: { row: { id: deployment.id, state: 'requested', approvals: 1, environmentId: environment } },
  })
  const [{ headers, text } = { headers: {}, text: '' }] = received
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${text}`
  expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', key).update(signed).digest('base64')}`)
}, 60_000)

test('receivers are where the platform may connect to: never at addresses where clouds tell secrets', async () => {
  const refused = await desk.carl('POST webhooks', { url: 'http://169.254.169.254/latest', entities: ['Alert'] })
  expect([refused.status, refused.body.errors[0].path]).toEqual([422, '/url'])
  expect((await desk.carl('POST webhooks', { url: 'http://10.1.2.3/', entities: ['Alert'] })).status).toBe(422)
}, 60_000)
