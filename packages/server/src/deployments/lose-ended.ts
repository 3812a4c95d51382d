import type { Target } from '@charter/deploy'
import type { Service } from '@charter/runtime/service'

const timeoutMs = 30_000

/** Says of healthy deployments that their target ended by itself that they fail, and why. */
export const loseEnded = async (
  target: Target,
  service: Pick<Service, 'store' | 'execute' | 'onBug'>,
): Promise<void> => {
  for (const { deployment: id, why } of (await target.ended?.()) ?? []) {
    const [row] = await service.store.current.find(
      { entity: 'Deployment', byKey: 'given', rules: null, fields: ['state', 'organisationId'] },
      { key: { id } },
    )
    const tenant = row?.value(1)
    if (row?.value(0) !== 'healthy' || typeof tenant !== 'string') continue
    const outcome = await service.execute({
      operation: 'giveUpDeployment',
      input: { key: { id }, value: { why: why.slice(0, 1000) } },
      principal: { id: 'service', roles: ['watcher'], attributes: {}, tenant, credential: 'gateway' },
      context: { deadlineMs: Date.now() + timeoutMs, origin: { style: 'watch', requestId: id } },
    })
    if (outcome.kind === 'problem')
      service.onBug(new Error(`Deployment ${id} is not said to fail: ${outcome.problem.code}`))
  }
}
