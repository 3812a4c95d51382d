import type { DeclaredHooks } from '@charter/runtime/service'
import type { Entities } from '../charter.gen.ts'
import { isOver } from '../deployments/is-over.ts'
import { mayLet } from '../deployments/may-let.ts'

/** As `lapseApproval` says. */
const countsMs = 3 * 86_400_000

/** The last approval that is asked for lets a deployment go on; one refusal ends it. */
export const approvalHooks: DeclaredHooks<Entities, 'Approval', 'before' | 'after'> = {
  before: async ({ action, row }, { rows, principal, refuse, now }) => {
    const deployment = action === 'create' && (await rows.read('Deployment', { id: row.deploymentId }))
    if (!deployment) return
    if (deployment.state !== 'requested') refuse('/deploymentId', `This deployment is ${deployment.state}.`)
    if (isOver(deployment, now)) refuse('/deploymentId', 'This deployment is expired.')
    if (deployment.releaseDigest !== row.releaseDigest)
      refuse('/releaseDigest', `What is to be deployed is ${deployment.releaseDigest}: look at that.`)
    const said = { deploymentId: deployment.id, givenBy: principal.id, state: 'given' } as const
    if ((await rows.list('Approval', { where: said })).length > 0) refuse('/deploymentId', 'You have said so already.')
  },
  after: async ({ action, row }, { rows, operations, now }) => {
    const deployment = action === 'create' && (await rows.read('Deployment', { id: row.deploymentId }))
    if (!deployment) return
    const { id } = deployment
    if (!row.isYes) return void (await operations.refuseDeployment({ id }))
    // One whose time is over may not be said to have lapsed yet.
    const givenAt = { gt: new Date(Date.parse(now) - countsMs).toISOString() }
    const yeses = await rows.list('Approval', { where: { deploymentId: id, isYes: true, state: 'given', givenAt } })
    const people = await mayLet(rows, [...new Set(yeses.map(({ givenBy }) => givenBy))])
    if (people.size < deployment.approvals) return
    await operations.approveDeployment({ id })
    await operations.rollOut({ id })
  },
}
