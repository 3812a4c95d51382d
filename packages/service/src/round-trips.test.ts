import { connect, createServer } from 'node:net'
import type { JsonObject, Principal } from '@charter/runtime'
import { expect, test } from 'vitest'
import { testServer } from './testing/attached.ts'
import { call, clinicText, codeOf, derivedOf, open } from './testing/clinic.ts'

const clinician: Principal = { id: 'c', roles: ['clinician'], attributes: { ward: 'north' }, credential: 'jwt' }

/** Message `Sync` of PostgreSQL's protocol (section 53.7): a client sends one and waits. */
const sync = Buffer.from([0x53, 0, 0, 0, 4])

/** Stands before a server and counts how often a client has waited for it. */
const counting = async (to: URL) => {
  let waits = 0
  const server = createServer((client) => {
    const there = connect(Number(to.port), to.hostname)
    client.on('data', (bytes) => {
      for (let at = bytes.indexOf(sync); at >= 0; at = bytes.indexOf(sync, at + 1)) waits++
    })
    client.pipe(there).pipe(client)
    for (const each of [client, there]) each.on('error', () => [client, there].forEach((end) => void end.destroy()))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const url = new URL(to)
  url.hostname = '127.0.0.1'
  url.port = String(typeof address === 'object' && address ? address.port : 0)
  return { url: url.href, waits: () => waits, close: () => server.close() }
}

test('a create on PostgreSQL waits twice for its server, and once more to look for its key', async () => {
  const text = clinicText().replace('own: sqlite', 'own: postgresql')
  const made = await derivedOf(text).connector.makeTemporary(testServer('postgresql'))
  const { url, waits, close } = await counting(new URL(made.url))
  const { service, close: closeService } = await open({ text, url })
  const value = {
    test: 'Sodium',
    value: '140.000',
    unit: 'mmol/L',
    takenAt: '2026-01-06T08:30:00Z',
    patientId: '7f1de1a4-3a0e-4b7c-9d86-0f3a5e1c2b10',
  }
  /** The fewest of several: entries are drained beside them now and then. */
  const fewest = async (input: (at: number) => JsonObject): Promise<number> => {
    const counts: number[] = []
    for (let at = 0; at < 8; at++) {
      const before = waits()
      const outcome = await service.execute(call('LabResult.create', clinician, { value, ...input(at) }))
      counts.push(waits() - before)
      expect(codeOf(outcome)).toBe('ok')
      expect(outcome).toMatchObject({ value: { test: 'Sodium', value: '140.000' } })
    }
    return Math.min(...counts)
  }
  try {
    expect(await fewest(() => ({}))).toBe(2)
    expect(await fewest((at) => ({ idempotencyKey: `key ${at}` }))).toBe(3)
  } finally {
    await closeService()
    close()
    await made.remove()
  }
})
