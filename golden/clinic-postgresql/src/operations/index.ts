// Generated from the charter "clinic". What you change here is kept, and reported when generating again.

import type { OperationBody } from '../runtime/service/index.ts'
import { dischargePatient } from './discharge-patient.ts'

export const operations: Readonly<{ [name: string]: OperationBody }> = {
  dischargePatient,
}
