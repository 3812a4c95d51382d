import type { DeclaredHooks } from '@charter/runtime/service'
import type { Entities } from '../charter.gen.ts'
import { voidWaiting } from '../deployments/void-waiting.ts'
import { isOurs } from '../environments/is-ours.ts'

/** A secret is none that the platform says, and what waits was asked for without it. */
export const secretHooks: DeclaredHooks<Entities, 'Secret', 'before' | 'after'> = {
  before: async ({ row }, { refuse }) => {
    if (row && isOurs(row.name)) refuse('/name', `${row.name} is said by the platform.`)
  },
  after: async ({ row, stored }, context) => {
    const environmentId = row?.environmentId ?? stored?.environmentId
    if (environmentId !== undefined) await voidWaiting(context, [environmentId])
  },
}
