import type { Entities } from '../charter.gen.ts'
import { projectNamed } from './environment-named.ts'
import type { PlatformCalls } from './platform-calls.ts'

type Row<Name extends keyof Entities> = Entities[Name]['row']

/** What is in an environment now. */
export interface EnvironmentSeen {
  readonly environment: Row<'Environment'>
  /** What answers there, or should. */
  readonly there: readonly Row<'Deployment'>[]
  /** What waits for somebody to let it. */
  readonly waiting: readonly Row<'Deployment'>[]
  /** What nobody has reviewed yet. */
  readonly emergencies: readonly Row<'Emergency'>[]
}

const openStates = ['requested', 'healthy', 'failing'].map((state) => `filter[state][in]=${state}`).join('&')

/** The environments of a project. Rejects with NotDeployed where there is none of this name, or a PlatformRefused. */
export const environmentsOf = async (calls: PlatformCalls, project: string): Promise<readonly EnvironmentSeen[]> => {
  const { id } = await projectNamed(calls, project)
  const environments = await listed<'Environment'>(calls, `environments?filter[projectId]=${id}&sort=name`)
  return Promise.all(
    environments.map(async (environment) => {
      const of = `filter[environmentId]=${environment.id}`
      const open = await listed<'Deployment'>(calls, `deployments?${of}&${openStates}&sort=-requestedAt`)
      return {
        environment,
        there: open.filter(({ state }) => state !== 'requested'),
        waiting: open.filter(({ state }) => state === 'requested'),
        emergencies: await listed<'Emergency'>(calls, `emergencies?${of}&filter[state]=open`),
      }
    }),
  )
}

const listed = async <Name extends keyof Entities>(calls: PlatformCalls, path: string): Promise<readonly Row<Name>[]> =>
  (await calls<{ readonly items: readonly Row<Name>[] }>(`GET ${path}`)).items
