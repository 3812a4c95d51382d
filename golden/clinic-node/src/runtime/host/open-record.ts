import { join } from 'node:path'
import type { ServiceModel } from '../call/model.ts'
import { type AuditRecorder, auditRecorder } from '../record/audit-recorder.ts'
import { openReplicaLog } from '../record/replica-log.ts'
import type { LogKeys } from '../record/sealed-log.ts'
import { openShipper } from '../record/ship/open-shipper.ts'
import { publicKeyFile, signingKeyFile } from '../settings/key-file.ts'
import type { State } from '../store/state.ts'
import { instantAt } from '../values/instant-at.ts'
import type { ServiceConfig } from './config.ts'

export interface OpenRecordOptions {
  readonly model: ServiceModel
  readonly config: ServiceConfig
  readonly state: State
  /** Folder of the keys that sign it. */
  readonly keyFolder: string
  /** What seals it at rest; null: it lies there as it is. */
  readonly keys: LogKeys | null
  readonly nowMs: () => number
  readonly onFault: (error: unknown) => void
}

/** The name under which this process keeps its record: that of its machine, where it is told one. */
export const replicaName = (): string => process.env.HOSTNAME?.replaceAll(/[^\w-]/g, '-') || 'replica'

/** The record of calls: this replica's log, sent to a ledger where the configuration names one. */
export const openRecord = async (options: OpenRecordOptions): Promise<AuditRecorder> => {
  const { model, config, state, keyFolder, keys, nowMs, onFault } = options
  const { privateKey: key, publicKey } = await signingKeyFile(join(keyFolder, 'audit.pem'), model.crypto)
  await publicKeyFile(join(keyFolder, 'audit.pub.pem'), publicKey)
  const folder = join(config.dataFolder, 'audit')
  const replica = replicaName()
  const log = await openReplicaLog({ folder, replica, key, keys, now: () => instantAt(nowMs()) })
  const shipper =
    config.ledger && (await openShipper({ config: config.ledger, folder, replica, key, keys, log, nowMs, onFault }))
  return auditRecorder({ state, log, shipper, onFault })
}
