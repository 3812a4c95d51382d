import type { DeclaredHooks, Rows } from '@charter/runtime/service'
import type { Entities } from '../charter.gen.ts'
import { holdHost, releaseHost } from '../hosts/hold-host.ts'
import { servesIn } from '../versions/serves-in.ts'

type Row<Name extends keyof Entities> = Entities[Name]['row']

/**
 * A route leads to what its environment has, in a style that is served there, and shares its place by weights alone. A host is of one environment,
 * and of one organisation.
 */
export const routeHooks: DeclaredHooks<Entities, 'Route', 'before' | 'after'> = {
  before: async ({ row, stored }, { rows, principal, refuse }) => {
    const environment = row && (await rows.read('Environment', { id: row.environmentId }))
    if (!row || !environment) return
    if (row.prefix.split('/').some((part) => part === '.' || part === '..'))
      refuse('/prefix', 'A path that goes up or nowhere begins nothing.')
    // One that leads where it did stays so, also where nothing answers there any more.
    const deployment = isElsewhere(row, stored) ? await ledTo(rows, row) : null
    if (row.deploymentId !== null && deployment && !isOfEnvironment(deployment, environment))
      refuse('/deploymentId', `This deployment is ${deployment.state}, or of another environment.`)
    const serves = deployment ? await servesOf(rows, deployment) : []
    if (serves.length > 0 && !serves.includes(row.style))
      refuse('/style', `It is not served there. There is: ${serves.join(', ')}.`)
    const { host, prefix, style } = row
    const { environmentId } = row
    const beside = await rows.list('Route', { where: { host, prefix, style, environmentId, id: { ne: row.id } } })
    const [elsewhere] = await rows.list('Route', {
      where: { host, environmentId: { ne: environmentId }, id: { ne: row.id } },
      limit: 1,
    })
    if (beside.some(({ weight }) => weight === null) || (beside.length > 0 && row.weight === null))
      refuse('/weight', 'Another route has this place: they share it where each says its weight.')
    // Whoever has a path of a host, or a style of it, is taken for it: by browsers, and by people.
    if (host !== '*' && elsewhere) refuse('/host', 'Another environment has this host.')
    return { projectId: environment.projectId, to: row.deploymentId ?? 'newest', setBy: principal.id }
  },
  after: async ({ row, stored }, { rows, principal }) => {
    if (row) await holdHost(rows, row.host, principal.tenant ?? '')
    if (stored && stored.host !== row?.host) await releaseHost(rows, stored.host)
  },
}

type Leading = Pick<Row<'Route'>, 'deploymentId' | 'environmentId' | 'style'>

const isElsewhere = (row: Leading, stored: Leading | null | undefined): boolean =>
  row.deploymentId !== stored?.deploymentId || row.environmentId !== stored.environmentId || row.style !== stored.style

/** The deployment that a route names, or that answers where it leads; null where nothing does. */
const ledTo = async (
  rows: Pick<Rows<Entities>, 'read' | 'list'>,
  { deploymentId, environmentId }: Pick<Row<'Route'>, 'deploymentId' | 'environmentId'>,
): Promise<Row<'Deployment'> | null> => {
  if (deploymentId !== null) return rows.read('Deployment', { id: deploymentId })
  const [answering] = await rows.list('Deployment', { where: { environmentId, state: 'healthy' }, limit: 1 })
  return answering ?? null
}

const leads: ReadonlySet<string> = new Set(['requested', 'approved', 'rolling', 'healthy', 'failing'])

const isOfEnvironment = ({ environmentId, state }: Row<'Deployment'>, { id }: Row<'Environment'>): boolean =>
  environmentId === id && leads.has(state)

const servesOf = async (
  rows: Pick<Rows<Entities>, 'read'>,
  { releaseId }: Row<'Deployment'>,
): Promise<readonly string[]> => {
  const release = await rows.read('Release', { id: releaseId })
  const version = release && (await rows.read('Version', { id: release.versionId }))
  return version ? servesIn(version.text) : []
}
