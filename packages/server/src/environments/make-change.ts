import type { Rows } from '@charter/runtime/service'
import type { Entities, Internal } from '../charter.gen.ts'
import { voidWaiting } from '../deployments/void-waiting.ts'

/** What it is made with: of a hook, or of the body of an operation. */
interface Making {
  readonly rows: Pick<Rows<Entities>, 'list' | 'update'>
  readonly operations: Pick<Internal, 'makeEnvironmentChange' | 'voidEnvironmentChange' | 'voidDeployment'>
}

/** Has an environment say what was let. What else was asked for it was asked for what it was. */
export const makeChange = async (
  { rows, operations }: Making,
  { id, environmentId, approvals, requires, variables, reaches, requestedBy }: Entities['EnvironmentChange']['row'],
): Promise<void> => {
  await operations.makeEnvironmentChange({ id })
  await rows.update(
    'Environment',
    { id: environmentId },
    {
      saidBy: requestedBy,
      ...(approvals !== null && { approvals }),
      ...(requires !== null && { requires }),
      ...(variables !== null && { variables }),
      ...(reaches !== null && { reaches }),
    },
  )
  const others = { environmentId, state: 'requested' } as const
  for (const other of await rows.list('EnvironmentChange', { where: others }))
    await operations.voidEnvironmentChange({ id: other.id })
  await voidWaiting({ rows, operations }, [environmentId])
}
