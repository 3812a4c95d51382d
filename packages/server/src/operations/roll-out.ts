import type { Blobs } from '../blobs/blobs.ts'
import type { Entities, RollOutBody } from '../charter.gen.ts'
import type { Target } from '../target.ts'

/** Brings an approved deployment to its target, where all is still as it was when it was approved; else it is void. */
export const rollOut =
  ({ blobs, target }: { readonly blobs: Blobs; readonly target: Target }): RollOutBody =>
  async ({ row: deployment }, { rows, step, once, fail }) => {
    const { id, environmentId, replacesId } = deployment
    const release = await rows.read('Release', { id: deployment.releaseId })
    const environment = await rows.read('Environment', { id: environmentId })
    const isSame = await step('rolling', async (context) => {
      const there = await context.rows.list('Deployment', { where: { environmentId, state: { in: [...answering] } } })
      const isAsApproved =
        release?.digest === deployment.releaseDigest && environment !== null && isReplaced(there, replacesId)
      if (isAsApproved) await context.operations.rollDeployment({ id })
      else await context.operations.voidDeployment({ id })
      return isAsApproved
    })
    if (!isSame || !release || !environment)
      return fail('changed', 'Since it was asked for, another release or deployment took its place: ask anew.')
    const { digest, parts } = release
    const rolled = await once('roll out', () =>
      target
        .rollOut({ id, environment: environment.name, digest, parts, read: (part) => blobs.read(part.digest) })
        .catch((error: unknown): { readonly failed: string } => ({ failed: String(error) })),
    )
    if ('failed' in rolled) {
      await step('failing', ({ operations }) => operations.failDeployment({ id }))
      return fail('not-healthy', rolled.failed.slice(0, 1000))
    }
    await step('healthy', async (context) => {
      await context.rows.update('Deployment', { id }, { address: rolled.address })
      if (replacesId !== null) await context.operations.replaceDeployment({ id: replacesId })
      await context.operations.settleDeployment({ id })
      const waiting = { environmentId, state: { in: ['requested', 'approved'] } } as const
      for (const { id: other } of await context.rows.list('Deployment', { where: waiting }))
        await context.operations.voidDeployment({ id: other })
    })
    return { address: rolled.address }
  }

const answering = ['rolling', 'healthy'] as const

/** Whether what is there is what was to be replaced, and nothing else is on its way. */
const isReplaced = (there: readonly Entities['Deployment']['row'][], replacesId: string | null): boolean =>
  replacesId === null ? there.length === 0 : there.length === 1 && there[0]?.id === replacesId
