import type { RollBackEnvironmentBody } from '../charter.gen.ts'
import { answeredBefore } from '../deployments/answered-before.ts'

/** Asks for a deployment of what answered before: its hook says whether somebody has to let it. */
export const rollBackEnvironment: RollBackEnvironmentBody = async ({ row: { id }, value }, { rows, fail }) => {
  const before = await answeredBefore(rows, id)
  if (!before) return fail('nothing-before', 'No other release answered in this environment before.')
  const { undoes, returnsTo } = before
  return rows.create('Deployment', {
    environmentId: id,
    releaseId: returnsTo.releaseId,
    reason: value.reason,
    returnsToId: returnsTo.id,
    undoesId: undoes.id,
  })
}
