import type { Entities } from '../charter.gen.ts'

type Deployment = Entities['Deployment']['row']

/**
 * How many have to let a deployment: as many as its environment asks for, and nobody where it brings back what at least as many let there
 * before, to the byte, its settings included. What an emergency let, nobody else did.
 */
export const approvalsFor = (
  { approvals }: Pick<Entities['Environment']['row'], 'approvals'>,
  now: Pick<Deployment, 'releaseDigest' | 'settingsDigest'>,
  returnsTo: Deployment | null,
): number => {
  const isLetAlready =
    returnsTo !== null &&
    !returnsTo.isEmergency &&
    returnsTo.releaseDigest === now.releaseDigest &&
    returnsTo.settingsDigest === now.settingsDigest &&
    returnsTo.approvals >= approvals
  return isLetAlready ? 0 : approvals
}
