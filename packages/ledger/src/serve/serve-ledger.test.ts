import { expect, it, onTestFinished } from 'vitest'
import { readCheckpoint } from '../index.ts'
import { testLedger } from '../testing/ledger.ts'
import { loopback } from '../testing/loopback.ts'
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
