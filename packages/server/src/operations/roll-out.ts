import type { Blobs } from '../blobs/blobs.ts'
import type { RollOutBody } from '../charter.gen.ts'
import type { Target } from '../target.ts'

/** Brings an approved deployment to its target. What was approved is looked at once more before. */
export const rollOut =
  ({ blobs, target }: { readonly blobs: Blobs; readonly target: Target }): RollOutBody =>
  async ({ row: { id, releaseId, releaseDigest, environmentId } }, { rows, step, once, fail }) => {
    const release = await rows.read('Release', { id: releaseId })
    const environment = await rows.read('Environment', { id: environmentId })
    if (!release || !environment || release.digest !== releaseDigest)
      return fail('changed', `What was approved is ${releaseDigest}, and that is not there any more.`)
    await step('rolling', ({ operations }) => operations.rollDeployment({ id }))
    const { digest, parts } = release
    const rolled = await once('roll out', () =>
      target
        .rollOut({ id, environment: environment.name, digest, parts, read: (part) => blobs.read(part.digest) })
        .catch((error: unknown) => ({ failed: String(error) })),
    )
    if ('failed' in rolled) {
      await step('failing', ({ operations }) => operations.failDeployment({ id }))
      return fail('not-healthy', rolled.failed.slice(0, 1000))
    }
    await step('healthy', async (context) => {
      await context.rows.update('Deployment', { id }, { address: rolled.address })
      await context.operations.settleDeployment({ id })
    })
    return { address: rolled.address }
  }
