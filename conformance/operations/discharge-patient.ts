import type { OperationBody } from '@charter/runtime/service'

export const dischargePatient: OperationBody = async ({ value, row }, { rows, fail }) => {
  if (!row || row.dischargedAt !== null) return fail('already-discharged')
  return rows.update('Patient', { id: row.id ?? null }, { dischargedAt: value.at ?? null })
}
