import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Target } from '@charter/deploy'
import { type Principal, ProblemError } from '@charter/runtime'
import type { Service } from '@charter/runtime/service'

const fileOf = (folder: string): string => join(folder, 'restored')

/** Says of a folder that it came of a backup: where its deployments ran was elsewhere. */
export const markRestored = (folder: string): void => writeFileSync(fileOf(folder), '', { mode: 0o600, flush: true })

/**
 * Stops, on record and by the name of `platform`, what a restored platform's rows say is healthy and its target does not have: whoever wants it
 * there asks for it anew, and it is let as anything is. Does nothing where the platform was not restored, or that was done.
 */
export const stopWhatIsElsewhere = async (
  folder: string,
  target: Pick<Target, 'running'>,
  service: Pick<Service, 'store' | 'execute'>,
): Promise<void> => {
  if (!existsSync(fileOf(folder))) return
  const here = new Set(await target.running())
  const query = { entity: 'Deployment', rules: null, fields: ['id', 'organisationId'] } as const
  for (const row of await service.store.current.find(query, { equal: { state: 'healthy' } })) {
    const [id, organisation] = [String(row.value(0)), String(row.value(1))]
    if (here.has(id)) continue
    const outcome = await service.execute({
      operation: 'stopDeployment',
      input: { key: { id } },
      principal: platformOf(organisation),
      context: { origin: { style: 'platform', requestId: `restored ${id}` } },
    })
    if (outcome.kind === 'problem') throw new ProblemError(outcome.problem)
  }
  rmSync(fileOf(folder))
}

/** The platform itself, which nobody but it vouches for. */
const platformOf = (tenant: string): Principal => ({
  id: 'platform',
  roles: ['operator'],
  attributes: {},
  tenant,
  credential: 'gateway',
})
