import { expect, it, onTestFinished } from 'vitest'
import { readCheckpoint } from '../index.ts'
import { testLedger } from '../testing/ledger.ts'
import { serveLedger } from './serve-ledger.ts'

it('anybody may have the newest checkpoint, and nothing else', async () => {
  const tested = await testLedger()
  const ledger = await tested.open()
  const server = await serveLedger({
    ledger,
    folder: tested.folder,
    settings: {
      administrator: 'operations',
      replicas: new Map(),
      readers: [],
      signIn: null,
      personal: [],
      keepMs: null,
    },
    witnesses: [],
    alarms: () => tested.alarms,
    nowMs: Date.now,
    host: '127.0.0.1',
    port: 0,
    tls: null,
    routes: [],
    onBug: () => {},
  })
  onTestFinished(async () => {
    await server.close()
    await ledger.close()
  })
  const answer = await fetch(`${server.url}/checkpoint`)
  expect(readCheckpoint(await answer.text(), ledger.key)).toMatchObject({ size: 1 })
  expect((await fetch(`${server.url}/segments/0`)).status).toBe(404)
})
