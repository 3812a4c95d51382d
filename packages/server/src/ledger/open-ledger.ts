import { createPublicKey } from 'node:crypto'
import { existsSync, renameSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { runLedger } from '@charter/ledger/serve'
import { addReplicaKey, initLedger, keyFile, readSettings, settingsFile } from '@charter/ledger/settings'
import { oneAtATime } from '../one-at-a-time.ts'
import { openSeat } from './ledger-seat.ts'

/** Where the record of a platform and of its services is, in one tree that nobody rewrites unseen (docs/ledger.md). */
export interface PlatformLedger {
  /** Where services send theirs, as `host:port` of this machine. */
  readonly at: string
  /** What a service is told, so that it sends its record here under a name. */
  variables(replica: string): Readonly<Record<string, string>>
  /** Takes what is signed with this key, PEM, as the record of that name from now on; once, and never another key's. */
  take(replica: string, publicKey: string): Promise<void>
  close(): Promise<void>
}

export interface LedgerOptions {
  /** The platform's. */
  readonly folder: string
  readonly onBug: (error: unknown) => void
}

export const ledgerFolder = (folder: string): string => join(folder, 'ledger')

/** Opens the ledger of a platform, and makes it where there is none. */
export const openLedger = async ({ folder, onBug }: LedgerOptions): Promise<PlatformLedger> => {
  const ledger = ledgerFolder(folder)
  // Restored without its key it cannot go on: it is kept for who verifies it, and another one begins.
  if (existsSync(settingsFile(ledger)) && !existsSync(keyFile(ledger)))
    renameSync(ledger, `${ledger}-before-${Date.now()}`)
  if (!existsSync(settingsFile(ledger)))
    await initLedger({ folder: ledger, origin: `${hostname().toLowerCase()}/charter`, administrator: 'platform' })
  const { origin } = await readSettings(ledger)
  const onAlarm = ({ kind, sentence }: { readonly kind: string; readonly sentence: string }): void =>
    onBug(new Error(`The ledger: ${kind}: ${sentence}`))
  /** Those that were told to send, and whose key is known once they run. */
  const awaited = new Set<string>()
  const isAwaited = (replica: string): boolean => awaited.has(replica)
  const seat = await openSeat({
    folder,
    ledger,
    run: (port, takeOver) =>
      runLedger({ folder: ledger, host: '127.0.0.1', port, tls: null, onAlarm, onBug, isAwaited, takeOver }),
  })
  /** Settings are read, changed and written: two at once would take each other's replica away. */
  const inTurn = oneAtATime()
  const take = async (replica: string, publicKey: string): Promise<void> => {
    awaited.delete(replica)
    const { replicas } = await readSettings(ledger)
    const known = replicas.get(replica)
    if (known?.equals(createPublicKey(publicKey))) return
    if (known)
      throw new Error(
        `The record of ${replica} was signed with another key before: its data was lost, or put in another’s place. Deploy into a new environment.`,
      )
    await addReplicaKey(ledger, replica, Buffer.from(publicKey), `The record key of ${replica}`)
    const desk = await seat.desk()
    await desk.recordChange({ principal: 'platform', change: `replica ${replica} added` })
  }
  return {
    at: new URL(seat.url).host,
    variables: (replica) => {
      awaited.add(replica)
      return { LEDGER_URL: seat.url, LEDGER_ORIGIN: origin, HOSTNAME: replica }
    },
    take: (replica, publicKey) => inTurn(() => take(replica, publicKey)),
    close: seat.close,
  }
}
