import type { DeclaredHooks } from '@charter/runtime/service'
import type { Entities } from '../charter.gen.ts'
import type { SourceGuard } from '../sources/source-guard.ts'

/** Of the address of a source its place is told, and nothing else. */
export const sourceHooks = (guard: SourceGuard): DeclaredHooks<Entities, 'Source', 'before'> => ({
  before: async ({ row }, { refuse }) => {
    if (!row) return
    const found = guard.read(row.url)
    if (!('refused' in found)) return found
    refuse('/url', found.refused)
  },
})
