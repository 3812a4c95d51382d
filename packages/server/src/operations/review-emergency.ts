import type { ReviewEmergencyBody } from '../charter.gen.ts'

/** Who reviewed it, when, and what they say. */
export const reviewEmergency: ReviewEmergencyBody = async ({ row: { id }, value }, { rows, principal, now }) => {
  await rows.update('Emergency', { id }, { ...value, reviewedBy: principal.id, reviewedAt: now })
  return { id }
}
