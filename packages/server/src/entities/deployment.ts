import type { DeclaredHooks } from '@charter/runtime/service'
import { endAlerts, raiseAlert } from '../alerts/of-deployment.ts'
import type { Entities } from '../charter.gen.ts'
import { answeredLast } from '../deployments/answered-last.ts'
import { approvalsFor, askedFor } from '../deployments/approvals-for.ts'
import { changesTold } from '../deployments/changes-told.ts'
import { involvedIn } from '../deployments/involved-in.ts'
import { settingsOf } from '../deployments/settings-of.ts'
import { testsMissing } from '../deployments/tests-missing.ts'
import { settleFindings } from '../findings/settle-findings.ts'
import type { ReleaseSigner } from '../releases/release-signer.ts'
import { changesOf } from '../versions/apart/apart.ts'

/** A deployment is asked for with what the environment asks of it, and what it changes there, at that time. */
export const deploymentHooks = (
  signer: Pick<ReleaseSigner, 'isOf'>,
): DeclaredHooks<Entities, 'Deployment', 'before' | 'after'> => ({
  before: async ({ action, row }, { rows, principal, refuse }) => {
    if (action !== 'create' || !row) return
    const release = await rows.read('Release', { id: row.releaseId })
    const version = release && (await rows.read('Version', { id: release.versionId }))
    const environment = await rows.read('Environment', { id: row.environmentId })
    if (!release || !version || !environment) return
    if (version.projectId !== environment.projectId)
      refuse('/environmentId', 'This environment is of another project than the release.')
    const last = await answeredLast(rows, environment.id)
    const now = last && (await rows.read('Release', { id: last.releaseId }))
    const before = now && (await rows.read('Version', { id: now.versionId }))
    const settings = await settingsOf(rows, environment)
    const digests = { releaseDigest: release.digest, settingsDigest: settings.digest }
    const returnsTo = row.returnsToId == null ? null : await rows.read('Deployment', { id: row.returnsToId })
    for (const sentence of await testsMissing(rows, { environment, deployment: digests, returnsTo }, signer))
      refuse('/releaseId', sentence)
    // What it is told comes first: of what is too much to list the rest is counted.
    const changes = [
      ...(last && before && last.state !== 'healthy' ? [answersNoMore(before.number, last.state)] : []),
      ...changesTold(last?.told ?? [], settings.marks),
      ...(await changesOf(before ?? null, version)),
    ]
    const requestedBy = principal.id
    return {
      ...digests,
      approvals: approvalsFor(await askedFor(rows, environment), digests, returnsTo),
      told: settings.marks.slice(0, 500),
      involved: await involvedIn(rows, {
        ...{ requestedBy, release, version, environment },
        before: before ?? null,
        beforeAt: last?.requestedAt ?? null,
      }),
      replacesId: last?.state === 'healthy' ? last.id : null,
      changes: listed(changes.filter((line) => line.trim() !== '')),
    }
  },
  after: async ({ action, row, stored }, context) => {
    if (!row) return
    if (row.state !== stored?.state) await follow(context, row)
    if (action !== 'create' || row.approvals > 0) return
    await context.operations.approveDeployment({ id: row.id })
    await context.operations.rollOut({ id: row.id })
  },
})

type After = Parameters<NonNullable<ReturnType<typeof deploymentHooks>['after']>>[1]

/** What comes of the state that a deployment came to. */
const follow = async (context: After, deployment: Entities['Deployment']['row']): Promise<void> => {
  const { id, state } = deployment
  if (state === 'stopped') await context.operations.windDown({ id })
  if (state === 'failing') await raiseAlert(context, deployment)
  if (state === 'stopped' || state === 'rolledBack') await endAlerts(context, deployment, { deploymentId: id })
  if (state !== 'healthy') return
  await endAlerts(context, deployment)
  await settleFindings(context, deployment)
}

const answersNoMore = (number: number, state: string): string =>
  `Nothing answers there now: this is what changes since version ${number}, which answered last and is ${state}.`

const changesMax = 1000

/** As many as a row has, each as long as it may be. */
const listed = (changes: readonly string[]): readonly string[] => {
  const shown = changes.length > changesMax ? changes.slice(0, changesMax - 1) : changes
  const more = changes.length - shown.length
  return [...shown, ...(more > 0 ? [`… and ${more} more: compare the two versions.`] : [])].map((line) =>
    line.slice(0, 2000),
  )
}
