import type { Rows } from '@charter/runtime/service'
import type { Entities } from '../charter.gen.ts'

type Deployment = Entities['Deployment']['row']

/**
 * How many an environment asks for: as it says, and one at least where it would be told where the sources of a project lie whose versions are
 * reviewed. Whoever makes an environment decides how many it asks for, and its services are told the sources' secrets.
 */
export const askedFor = async (
  rows: Pick<Rows<Entities>, 'read' | 'list'>,
  { approvals, projectId }: Pick<Entities['Environment']['row'], 'approvals' | 'projectId'>,
): Promise<number> => {
  if (approvals > 0) return approvals
  const project = await rows.read('Project', { id: projectId })
  const [source] = await rows.list('Source', { where: { projectId }, limit: 1 })
  return project?.isReviewed && source ? 1 : 0
}

/** Whether a deployment brings back what was let before, to the byte, its settings included. What an emergency let, nobody else did. */
export const isLetBefore = (
  now: Pick<Deployment, 'releaseDigest' | 'settingsDigest'>,
  returnsTo: Deployment | null,
): boolean =>
  returnsTo !== null &&
  !returnsTo.isEmergency &&
  returnsTo.releaseDigest === now.releaseDigest &&
  returnsTo.settingsDigest === now.settingsDigest

/**
 * How many have to let a deployment: as many as its environment asks for, and nobody where it brings back what at least as many let there
 * before.
 */
export const approvalsFor = (
  asked: number,
  now: Pick<Deployment, 'releaseDigest' | 'settingsDigest'>,
  returnsTo: Deployment | null,
): number => (isLetBefore(now, returnsTo) && (returnsTo?.approvals ?? 0) >= asked ? 0 : asked)
