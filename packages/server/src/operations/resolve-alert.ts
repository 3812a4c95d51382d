import type { ResolveAlertBody } from '../charter.gen.ts'

/** Who said that it is over, and when. */
export const resolveAlert: ResolveAlertBody = async ({ row: { id } }, { rows, principal, now }) => {
  await rows.update('Alert', { id }, { resolvedBy: principal.id, resolvedAt: now })
  return { id }
}
