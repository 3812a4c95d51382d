import type { EntityHooks } from '@charter/runtime/service'

export const slotHooks: EntityHooks = {
  before: async ({ row }, { refuse }) => {
    if (row?.label === 'full') refuse('/label', 'This slot is full.')
    if (row?.label === 'dear') return { size: 4, worth: 500 }
    return row ? { size: String(row.label).length } : undefined
  },
}
