import type { DeclaredHooks } from '@charter/runtime/service'
import type { Entities } from '../charter.gen.ts'
import { approvalsFor } from '../deployments/approvals-for.ts'
import { changesTold } from '../deployments/changes-told.ts'
import { involvedIn } from '../deployments/involved-in.ts'
import { settingsOf } from '../deployments/settings-of.ts'
import { changesBetween } from '../versions/changes.ts'

/** A deployment is asked for with what the environment asks of it, and what it changes there, at that time. */
export const deploymentHooks: DeclaredHooks<Entities, 'Deployment', 'before' | 'after'> = {
  before: async ({ action, row }, { rows, principal, refuse }) => {
    if (action !== 'create' || !row) return
    const release = await rows.read('Release', { id: row.releaseId })
    const version = release && (await rows.read('Version', { id: release.versionId }))
    const environment = await rows.read('Environment', { id: row.environmentId })
    if (!release || !version || !environment) return
    if (version.projectId !== environment.projectId)
      refuse('/environmentId', 'This environment is of another project than the release.')
    const [replaced] = await rows.list('Deployment', { where: { environmentId: environment.id, state: 'healthy' } })
    const now = replaced && (await rows.read('Release', { id: replaced.releaseId }))
    const before = now && (await rows.read('Version', { id: now.versionId }))
    const settings = await settingsOf(rows, environment)
    const digests = { releaseDigest: release.digest, settingsDigest: settings.digest }
    const returnsTo = row.returnsToId == null ? null : await rows.read('Deployment', { id: row.returnsToId })
    const changes = [...changesBetween(before ?? null, version), ...changesTold(replaced?.told ?? [], settings.marks)]
    const requestedBy = principal.id
    return {
      ...digests,
      approvals: approvalsFor(environment, digests, returnsTo),
      told: settings.marks.slice(0, 500),
      involved: await involvedIn(rows, {
        ...{ requestedBy, release, version, environment },
        before: before ?? null,
        beforeAt: replaced?.requestedAt ?? null,
      }),
      replacesId: replaced?.id ?? null,
      changes: changes
        .filter((line) => line.trim() !== '')
        .slice(0, 1000)
        .map((line) => line.slice(0, 2000)),
    }
  },
  after: async ({ action, row, stored }, { operations }) => {
    if (row?.state === 'stopped' && stored?.state !== 'stopped') await operations.windDown({ id: row.id })
    if (action !== 'create' || !row || row.approvals > 0) return
    await operations.approveDeployment({ id: row.id })
    await operations.rollOut({ id: row.id })
  },
}
