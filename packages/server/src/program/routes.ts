import { environmentNamed, projectNamed } from './environment-named.ts'
import type { Row } from './listed.ts'
import { allOf } from './listed.ts'
import type { PlatformCalls } from './platform-calls.ts'

/** A route, with the name of the environment that it leads to. */
export interface RouteSeen extends Row<'Route'> {
  readonly environment: string
}

/** Those of a project. Rejects with NotDeployed where there is no such project, or a PlatformRefused. */
export const routesOf = async (calls: PlatformCalls, project: string): Promise<readonly RouteSeen[]> => {
  const { id } = await projectNamed(calls, project)
  const environments = await allOf<'Environment'>(calls, `environments?filter[projectId]=${id}`)
  const names = new Map(environments.map((each) => [each.id, each.name]))
  const routes = await allOf<'Route'>(calls, `routes?filter[projectId]=${id}&sort=host,prefix,style`)
  return routes.map((route) => ({ ...route, environment: names.get(route.environmentId) ?? route.environmentId }))
}

/** Where callers are to come, and what that leads to. */
export interface RouteAsked {
  readonly project: string
  readonly environment: string
  readonly style: string
  readonly host?: string
  readonly prefix?: string
  readonly weight?: number
  readonly deploymentId?: string
}

/** Rejects with NotDeployed where there is no such environment, or a PlatformRefused. */
export const addRoute = async (
  calls: PlatformCalls,
  { project, environment, ...route }: RouteAsked,
): Promise<RouteSeen> => {
  const { id: environmentId, name } = await environmentNamed(calls, project, environment)
  return { ...(await calls<Row<'Route'>>('POST routes', { environmentId, ...route })), environment: name }
}

/** Rejects with a PlatformRefused. */
export const removeRoute = async (calls: PlatformCalls, id: string): Promise<void> => {
  await calls(`DELETE routes/${encodeURIComponent(id)}`)
}
