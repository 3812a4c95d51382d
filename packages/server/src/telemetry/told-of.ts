import type { Service } from '@charter/runtime/service'
import type { ToldOf } from './rollups.ts'

/** In these states a service of a deployment runs. */
const runs: ReadonlySet<unknown> = new Set(['rolling', 'healthy', 'failing'])

/** Whose a deployment is, as its row says; null where there is none, or it is over. */
export const toldOf = async (store: Service['store'], deploymentId: string): Promise<ToldOf | null> => {
  const [deployment] = await store.current.find(
    { entity: 'Deployment', byKey: 'given', rules: null, fields: ['state', 'organisationId', 'environmentId'] },
    { key: { id: deploymentId } },
  )
  const [state, organisationId, environmentId] = [0, 1, 2].map((at) => deployment?.value(at))
  if (!runs.has(state) || typeof organisationId !== 'string' || typeof environmentId !== 'string') return null
  const [environment] = await store.current.find(
    { entity: 'Environment', byKey: 'stored', rules: null, fields: ['projectId'] },
    { key: { id: environmentId } },
  )
  const projectId = environment?.value(0)
  return typeof projectId === 'string' ? { deploymentId, organisationId, environmentId, projectId } : null
}
