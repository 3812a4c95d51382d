import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openDesk } from '../desk/open-desk.ts'
import { addReader, removeNamed } from '../settings/edit-settings.ts'
import { initLedger } from '../settings/init-ledger.ts'
import { newFolder } from '../testing/ledger.ts'
import { runLedger } from './run-ledger.ts'

const principal = 'operator'

const servedLedger = async () => {
  const folder = join(await newFolder(), 'ledger')
  await initLedger({ folder, origin: 'clinic.example/ledger', administrator: 'operations' })
  const server = await runLedger({ folder, host: '127.0.0.1', port: 0, tls: null, onAlarm: () => {}, onBug: () => {} })
  onTestFinished(server.close)
  const { desk } = await openDesk({ folder })
  return { folder, desk, url: server.url }
}

it('who is made a reader while a ledger is served reads at once, and no longer than until taken out', async () => {
  const { folder, desk, url } = await servedLedger()
  const token = await addReader(folder, 'ada', new Date(Date.now() + 86_400_000).toISOString())
  const read = (path: string): Promise<Response> => fetch(url + path, { headers: { authorization: `Bearer ${token}` } })
  expect((await read('/api/ledger')).status).toBe(401)
  await desk.recordChange({ principal, change: 'reader ada added' })
  const state = await read('/api/ledger')
  expect(state.status).toBe(200)
  expect(await state.json()).toMatchObject({
    origin: 'clinic.example/ledger',
    administrator: 'operations',
    keepMs: null,
  })
  await removeNamed(folder, 'readers', 'ada')
  await desk.recordChange({ principal, change: 'reader ada taken out' })
  expect((await read('/api/ledger')).status).toBe(401)
})

it('replicas, readers, their page and other ledgers each have their routes, and ask who calls', async () => {
  const { url } = await servedLedger()
  const status = async (path: string, method = 'GET'): Promise<number> => (await fetch(url + path, { method })).status
  expect(await status('/')).toBe(200)
  expect(await status('/checkpoint')).toBe(200)
  expect(await status('/api/entries')).toBe(401)
  expect(await status('/segments')).toBe(401)
  expect(await status('/replicas/clinic-1/epochs/1')).toBe(401)
  expect(await status('/witnessed/other.example')).toBe(404)
  expect(await status('/add-checkpoint', 'POST')).toBe(400)
})
