import type { EntityHooks } from '@charter/runtime/service'
import { hear } from './crate.ts'

const undeclared = async (): Promise<never> => {
  throw new Error('a hook that the charter does not declare')
}

/** Of these the charter declares the last alone. */
export const crateNoteHooks: EntityHooks = {
  before: undeclared,
  after: undeclared,
  committed: async ({ row }) => hear(String(row?.text)),
}
