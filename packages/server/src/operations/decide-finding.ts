import type { AcceptFindingBody, DismissFindingBody, FixFindingBody } from '../charter.gen.ts'

/** Who said what is to become of a finding, when, and why. */
export const decideFinding: AcceptFindingBody & FixFindingBody & DismissFindingBody = async (
  { row: { id }, value: { reason } },
  { rows, principal, now },
) => {
  await rows.update('Finding', { id }, { reason, decidedBy: principal.id, decidedAt: now })
  return { id }
}
