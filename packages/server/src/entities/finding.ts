import type { DeclaredHooks } from '@charter/runtime/service'
import { digestOf } from '../blobs/blobs.ts'
import type { Entities } from '../charter.gen.ts'

/** What a person found is one of its own each time; a deployment that it is of is of the same project. */
export const findingHooks: DeclaredHooks<Entities, 'Finding', 'before'> = {
  before: async ({ action, row }, { rows, refuse }) => {
    if (action !== 'create' || !row) return
    const deployment = row.deploymentId == null ? null : await rows.read('Deployment', { id: row.deploymentId })
    const environment = deployment && (await rows.read('Environment', { id: deployment.environmentId }))
    if (environment && environment.projectId !== row.projectId)
      refuse('/deploymentId', 'This deployment is of another project.')
    return row.source === 'person' ? { fingerprint: digestOf(Buffer.from(row.id)) } : undefined
  },
}
