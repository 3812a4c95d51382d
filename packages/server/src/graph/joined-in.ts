import { ProblemError } from '@charter/runtime'
import type { CallerRows } from '@charter/runtime/service'
import type { Entities } from '../charter.gen.ts'

type Row<Name extends keyof Entities> = Entities[Name]['seen']

/** What is joined in a project, as far as somebody sees it. */
export interface Joined {
  readonly sources: readonly Row<'Source'>[]
  readonly environments: readonly Row<'Environment'>[]
  /** Deployments that run, or are on their way to it. */
  readonly services: readonly Row<'Deployment'>[]
  readonly routes: readonly Row<'Route'>[]
  /** Those that are still taken. */
  readonly keys: readonly Row<'Key'>[]
  readonly webhooks: readonly Row<'Webhook'>[]
  /** Texts of the charters of services, by the id of their release. */
  readonly texts: ReadonlyMap<string, string>
  /** At least so many more there are than were read. */
  readonly left: number
}

/** Of each kind. */
const eachMax = 200

/** `rows`: with the rights of whoever asks. What they may not list at all is not there. */
export const joinedIn = async (rows: Pick<CallerRows<Entities>, 'list'>, projectId: string): Promise<Joined> => {
  let left = 0
  const bounded = async <Found>(list: () => Promise<readonly Found[]>): Promise<readonly Found[]> => {
    const found = await list().catch(noneWhereForbidden)
    left += Math.max(0, found.length - eachMax)
    return found.slice(0, eachMax)
  }
  const limit = eachMax + 1
  const sources = await bounded(() => rows.list('Source', { where: { projectId }, sort: ['name'], limit }))
  const environments = await bounded(() => rows.list('Environment', { where: { projectId }, sort: ['name'], limit }))
  const there = { in: environments.map(({ id }) => id) }
  const runs = { in: ['rolling', 'healthy', 'failing'] } as const
  const services =
    environments.length === 0
      ? []
      : await bounded(() =>
          rows.list('Deployment', { where: { environmentId: there, state: runs }, sort: ['-requestedAt'], limit }),
        )
  const routes = await bounded(() => rows.list('Route', { where: { projectId }, sort: ['host', 'prefix'], limit }))
  const keys = await bounded(() => rows.list('Key', { where: { state: 'active' }, sort: ['-madeAt'], limit }))
  const webhooks = await bounded(() => rows.list('Webhook', { sort: ['-madeAt'], limit }))
  return { sources, environments, services, routes, keys, webhooks, texts: await textsOf(rows, services), left }
}

const noneWhereForbidden = (error: unknown): readonly never[] => {
  if (error instanceof ProblemError && error.problem.code === 'forbidden') return []
  throw error
}

const textsOf = async (
  rows: Pick<CallerRows<Entities>, 'list'>,
  services: readonly Row<'Deployment'>[],
): Promise<ReadonlyMap<string, string>> => {
  const ids = [...new Set(services.map(({ releaseId }) => releaseId))]
  const releases = ids.length === 0 ? [] : await rows.list('Release', { where: { id: { in: ids } } })
  const versions =
    releases.length === 0
      ? []
      : await rows.list('Version', { where: { id: { in: releases.map(({ versionId }) => versionId) } } })
  return new Map(releases.map(({ id, versionId }) => [id, versions.find((each) => each.id === versionId)?.text ?? '']))
}
