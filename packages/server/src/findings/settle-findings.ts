import type { Rows } from '@charter/runtime/service'
import type { Entities, Internal } from '../charter.gen.ts'

type Row<Name extends keyof Entities> = Entities[Name]['row']

/** What hooks have to do it with. */
export interface Settling {
  readonly rows: Pick<Rows<Entities>, 'read' | 'list' | 'update'>
  readonly operations: Pick<Internal, 'settleFinding'>
  readonly now: string
}

/**
 * What was answered by versions that a healthy deployment has is fixed, and says by which, where somebody let that deployment who had no part in
 * it: a key proposes what it likes, and has it answer in an environment that asks for nobody.
 */
export const settleFindings = async (
  { rows, operations, now }: Settling,
  { id, releaseId, requestedBy, approvals, isEmergency }: Row<'Deployment'>,
): Promise<void> => {
  if (approvals === 0 || isEmergency) return
  const release = await rows.read('Release', { id: releaseId })
  const version = release && (await rows.read('Version', { id: release.versionId }))
  if (!version) return
  const answering = await answersIn(rows, version)
  const ids = [...new Set(answering.flatMap(({ findingId }) => findingId ?? []))]
  if (ids.length === 0) return
  const open = await rows.list('Finding', { where: { id: { in: ids }, state: { in: ['open', 'accepted'] } } })
  for (const finding of open) {
    // One that was found again since is not fixed by what was accepted before.
    const answers = answering.filter(
      ({ findingId, createdAt }) => findingId === finding.id && createdAt > finding.seenAt,
    )
    const newest = await newestThatChanges(rows, answers, version)
    if (!newest) continue
    await rows.update(
      'Finding',
      { id: finding.id },
      { fixedInId: id, decidedBy: requestedBy, decidedAt: now, reason: `Version ${newest.number} answers it.` },
    )
    await operations.settleFinding({ id: finding.id })
  }
}

const answersIn = (
  rows: Pick<Rows<Entities>, 'list'>,
  { projectId, number }: Row<'Version'>,
): Promise<readonly Row<'Version'>[]> =>
  rows.list('Version', {
    where: { projectId, state: 'accepted', number: { le: number }, findingId: { isNull: false } },
    sort: ['-number'],
  })

/** The same text as before answers nothing, nor does one that was taken back since. */
const newestThatChanges = async (
  rows: Pick<Rows<Entities>, 'list'>,
  answers: readonly Row<'Version'>[],
  deployed: Row<'Version'>,
): Promise<Row<'Version'> | null> => {
  for (const answer of answers) {
    const accepted = { projectId: answer.projectId, state: 'accepted' } as const
    const [before] = await rows.list('Version', {
      where: { ...accepted, number: { lt: answer.number } },
      sort: ['-number'],
      limit: 1,
    })
    if (!before) return answer
    const since = { ge: answer.number, le: deployed.number }
    const [asBefore] = await rows.list('Version', {
      where: { ...accepted, number: since, text: before.text },
      limit: 1,
    })
    if (!asBefore) return answer
  }
  return null
}
