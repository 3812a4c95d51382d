import { controlSocket } from '../serve/control-routes.ts'
import type { LedgerDesk } from './desk.ts'
import { type OpenOwnLedgerOptions, openOwnLedger } from './open-own-ledger.ts'
import { isServed, remoteDesk } from './remote-desk.ts'

export interface OpenDesk {
  readonly desk: LedgerDesk
  close(): Promise<void>
}

/**
 * The desk of a ledger: that of the process which serves it, where there is one; else this process opens the ledger itself.
 * Rejects with what `openOwnLedger` rejects with.
 */
export const openDesk = async (options: OpenOwnLedgerOptions): Promise<OpenDesk> => {
  const socket = controlSocket(options.folder)
  return (await isServed(socket)) ? { desk: remoteDesk(socket), close: async () => {} } : openOwnLedger(options)
}
