import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Alarm } from '../alarm.ts'
import type { SourceRecord } from '../disk/entry-line.ts'
import { type Ledger, type LedgerOptions, openLedger } from '../writer/open-ledger.ts'
import { sourceJson } from './source-json.ts'

export const origin = 'clinic.example/ledger'

export const newKey = (): KeyObject => generateKeyPairSync('ed25519').privateKey
export const newFipsKey = (): KeyObject => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey

/** A folder that is gone when the test is over. */
export const newFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'charter-ledger-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** The `sequence`th record of a replica. */
export const record = (sequence: number, more: Partial<SourceRecord> = {}): SourceRecord => ({
  replica: 'clinic-1',
  epoch: 1,
  sequence,
  entry: sourceJson(sequence),
  ...more,
})

export const records = (from: number, through: number): readonly SourceRecord[] =>
  Array.from({ length: through - from + 1 }, (_, at) => record(from + at))

export interface TestLedger {
  readonly folder: string
  readonly key: KeyObject
  readonly alarms: Alarm[]
  open(more?: Partial<LedgerOptions>): Promise<Ledger>
}

export const testLedger = async (key: KeyObject = newKey()): Promise<TestLedger> => {
  const folder = join(await newFolder(), 'ledger')
  const alarms: Alarm[] = []
  return {
    folder,
    key,
    alarms,
    open: (more = {}) => openLedger({ folder, origin, key, onAlarm: (alarm) => alarms.push(alarm), ...more }),
  }
}

/** Appends them together, so that they share commits. */
export const appendAll = async (ledger: Ledger, all: readonly SourceRecord[]): Promise<void> => {
  await Promise.all(all.map((one) => ledger.append(one)))
}
