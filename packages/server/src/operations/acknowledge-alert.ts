import type { AcknowledgeAlertBody } from '../charter.gen.ts'

/** Who looks at it, and since when. */
export const acknowledgeAlert: AcknowledgeAlertBody = async ({ row: { id } }, { rows, principal, now }) => {
  await rows.update('Alert', { id }, { acknowledgedBy: principal.id, acknowledgedAt: now })
  return { id }
}
