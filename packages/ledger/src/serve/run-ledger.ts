import type { TlsConfig } from '@charter/runtime/service'
import type { OnAlarm } from '../alarm.ts'
import type { LedgerDesk } from '../desk/desk.ts'
import { type OwnLedger, openOwnLedger } from '../desk/open-own-ledger.ts'
import { serveControl } from './control-routes.ts'
import { pageRoutes } from './page-routes.ts'
import { readerRoutes } from './reader-routes.ts'
import { replicaRoutes } from './replica-routes.ts'
import { type LedgerRoutes, type LedgerServer, serveLedger } from './serve-ledger.ts'
import { witnessRoutes } from './witness-routes.ts'

export interface RunLedgerOptions {
  readonly folder: string
  readonly host: string
  readonly port: number
  readonly tls: TlsConfig | null
  readonly onAlarm: OnAlarm
  readonly onBug: (error: unknown) => void
  readonly takeOver?: boolean
  /** Whether the key of a replica of this name is on its way. */
  readonly isAwaited?: (replica: string) => boolean
}

/** What a ledger offers over the network: who sends, who reads, who asks it to witness. */
const routesOf = ({ settings }: OwnLedger): readonly LedgerRoutes[] => [
  replicaRoutes,
  readerRoutes(),
  pageRoutes,
  witnessRoutes({ key: settings.key, watched: () => settings.witnessFor }),
]

/** A ledger that is served, and what this process may do with it besides. */
export interface RunningLedger extends LedgerServer {
  readonly desk: LedgerDesk
}

/** Opens a ledger as its settings say, and serves it until it is closed. Rejects with what `openOwnLedger` rejects with. */
export const runLedger = async (options: RunLedgerOptions): Promise<RunningLedger> => {
  const { folder, host, port, tls, onBug, isAwaited } = options
  const own = await openOwnLedger(options)
  const closing: (() => Promise<void>)[] = [own.close]
  const close = async (): Promise<void> => {
    for (const each of closing.splice(0).reverse()) await each()
  }
  try {
    const { ledger, vault, witnesses, settings, alarms } = own
    const parts = {
      ledger,
      folder,
      vault,
      witnesses,
      settings,
      alarms,
      nowMs: Date.now,
      ...(isAwaited && { isAwaited }),
    }
    const server = await serveLedger({ ...parts, host, port, tls, routes: routesOf(own), onBug })
    closing.push(server.close)
    const control = await serveControl({ folder, desk: own.desk, onBug })
    closing.push(control.close)
    return { url: server.url, desk: own.desk, close }
  } catch (error) {
    await close()
    throw error
  }
}
