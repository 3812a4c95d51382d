import type { Rows } from '@charter/runtime/service'
import type { Entities, Internal } from '../charter.gen.ts'

/** What hooks and steps have to do it with. */
export interface Voiding {
  readonly rows: Pick<Rows<Entities>, 'list'>
  readonly operations: Pick<Internal, 'voidDeployment'>
}

/** What was asked for an environment, and does not run yet, is no longer what was asked for. */
export const voidWaiting = async ({ rows, operations }: Voiding, environmentIds: readonly string[]): Promise<void> => {
  const waiting = { environmentId: { in: environmentIds }, state: { in: ['requested', 'approved'] } } as const
  if (environmentIds.length === 0) return
  for (const { id } of await rows.list('Deployment', { where: waiting })) await operations.voidDeployment({ id })
}
