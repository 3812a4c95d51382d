import type { Entities } from '../charter.gen.ts'
import { environmentNamed } from './environment-named.ts'
import { NotDeployed } from './not-deployed.ts'
import type { PlatformCalls } from './platform-calls.ts'
import { ended, whyNot } from './until-ended.ts'

type Deployment = Entities['Deployment']['row']

export interface RollBackOptions {
  /** Name of the project. */
  readonly project: string
  readonly environment: string
  readonly reason: string
}

/** The deployment that brings back what answered before, once it answers or waits for somebody. Rejects with NotDeployed, or a PlatformRefused. */
export const rollBack = async (
  calls: PlatformCalls,
  { project, environment, reason }: RollBackOptions,
): Promise<Deployment> => {
  const { id } = await environmentNamed(calls, project, environment)
  const asked = await calls<Deployment>(`POST environments/${id}/roll-back`, { reason })
  const deployment = await ended<Deployment>(calls, `deployments/${asked.id}`)
  if (deployment.state === 'requested' || deployment.state === 'healthy') return deployment
  throw new NotDeployed(await whyNot(calls, deployment))
}
