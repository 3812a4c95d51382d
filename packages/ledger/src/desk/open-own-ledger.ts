import { join } from 'node:path'
import { tighten } from '@charter/runtime/service'
import type { Alarm, OnAlarm } from '../alarm.ts'
import { openVault, type PersonalVault } from '../personal/vault.ts'
import { openWitnesses } from '../settings/open-witnesses.ts'
import { keyFile, ledgerKey, readSettings } from '../settings/read-settings.ts'
import type { LedgerSettings } from '../settings/settings.ts'
import type { Witness } from '../witness/witness.ts'
import { type Ledger, openLedger } from '../writer/open-ledger.ts'
import { type LedgerDesk, ledgerDesk } from './desk.ts'

/** A ledger as its settings say it, open for writing. */
export interface OwnLedger {
  readonly ledger: Ledger
  readonly vault: PersonalVault
  readonly witnesses: readonly Witness[]
  readonly desk: LedgerDesk
  /** As they are now: one object, which changes with `ledger.yaml`. */
  readonly settings: LedgerSettings
  /** Those raised since it was opened, newest last. */
  alarms(): readonly Alarm[]
  close(): Promise<void>
}

export interface OpenOwnLedgerOptions {
  readonly folder: string
  readonly onAlarm?: OnAlarm
  readonly takeOver?: boolean
}

const alarmsMax = 1000

/** Rejects with SettingsMistakes, and with what `openLedger` rejects with. */
export const openOwnLedger = async ({
  folder,
  onAlarm,
  takeOver = false,
}: OpenOwnLedgerOptions): Promise<OwnLedger> => {
  tighten(keyFile(folder))
  const settings = await readSettings(folder)
  const { origin, key, witnessMs, whenDiskFails, predecessor } = settings
  const alarms: Alarm[] = []
  const replicas = new Set(settings.replicas.keys())
  const witnesses = openWitnesses(settings, ledgerKey(settings))
  const vault = await openVault(join(folder, 'vault'))
  const ledger = await openLedger({
    folder,
    origin,
    key,
    replicas,
    witnesses,
    takeOver,
    whenDiskFails,
    ...(predecessor && { predecessor }),
    limits: { witnessMs },
    onAlarm: (alarm) => {
      alarms.push(alarm)
      if (alarms.length > alarmsMax) alarms.shift()
      onAlarm?.(alarm)
    },
  })
  const reload = async (): Promise<void> => {
    const changed = await readSettings(folder)
    // The key and the witnesses of a ledger that is open stay what they are until it is opened again.
    Object.assign(settings, { ...changed, origin, key, witnesses: settings.witnesses, witnessMs })
    replicas.clear()
    for (const name of settings.replicas.keys()) replicas.add(name)
  }
  const desk = ledgerDesk({
    ledger,
    folder,
    vault,
    settings,
    reload,
    alarms: () => alarms,
    nowMs: Date.now,
  })
  return {
    ledger,
    vault,
    witnesses,
    desk,
    settings,
    alarms: () => alarms,
    close: () => ledger.close(),
  }
}
