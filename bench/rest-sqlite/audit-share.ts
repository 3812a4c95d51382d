import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSqlite } from '@charter/connectors/drivers'
import { type AuditEntry, instantAt } from '@charter/runtime'
import { auditRecorder, openReplicaLog, signingKeyFile, uuidv7 } from '@charter/runtime/service'

const bufferedCount = 20_000
const durableCount = 1000
const together = 8

/** CPU microseconds that one entry costs, from the call to its sealed line in the replica's log, by mode. */
export const auditCost = async (): Promise<{ readonly buffered: number; readonly durable: number }> => {
  const folder = mkdtempSync(join(tmpdir(), 'charter-bench-audit-'))
  const opened = await openSqlite({
    url: `file:${join(folder, 'state.db')}`,
    isReadOnly: false,
    schema: [],
    statementTimeoutMs: 5000,
  })
  const { privateKey: key } = await signingKeyFile(join(folder, 'key.pem'))
  const log = await openReplicaLog({
    folder: join(folder, 'audit'),
    replica: 'bench',
    key,
    now: () => instantAt(Date.now()),
  })
  const recorder = auditRecorder({ state: opened.state, log })
  try {
    const buffered = await costOf(bufferedCount, async () => {
      for (let at = 0; at < bufferedCount; at++) recorder.buffered(entryAt(at, 'buffered'))
      await recorder.flush()
    })
    const durable = await costOf(durableCount, async () => {
      for (let at = 0; at < durableCount; at += together)
        await Promise.all(
          Array.from({ length: together }, (_, n) => recorder.durable(entryAt(at + n, 'durable'), null)),
        )
      await recorder.flush()
    })
    return { buffered, durable }
  } finally {
    await recorder.close()
    await opened.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

const costOf = async (count: number, work: () => Promise<void>): Promise<number> => {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / count
}

const entryAt = (at: number, mode: AuditEntry['mode']): AuditEntry => ({
  at: instantAt(Date.now()),
  credential: 'jwt',
  entity: 'Patient',
  fields: [],
  id: uuidv7(Date.now()),
  intent: null,
  key: `{"id":"00000000-0000-7000-8001-${at.toString(16).padStart(12, '0')}"}`,
  mode,
  operation: 'Patient.read',
  origin: { address: '127.0.0.1', requestId: `request-${at}`, style: 'rest' },
  outcome: 'ok',
  principal: 'clinician@development',
  roles: ['clinician'],
  rows: null,
  rule: null,
  tenant: null,
})
