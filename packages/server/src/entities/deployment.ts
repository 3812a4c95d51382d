import type { DeclaredHooks } from '@charter/runtime/service'
import type { Entities } from '../charter.gen.ts'

/** A deployment is asked for with what the environment asks of it at that time. */
export const deploymentHooks: DeclaredHooks<Entities, 'Deployment', 'before' | 'after'> = {
  before: async ({ action, row }, { rows, refuse }) => {
    if (action !== 'create' || !row) return
    const release = await rows.read('Release', { id: row.releaseId })
    const version = release && (await rows.read('Version', { id: release.versionId }))
    const environment = await rows.read('Environment', { id: row.environmentId })
    if (!release || !version || !environment) return
    if (version.projectId !== environment.projectId)
      refuse('/environmentId', 'This environment is of another project than the release.')
    return { releaseDigest: release.digest, approvals: environment.approvals }
  },
  after: async ({ action, row }, { operations }) => {
    if (action !== 'create' || !row || row.approvals > 0) return
    await operations.approveDeployment({ id: row.id })
    await operations.rollOut({ id: row.id })
  },
}
