export type { LedgerDesk } from '../desk/desk.ts'
export { type OpenDesk, openDesk, servedDesk } from '../desk/open-desk.ts'
export { type RunLedgerOptions, type RunningLedger, runLedger } from './run-ledger.ts'
export type { LedgerRoutes, LedgerServer, LedgerServerParts } from './serve-ledger.ts'
