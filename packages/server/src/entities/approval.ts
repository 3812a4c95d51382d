import type { DeclaredHooks } from '@charter/runtime/service'
import type { Entities } from '../charter.gen.ts'

/** The last approval that is asked for lets a deployment go on; one refusal ends it. */
export const approvalHooks: DeclaredHooks<Entities, 'Approval', 'before' | 'after'> = {
  before: async ({ row }, { rows, refuse }) => {
    const deployment = row && (await rows.read('Deployment', { id: row.deploymentId }))
    if (!deployment) return
    if (deployment.state !== 'requested') refuse('/deploymentId', `This deployment is ${deployment.state}.`)
    if (deployment.releaseDigest !== row.releaseDigest)
      refuse('/releaseDigest', `What is to be deployed is ${deployment.releaseDigest}: look at that.`)
  },
  after: async ({ row }, { rows, operations }) => {
    const deployment = row && (await rows.read('Deployment', { id: row.deploymentId }))
    if (!deployment) return
    const { id } = deployment
    if (!row.isYes) return void (await operations.refuseDeployment({ id }))
    const yeses = await rows.list('Approval', { where: { deploymentId: id, isYes: true } })
    if (yeses.length < deployment.approvals) return
    await operations.approveDeployment({ id })
    await operations.rollOut({ id })
  },
}
