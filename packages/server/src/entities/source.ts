import type { DeclaredHooks } from '@charter/runtime/service'
import type { Entities } from '../charter.gen.ts'
import { voidWaiting } from '../deployments/void-waiting.ts'
import type { SourceGuard } from '../sources/source-guard.ts'

/** Of the address of a source its place is told, and nothing else. What waits to be deployed was asked for with the address before. */
export const sourceHooks = (guard: SourceGuard): DeclaredHooks<Entities, 'Source', 'before' | 'after'> => ({
  before: async ({ row, stored }, { principal, refuse }) => {
    if (!row) return
    const found = guard.read(row.url)
    if (!('refused' in found)) return { ...found, ...(isOther(row, stored) && { setBy: principal.id }) }
    refuse('/url', found.refused)
  },
  after: async ({ row, stored }, context) => {
    const projectId = row?.projectId ?? stored?.projectId
    if (projectId === undefined || !isOther(row, stored)) return
    const environments = await context.rows.list('Environment', { where: { projectId } })
    await voidWaiting(
      context,
      environments.map(({ id }) => id),
    )
  },
})

type Said = Pick<Entities['Source']['row'], 'url' | 'name'> | null | undefined

const isOther = (row: Said, stored: Said): boolean => row?.url !== stored?.url || row?.name !== stored?.name
