// Generated from the charter "clinic". What you change here is merged when generating again.

import type { Entities } from '../entities.ts'
import type { OperationBody } from '../runtime/service/index.ts'

/** Ends a patient's stay. */
export type DischargePatientBody = OperationBody<{
  readonly entities: Entities
  readonly input: {
    readonly at: string
  }
  readonly row: Entities['Patient']['row']
  readonly result: Entities['Patient']['key']
  readonly rights: 'service'
  readonly reason: 'already-discharged'
}>
