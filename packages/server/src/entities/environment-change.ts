import type { DeclaredHooks } from '@charter/runtime/service'
import type { Entities } from '../charter.gen.ts'
import { isOurs } from '../environments/is-ours.ts'
import { makeChange } from '../environments/make-change.ts'

/** A change is asked for with what its environment asks of it at that time; where that is nobody, it is made at once. */
export const environmentChangeHooks: DeclaredHooks<Entities, 'EnvironmentChange', 'before' | 'after'> = {
  before: async ({ action, row }, { rows, refuse }) => {
    const environment = action === 'create' && (await rows.read('Environment', { id: row.environmentId }))
    if (!environment) return
    for (const [at, { name }] of (row.variables ?? []).entries())
      if (isOurs(name)) refuse(`/variables/${at}/name`, `${name} is said by the platform.`)
    if (row.approvals == null && row.requires == null && row.variables == null && row.reaches == null)
      refuse('/approvals', 'Say what is to be another way: `approvals`, `requires`, `variables` or `reaches`.')
    return { needs: environment.approvals }
  },
  after: async ({ action, row }, context) => {
    if (action === 'create' && row.needs === 0) await makeChange(context, row)
  },
}
