import type { DischargePatientBody } from './bodies.ts'

/**
 * Ends a patient's stay.
 *
 * This file is yours: it was written once, and generating again leaves it as it is. The body runs in the
 * transaction of the call, after the access rules have allowed it.
 * `input.row` is the Patient it is done to; write through `context.rows`.
 * Declared errors, for `context.fail(…)`: already-discharged.
 * Gives a Patient row.
 */
export const dischargePatient: DischargePatientBody = async ({ value, row }, { rows, fail }) => {
  if (row.dischargedAt !== null) return fail('already-discharged')
  return rows.update('Patient', { id: row.id }, { dischargedAt: value.at })
}
