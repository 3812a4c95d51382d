import { controlSocket } from '../serve/control-routes.ts'
import type { LedgerDesk } from './desk.ts'
import { type OpenOwnLedgerOptions, openOwnLedger } from './open-own-ledger.ts'
import { isServed, remoteDesk } from './remote-desk.ts'

export interface OpenDesk {
  readonly desk: LedgerDesk
  close(): Promise<void>
}

/** The desk of the process that serves a ledger; null where none does. */
export const servedDesk = async (folder: string): Promise<LedgerDesk | null> => {
  const socket = controlSocket(folder)
  return (await isServed(socket)) ? remoteDesk(socket) : null
}

/**
 * The desk of a ledger: that of the process which serves it, where there is one; else this process opens the ledger itself.
 * Rejects with what `openOwnLedger` rejects with.
 */
export const openDesk = async (options: OpenOwnLedgerOptions): Promise<OpenDesk> => {
  const desk = await servedDesk(options.folder)
  return desk ? { desk, close: async () => {} } : openOwnLedger(options)
}
