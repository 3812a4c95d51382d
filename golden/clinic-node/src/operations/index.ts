// Generated from the charter "clinic". What you change here is merged when generating again.

import type { OperationBody } from '../runtime/service/index.ts'
import { dischargePatient } from './discharge-patient.ts'

export const operations: Readonly<{ [name: string]: OperationBody }> = {
  dischargePatient,
}
