import { randomBytes } from 'node:crypto'
import type { DeclaredHooks } from '@charter/runtime/service'
import type { Entities } from '../charter.gen.ts'

/** What the platform says by itself: a variable of this name would have a service listen elsewhere, or in another mode. */
const ours =
  /^(?:CHARTER_(?:MODE|DATA|SECRET|BEHIND|EDIT_DESK|GRAPHIQL|VOLUME)|HOST|PORT|LISTEN_\w+|\w*_PORT|NODE_\w+|PATH|HOME|LD_\w+|GLIBC_\w+|TLS_\w+)$/

/** An environment is made with what its services seal and sign with. */
export const environmentHooks: DeclaredHooks<Entities, 'Environment', 'before'> = {
  before: async ({ action, row }, { refuse }) => {
    if (action !== 'create' || !row) return
    for (const [at, { name }] of row.variables.entries())
      if (ours.test(name)) refuse(`/variables/${at}/name`, `${name} is said by the platform.`)
    return { seal: randomBytes(32).toString('base64url') }
  },
}

/** The same of secrets. */
export const secretHooks: DeclaredHooks<Entities, 'Secret', 'before'> = {
  before: async ({ row }, { refuse }) => {
    if (row && ours.test(row.name)) refuse('/name', `${row.name} is said by the platform.`)
  },
}
