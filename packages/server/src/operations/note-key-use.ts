import type { NoteKeyUseBody } from '../charter.gen.ts'

export const noteKeyUse: NoteKeyUseBody = async ({ row: { id }, value: { usedAt } }, { rows }) => {
  await rows.update('Key', { id }, { usedAt })
  return { id }
}
