import type { DeclaredHooks } from '@charter/runtime/service'
import type { Entities } from '../charter.gen.ts'

/** A project is made with what its releases are tested by. */
export const projectHooks: DeclaredHooks<Entities, 'Project', 'after'> = {
  after: async ({ action, row }, { rows }) => {
    if (action !== 'create' || !row) return
    for (const [name, tests] of suites) await rows.create('Suite', { projectId: row.id, name, tests })
  },
}

const suites = [
  ['Verified', 'verify'],
  ['Own tests', 'ownTests'],
] as const
