import type { Rows } from '@charter/runtime/service'
import type { Entities, Internal } from '../charter.gen.ts'

type Deployment = Entities['Deployment']['row']

/** What hooks have to do it with. */
export interface Alerting {
  readonly rows: Pick<Rows<Entities>, 'list' | 'create' | 'update'>
  readonly operations: Pick<Internal, 'endAlert'>
  readonly now: string
}

/** A deployment that fails raises an alert, once. */
export const raiseAlert = async ({ rows }: Alerting, { id, environmentId }: Deployment): Promise<void> => {
  const where = { deploymentId: id, state: { in: ['firing', 'acknowledged'] } } as const
  if ((await rows.list('Alert', { where, limit: 1 })).length > 0) return
  await rows.create('Alert', { rule: 'deployment-failing', deploymentId: id, environmentId })
}

/** What was said to fail in an environment does no longer: another one answers there, or it was taken away. */
export const endAlerts = async (
  { rows, operations, now }: Alerting,
  { environmentId, requestedBy }: Deployment,
  of: Readonly<{ deploymentId?: string }> = {},
): Promise<void> => {
  const where = { environmentId, state: { in: ['firing', 'acknowledged'] }, ...of } as const
  for (const { id } of await rows.list('Alert', { where })) {
    await rows.update('Alert', { id }, { resolvedBy: requestedBy, resolvedAt: now })
    await operations.endAlert({ id })
  }
}
