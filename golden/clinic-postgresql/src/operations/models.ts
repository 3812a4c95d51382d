// Generated from the charter "clinic". What you change here is merged when generating again.

import type { OperationModel } from '../runtime/index.ts'

/** Ends a patient's stay. */
export const dischargePatientModel: OperationModel = {
  name: 'dischargePatient',
  hasKey: true,
  input: [{ name: 'at', type: { kind: 'instant', max: 'now' }, isOptional: false }],
  result: { entity: 'Patient', isList: false },
  effect: 'write',
  errors: ['already-discharged'],
  description: "Ends a patient's stay.",
  entity: 'Patient',
  rights: 'service',
}
