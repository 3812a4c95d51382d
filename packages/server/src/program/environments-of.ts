import { projectNamed } from './environment-named.ts'
import { allOf, type Row } from './listed.ts'
import type { PlatformCalls } from './platform-calls.ts'

/** What is in an environment now. */
export interface EnvironmentSeen {
  readonly environment: Row<'Environment'>
  /** What answers there, and what was asked for last, where that failed. */
  readonly there: readonly Row<'Deployment'>[]
  /** What else failed, the newest first. */
  readonly failedBefore: readonly Row<'Deployment'>[]
  /** What waits for somebody to let it. */
  readonly waiting: readonly Row<'Deployment'>[]
  /** What nobody has reviewed yet. */
  readonly emergencies: readonly Row<'Emergency'>[]
}

const openStates = ['requested', 'healthy', 'failing'].map((state) => `filter[state][in]=${state}`).join('&')

/** The environments of a project. Rejects with NotDeployed where there is none of this name, or a PlatformRefused. */
export const environmentsOf = async (calls: PlatformCalls, project: string): Promise<readonly EnvironmentSeen[]> => {
  const { id } = await projectNamed(calls, project)
  const environments = await allOf<'Environment'>(calls, `environments?filter[projectId]=${id}&sort=name`)
  return Promise.all(
    environments.map(async (environment) => {
      const of = `filter[environmentId]=${environment.id}`
      const open = await allOf<'Deployment'>(calls, `deployments?${of}&${openStates}&sort=-requestedAt`)
      const begun = open.filter(({ state }) => state !== 'requested')
      const there = begun.filter((each, at) => at === 0 || each.state === 'healthy')
      return {
        environment,
        there,
        failedBefore: begun.filter((each) => !there.includes(each)),
        waiting: open.filter(({ state }) => state === 'requested'),
        emergencies: await allOf<'Emergency'>(calls, `emergencies?${of}&filter[state]=open`),
      }
    }),
  )
}
