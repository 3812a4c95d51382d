import { randomBytes } from 'node:crypto'
import type { DeclaredHooks } from '@charter/runtime/service'
import type { Entities } from '../charter.gen.ts'
import { isOurs } from '../environments/is-ours.ts'

/** An environment is made with what its services seal and sign with. */
export const environmentHooks: DeclaredHooks<Entities, 'Environment', 'before'> = {
  before: async ({ action, row }, { refuse }) => {
    if (action !== 'create' || !row) return
    for (const [at, { name }] of row.variables.entries())
      if (isOurs(name)) refuse(`/variables/${at}/name`, `${name} is said by the platform.`)
    return { seal: randomBytes(32).toString('base64url') }
  },
}
