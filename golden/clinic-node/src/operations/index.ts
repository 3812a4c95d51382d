// Generated from the charter "clinic". What you change here is merged when generating again.

import type { AnyOperationBody } from '../runtime/service/index.ts'
import type { SqlTransaction } from '../sql-store/index.ts'
import { dischargePatient } from './discharge-patient.ts'

declare module '../runtime/execute/operation-body.ts' {
  /** Bodies may speak SQL in their call's transaction. */
  interface OperationTransaction extends SqlTransaction {}
}

export const operations: Readonly<{ [name: string]: AnyOperationBody }> = {
  dischargePatient,
}
