import { createPublicKey, type KeyObject } from 'node:crypto'
import { type LogKeys, openReplicaLog, type ReplicaLog, replicaToken } from '@charter/runtime/service'
import { onTestFinished } from 'vitest'
import type { LedgerEntry } from '../disk/entry-line.ts'
import { type Ledger, type LedgerOptions, openReader } from '../index.ts'
import { replicaRoutes } from '../serve/replica-routes.ts'
import { type LedgerServer, type ServeLedgerOptions, serveLedger } from '../serve/serve-ledger.ts'
import type { LedgerSettings } from '../settings/settings.ts'
import { newFolder, newKey, origin, type TestLedger } from './ledger.ts'
import { loopback } from './loopback.ts'
import { sourceJson } from './source-json.ts'

export interface ServedLedger {
  readonly ledger: Ledger
  readonly server: LedgerServer
  close(): Promise<void>
}

/** Serves a test's ledger to these replicas, until the test is over or it is closed. */
export const serveTest = async (
  tested: TestLedger,
  replicas: ReadonlyMap<string, KeyObject>,
  more: Partial<LedgerOptions & Pick<ServeLedgerOptions, 'port' | 'tls' | 'requestTimeoutMs' | 'onBug'>> & {
    readonly personal?: readonly string[]
    readonly replicaBytes?: LedgerSettings['replicaBytes']
    readonly nowMs?: () => number
  } = {},
): Promise<ServedLedger> => {
  const ledger = await tested.open(more)
  const { personal = [], port = 0, tls = null, requestTimeoutMs, onBug, replicaBytes, nowMs } = more
  const server = await serveLedger(
    loopback({
      ledger,
      folder: tested.folder,
      settings: {
        replicas: new Map([...replicas].map(([name, key]) => [name, createPublicKey(key)])),
        personal,
        ...(replicaBytes && { replicaBytes }),
      },
      alarms: () => tested.alarms,
      port,
      tls,
      routes: [replicaRoutes],
      ...(requestTimeoutMs !== undefined && { requestTimeoutMs }),
      ...(onBug && { onBug }),
      ...(nowMs && { nowMs }),
    }),
  )
  let closing: Promise<void> | null = null
  const close = (): Promise<void> => {
    closing ??= server.close().then(() => ledger.close())
    return closing
  }
  onTestFinished(close)
  return { ledger, server, close }
}

export const logNow = () => '2026-11-21T10:00:00Z'

export const entriesFrom = (from: number, through: number): readonly string[] =>
  Array.from({ length: through - from + 1 }, (_, at) => sourceJson(from + at))

/** A replica that a test speaks for by itself: its log, and requests under its name. */
export const testReplica = async (name = 'clinic-1', key: KeyObject = newKey()) => {
  const folder = await newFolder()
  const open = async (now = logNow, keys: LogKeys | null = null): Promise<ReplicaLog> => {
    const log = await openReplicaLog({ folder, replica: name, key, keys, now })
    onTestFinished(() => log.close().catch(() => {}))
    return log
  }
  const bearer = async (nowMs = Date.now(), to = origin): Promise<string> =>
    `Bearer ${await replicaToken({ replica: name, key, origin: to, nowMs })}`
  const ask = async (url: string, epoch: number | string, body: string | Buffer | null = null): Promise<Response> =>
    fetch(`${url}/replicas/${name}/epochs/${epoch}`, {
      headers: { authorization: await bearer(), 'content-type': 'application/x-ndjson' },
      ...(body !== null && { method: 'POST', body }),
    })
  return { name, key, folder, open, bearer, ask }
}

/** The JSON of an answer. */
export const bodyOf = async (response: Response | Promise<Response>): Promise<Readonly<Record<string, unknown>>> =>
  (await (await response).json()) as Readonly<Record<string, unknown>>

/** What a ledger holds of a replica. */
export const heldOf = async (tested: TestLedger, { key }: Ledger, replica = 'clinic-1'): Promise<LedgerEntry[]> => {
  const held: LedgerEntry[] = []
  for await (const { record } of (await openReader(tested.folder, key)).entries())
    if (record.replica === replica) held.push(record)
  return held
}

export { newFolder, newKey, origin, testLedger } from './ledger.ts'
