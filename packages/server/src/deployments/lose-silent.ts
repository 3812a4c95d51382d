import type { Service } from '@charter/runtime/service'

/** A deployment that should answer. */
interface Healthy {
  readonly id: string
  readonly organisation: string
  readonly address: string
}

type Watched = Pick<Service, 'store' | 'execute' | 'onBug'>

/**
 * Each time it is called it looks which healthy deployments nobody listens for, and says of those that were so the time before, too, that they
 * fail: a service that its target gave up does not stay healthy in its row.
 */
export const loseSilent = (service: Watched, answers: (address: string) => Promise<boolean>): (() => Promise<void>) => {
  let silentBefore: ReadonlySet<string> = new Set()
  return async () => {
    const silent = new Set<string>()
    for (const deployment of await healthyIn(service.store)) {
      if (await answers(deployment.address)) continue
      if (silentBefore.has(deployment.id)) await lose(service, deployment)
      else silent.add(deployment.id)
    }
    silentBefore = silent
  }
}

/** In one look; what is more comes when some of these are gone. */
const atOnce = 1000

const healthyIn = async (store: Service['store']): Promise<readonly Healthy[]> => {
  const found = await store.current.find(
    { entity: 'Deployment', rules: null, fields: ['id', 'organisationId', 'address'] },
    { filter: isHealthy, limit: atOnce },
  )
  return found
    .map((row) => [row.value(0), row.value(1), row.value(2)])
    .filter((row): row is [string, string, string] => row.every((value) => typeof value === 'string'))
    .map(([id, organisation, address]) => ({ id, organisation, address }))
}

const isHealthy = {
  kind: 'compare',
  op: 'eq',
  left: { kind: 'field', path: ['state'] },
  right: { kind: 'value', value: 'healthy', type: { kind: 'text' } },
} as const

const timeoutMs = 30_000

const lose = async (service: Watched, { id, organisation }: Healthy): Promise<void> => {
  const outcome = await service.execute({
    operation: 'loseDeployment',
    input: { key: { id } },
    principal: { id: 'service', roles: ['watcher'], attributes: {}, tenant: organisation, credential: 'gateway' },
    context: { deadlineMs: Date.now() + timeoutMs, origin: { style: 'watch', requestId: id } },
  })
  // Whoever took it away meanwhile said so.
  if (outcome.kind === 'problem' && outcome.problem.code !== 'conflict')
    service.onBug(new Error(`Deployment ${id} is not said to fail: ${outcome.problem.code}`))
}
