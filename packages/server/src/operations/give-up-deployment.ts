import type { GiveUpDeploymentBody } from '../charter.gen.ts'

/** Its target ended it by itself, and says why. */
export const giveUpDeployment: GiveUpDeploymentBody = async (
  { row: { id, state }, value: { why } },
  { rows, operations },
) => {
  if (state !== 'healthy') return { id }
  await rows.update('Deployment', { id }, { failure: why })
  await operations.failDeployment({ id })
  return { id }
}
