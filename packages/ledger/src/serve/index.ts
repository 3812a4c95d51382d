export type { LedgerDesk } from '../desk/desk.ts'
export { type OpenDesk, openDesk } from '../desk/open-desk.ts'
export { type RunLedgerOptions, runLedger } from './run-ledger.ts'
export type { LedgerRoutes, LedgerServer, LedgerServerParts } from './serve-ledger.ts'
