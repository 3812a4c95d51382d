import type { Rows } from '@charter/runtime/service'
import type { Entities, Internal } from '../charter.gen.ts'

/** What hooks have to do it with. */
export interface Settling {
  readonly rows: Pick<Rows<Entities>, 'read' | 'list' | 'update'>
  readonly operations: Pick<Internal, 'settleFinding'>
  readonly now: string
}

/** What was answered by versions that a healthy deployment has is fixed, and says by which. */
export const settleFindings = async (
  { rows, operations, now }: Settling,
  { id, releaseId, requestedBy }: Entities['Deployment']['row'],
): Promise<void> => {
  const release = await rows.read('Release', { id: releaseId })
  const version = release && (await rows.read('Version', { id: release.versionId }))
  if (!version) return
  const { projectId, number } = version
  const answering = await rows.list('Version', {
    where: { projectId, state: 'accepted', number: { le: number }, findingId: { isNull: false } },
  })
  const ids = [...new Set(answering.flatMap(({ findingId }) => findingId ?? []))]
  if (ids.length === 0) return
  const open = await rows.list('Finding', { where: { id: { in: ids }, state: { in: ['open', 'accepted'] } } })
  for (const finding of open) {
    // One that was found again since is not fixed by what was accepted before.
    const answers = answering.filter(
      ({ findingId, createdAt }) => findingId === finding.id && createdAt > finding.seenAt,
    )
    const newest = answers.sort((a, b) => b.number - a.number)[0]
    if (!newest) continue
    await rows.update(
      'Finding',
      { id: finding.id },
      { fixedInId: id, decidedBy: requestedBy, decidedAt: now, reason: `Version ${newest.number} answers it.` },
    )
    await operations.settleFinding({ id: finding.id })
  }
}
