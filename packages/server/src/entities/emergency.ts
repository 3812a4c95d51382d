import type { DeclaredHooks } from '@charter/runtime/service'
import type { Entities } from '../charter.gen.ts'
import { isOver } from '../deployments/is-over.ts'

/** An emergency lets its deployment go on at once, and says so in its row. */
export const emergencyHooks: DeclaredHooks<Entities, 'Emergency', 'before' | 'after'> = {
  before: async ({ action, row }, { rows, refuse, now }) => {
    const deployment = action === 'create' && (await rows.read('Deployment', { id: row.deploymentId }))
    if (!deployment) return
    const { environmentId, state } = deployment
    if (state !== 'requested') refuse('/deploymentId', `This deployment is ${state}.`)
    if (isOver(deployment, now)) refuse('/deploymentId', 'This deployment is expired.')
    const [open] = await rows.list('Emergency', { where: { environmentId, state: 'open' }, limit: 1 })
    if (open) refuse('/deploymentId', `Somebody else has to review emergency ${open.id} of this environment first.`)
    return { environmentId }
  },
  after: async ({ action, row }, { rows, operations }) => {
    if (action !== 'create') return
    const id = row.deploymentId
    await rows.update('Deployment', { id }, { isEmergency: true })
    await operations.approveDeployment({ id })
    await operations.rollOut({ id })
  },
}
