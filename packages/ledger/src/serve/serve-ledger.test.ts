import { once } from 'node:events'
import { request } from 'node:http'
import { expect, it, onTestFinished } from 'vitest'
import { readCheckpoint } from '../index.ts'
import { testLedger } from '../testing/ledger.ts'
import { loopback } from '../testing/loopback.ts'
import { replicaRoutes } from './replica-routes.ts'
import { serveLedger } from './serve-ledger.ts'

it('anybody may have the newest checkpoint, and nothing else', async () => {
  const tested = await testLedger()
  const ledger = await tested.open()
  const server = await serveLedger(loopback({ ledger, folder: tested.folder }))
  onTestFinished(async () => {
    await server.close()
    await ledger.close()
  })
  const answer = await fetch(`${server.url}/checkpoint`)
  expect(readCheckpoint(await answer.text(), ledger.key)).toMatchObject({ size: 1 })
  expect((await fetch(`${server.url}/segments/0`)).status).toBe(404)
})

it('of who has not said who they are no body is held: what is no log is refused before it comes', async () => {
  const tested = await testLedger()
  const ledger = await tested.open()
  const server = await serveLedger(loopback({ ledger, folder: tested.folder, routes: [replicaRoutes] }))
  onTestFinished(async () => {
    await server.close()
    await ledger.close()
  })
  for (const type of ['application/json', 'application/merge-patch+json', 'application/json-patch+json']) {
    const headers = { 'content-type': type, 'content-length': 2 ** 20 }
    const asking = request(`${server.url}/replicas/clinic-1/epochs/1`, { method: 'POST', headers })
    asking.on('error', () => {}).flushHeaders()
    const [answer] = await once(asking, 'response')
    expect(answer.statusCode).toBe(415)
    asking.destroy()
  }
})
