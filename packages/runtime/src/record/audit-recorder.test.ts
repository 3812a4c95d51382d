import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { AuditEntry, State } from '../store/state.ts'
import { type AuditRecorder, auditRecorder } from './audit-recorder.ts'
import { openReplicaLog, type ReplicaLog } from './replica-log.ts'
import { verifyReplicaLog } from './verify-replica-log.ts'

/** Audit entries as a state table keeps them, in memory; what a real database keeps is tested with the connectors. */
const memoryState = () => {
  const rows: { position: number; body: string }[] = []
  const asked = { writes: 0, isDown: false }
  let drained = 0
  const state = {
    appendAudit: async (entries: readonly AuditEntry[]) => {
      if (asked.isDown) throw new Error('the disk is full')
      asked.writes++
      for (const entry of entries) rows.push({ position: rows.length + 1, body: JSON.stringify(entry) })
    },
    pendingAudit: async (limit: number) => rows.filter(({ position }) => position > drained).slice(0, limit),
    markDrained: async (through: number) => {
      drained = through
    },
  }
  return { state: state as unknown as State, rows, asked }
}

const entry = (n: number): AuditEntry => ({
  at: '2026-01-01T00:00:00Z',
  credential: 'jwt',
  entity: 'Patient',
  fields: [],
  id: `e${n}`,
  intent: null,
  key: null,
  mode: 'durable',
  operation: 'Patient.read',
  origin: { address: null, requestId: 'r', style: 'rest' },
  outcome: 'ok',
  principal: 'p',
  roles: [],
  rows: null,
  rule: null,
  tenant: null,
})

const folder = mkdtempSync(join(tmpdir(), 'audit-recorder-'))
let log: ReplicaLog
let recorder: AuditRecorder
let kept: ReturnType<typeof memoryState>
let faults: unknown[]

beforeEach(async () => {
  kept = memoryState()
  faults = []
  log = await openReplicaLog({
    folder,
    replica: 'r',
    key: generateKeyPairSync('ed25519').privateKey,
    now: () => '2026-01-01T00:00:00Z',
  })
  recorder = auditRecorder({ state: kept.state, log, waitingMax: 5, onFault: (error) => faults.push(error) })
})
afterEach(async () => {
  kept.asked.isDown = false
  await recorder.close()
  rmSync(folder, { recursive: true, force: true })
})

const logged = (): readonly string[] =>
  [...readFileSync(log.file, 'utf8').matchAll(/"id":"(e\d+)"/g)].map(([, id]) => id ?? '')

test('a durable entry is stored when its promise resolves, and all that arrive together in one write', async () => {
  await Promise.all([1, 2, 3, 4].map((n) => recorder.durable(entry(n), null)))
  expect([kept.rows.length, kept.asked.writes]).toEqual([4, 1])
})

test('a durable entry that cannot be stored rejects, and does not pretend', async () => {
  kept.asked.isDown = true
  await expect(recorder.durable(entry(1), null)).rejects.toThrow('full')
  kept.asked.isDown = false
  await recorder.durable(entry(2), null)
  expect(kept.rows).toHaveLength(1)
})

test('a buffered entry is in the table and the signed log within a second', async () => {
  recorder.buffered(entry(1))
  expect(kept.rows).toHaveLength(0)
  await vi.waitFor(() => expect(logged()).toEqual(['e1']), { timeout: 1000, interval: 20 })
  expect(await verifyReplicaLog(log.file)).toEqual({ isWhole: true, entries: 1, unsealed: 0 })
})

test('the log has every entry once, in the order they were stored', async () => {
  await recorder.durable(entry(1), null)
  recorder.buffered(entry(2))
  await Promise.all([recorder.flush(), recorder.flush()])
  await recorder.durable(entry(3), null)
  await recorder.flush()
  expect(logged()).toEqual(['e1', 'e2', 'e3'])
})

test('while nothing can be written, buffered entries wait; once too many wait, durable calls are refused', async () => {
  kept.asked.isDown = true
  for (let n = 1; n <= 7; n++) recorder.buffered(entry(n))
  await recorder.flush()
  expect(faults.length).toBeGreaterThan(0)
  await expect(recorder.durable(entry(8), null)).rejects.toMatchObject({ problem: { code: 'unavailable' } })
  kept.asked.isDown = false
  await recorder.flush()
  expect(logged()).toEqual(['e1', 'e2', 'e3', 'e4', 'e5'])
  await recorder.durable(entry(9), null)
  expect(kept.rows).toHaveLength(6)
})

test('once too much waits for the ledger, durable calls are refused, and what was announced is still told', async () => {
  const spool = { bytes: 10, bytesMax: 10, heldAtMs: null }
  const heard: string[] = []
  const shipper = { spool, wake: () => heard.push('wake'), close: async () => void heard.push('close') }
  const folder = mkdtempSync(join(tmpdir(), 'audit-recorder-'))
  const key = generateKeyPairSync('ed25519').privateKey
  const log = await openReplicaLog({ folder, replica: 'r', key, now: () => '2026-01-01T00:00:00Z' })
  const shipping = auditRecorder({ state: kept.state, log, shipper })
  await shipping.durable(entry(1), null)
  spool.bytes = 11
  await expect(shipping.durable(entry(2), null)).rejects.toMatchObject({
    problem: { code: 'unavailable', retryAfterSeconds: 30 },
  })
  await shipping.durable({ ...entry(3), intent: 'e1' }, null)
  shipping.buffered(entry(4))
  await shipping.close()
  expect(kept.rows.map(({ body }) => JSON.parse(body).id)).toEqual(['e1', 'e3', 'e4'])
  expect(heard).toEqual(['wake', 'close'])
  rmSync(folder, { recursive: true })
})

test('closing writes what is waiting first', async () => {
  recorder.buffered(entry(1))
  await recorder.close()
  expect(logged()).toEqual(['e1'])
})
